import ProgramRegistry
import SolanaTransactions

/// In the simulation, the user loses something that no instruction names, and gets nothing back whose worth they could tell.
///
/// More goes than a program promised; or what a program that can't be read takes is a change like others where something comes back that the user knows: SOL, a token of the list, a token
/// that they held before. It is the work of a drainer where nothing comes back, or next to nothing, or a token that anybody can make.
enum UntoldLossRule: ChainRule {
    static let id = "R35"

    /// Lamports that go unnoticed: programs take deposits for the accounts that they make. They are shown all the same.
    private static let least: UInt64 = 10_000_000

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        let promises = subject.promises
        let holdings = Holdings(of: subject, facts)
        let (gain, trade) = (holdings.gain(facts, isTrade: false), holdings.gain(facts, isTrade: true))
        // What a program of the registry does without a promise is shown, and its name beside it: it is no program that a thief has made. But who sells gets
        // a price, and where native programs say it all, nothing else may be missing.
        let isNamed =
            !subject.review.changes.unknown.isEmpty && promises.unread.allSatisfy { promises.named.contains($0) }
            && !promises.isSale(in: subject.review)
        let level = isNamed ? ReviewLevel.warning : .danger
        var findings: [Finding] = []
        func note(_ asset: Holdings.Asset, least: UInt64, _ unit: String, _ mint: PublicKey?) {
            guard let account = asset.loser?.account else { return }
            var (lost, back, level) = (asset.lost, gain, level)
            if asset.isPromised {
                if lost >= least { (back, level) = (.more, .danger) }
                // A trade that was told, and brings nothing. People buy tokens that stand on no list, and then say how many at least.
                if lost < least, promises.isTrade, let bait = trade, bait != .unlisted || promises.namesNoLeast {
                    (lost, back, level) = (asset.fell, bait, .danger)
                }
            }
            guard lost >= least, let back else { return }
            var found = finding(
                level,
                ["account": account.base58, "amount": String(lost), "unit": unit, "back": back.rawValue])
            if let mint {
                found.parameters.append(ReviewField(name: "mint", value: mint.base58))
                found.describe(mint, facts)
            }
            findings.append(found)
        }
        note(holdings.lamports, least: least, "lamports", nil)
        for (mint, tokens) in holdings.tokens.sorted(by: { $0.key < $1.key }) { note(tokens, least: 1, "tokens", mint) }
        return findings
    }
}

extension Finding {
    /// Adds what is known of a token: its decimals, and its symbol on the list.
    mutating func describe(_ mint: PublicKey, _ facts: ChainFacts) {
        let known = KnownTokens.listed(mint)
        if let decimals = facts.token(mint)?.decimals ?? known?.decimals {
            parameters.append(ReviewField(name: "decimals", value: String(decimals)))
        }
        if let known { parameters.append(ReviewField(name: "known", value: known.symbol)) }
    }
}

extension Holdings {
    /// A gain whose worth the user can't tell.
    fileprivate enum Gain: String {
        case none
        /// Too little to be a price.
        case dust
        /// Tokens that stand on no list and that the user didn't have before.
        case unlisted
        /// Whatever comes back: a program takes more than it promised.
        case more
    }

    /// The lamports that are no price: the rent deposit of an account, which comes back when it is closed.
    private static let dust: UInt64 = 3_000_000

    /// Nil if something comes back that the user knows, and that could be worth what they lose.
    ///
    /// - Parameter isTrade: True if all that is lost and gained counts, also what a program promised; what it promised to give is no price for
    ///   what another takes.
    fileprivate func gain(_ facts: ChainFacts, isTrade: Bool) -> Gain? {
        func counts(_ asset: Asset) -> Bool { asset.gained > 0 && (isTrade || !asset.isReturned) }
        var gain = counts(lamports) ? Gain.dust : .none
        var isPriced = counts(lamports) && lamports.gained > Self.dust
        for (mint, tokens) in tokens where counts(tokens) {
            guard tokens.before > 0 || KnownTokens.isListed(mint) else {
                gain = .unlisted
                continue
            }
            // A thousandth of one token is no price for anything.
            guard tokens.gained.isDust(decimals: facts.token(mint)?.decimals ?? 0) else {
                guard worth(of: tokens.gained, mint, facts, at: 1) != nil else { return nil }
                isPriced = true
                continue
            }
            if gain == .none { gain = .dust }
        }
        guard isPriced else { return gain }
        // No price is asked for. Both sides grow evenly with the price of SOL: what is too little at both ends is too little between them.
        let isBait = [KnownTokens.worthOfSOL.lowerBound, KnownTokens.worthOfSOL.upperBound].allSatisfy { sol in
            worth(facts, at: sol, \.gained, \.upperBound)
                < worth(facts, at: sol, { isTrade ? $0.fell : $0.lost }, \.lowerBound) / 2
        }
        return isBait ? .dust : nil
    }

    /// The dollars that all is worth at least or at most, at a price of SOL.
    private func worth(
        _ facts: ChainFacts, at sol: Double, _ amount: (Asset) -> UInt64, _ bound: (ClosedRange<Double>) -> Double
    ) -> Double {
        tokens.reduce(Double(amount(lamports)) / 1e9 * sol) { sum, token in
            sum + (worth(of: amount(token.value), token.key, facts, at: sol).map(bound) ?? 0)
        }
    }

    /// The dollars that so many units are worth at least and at most; nil if nobody can tell.
    private func worth(of units: UInt64, _ mint: PublicKey, _ facts: ChainFacts, at sol: Double) -> ClosedRange<Double>?
    {
        let about = facts.account(mint)?.mint
        if let one = KnownTokens.worth(of: mint, at: sol),
            let decimals = about?.decimals ?? KnownTokens.listed(mint)?.decimals
        {
            let count = Double(units) / Double(UInt64.whole(decimals: decimals))
            return count * one.lowerBound...count * one.upperBound
        }
        guard let supply = about?.supply, supply > 0 else { return nil }
        return 0...Double(units) / Double(supply) * KnownTokens.worthOfSupply
    }
}

extension UInt64 {
    /// The units of one token.
    fileprivate static func whole(decimals: UInt8) -> UInt64 {
        (0..<decimals).reduce(UInt64(1)) { whole, _ in whole.multipliedSaturated(10) }
    }

    fileprivate func isDust(decimals: UInt8) -> Bool { self < Self.whole(decimals: decimals) / 1_000 }
}

/// Almost all SOL of an account, or all that it has of several tokens, goes to somebody whom the user doesn't know.
///
/// Each transfer looks honest, but together they are the work of a drainer.
enum EmptiedAccountRule: ChainRule {
    static let id = "R49"

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        let recipients = subject.recipients(facts)
        let emptied = withoutSOL(recipients, subject, facts).union(withoutTokens(recipients, subject, facts))
            .union(swept(subject, facts))
        return emptied.sorted().map { finding(.danger, ["account": $0.base58]) }
    }

    /// The accounts that keep no more than a twentieth of their SOL, or another part.
    private static func withoutSOL(
        _ recipients: [Recipient], _ subject: ReviewSubject, _ facts: ChainFacts, keeping part: UInt64 = 20
    ) -> Set<PublicKey> {
        var leaving: [PublicKey: UInt64] = [:]
        for recipient in recipients where recipient.part == .lamports && recipient.effect.kind == .lamportsOut {
            guard let account = recipient.effect.account.address, subject.own.contains(account),
                !subject.contacts.contains(recipient.address), !subject.isKept(recipient.address, facts)
            else { continue }
            leaving[account, default: 0] = leaving[account, default: 0].addingSaturated(recipient.effect.amount ?? 0)
        }
        return Set(
            leaving.filter { account, amount in
                guard let lamports = facts.account(account)?.lamports, lamports > 0 else { return false }
                return amount >= lamports - lamports / part
            }.keys)
    }

    /// The signer, if in the simulation all of several assets goes and no instruction says so, whatever comes back: nobody trades all that they have at once.
    private static func swept(_ subject: ReviewSubject, _ facts: ChainFacts) -> Set<PublicKey> {
        let holdings = Holdings(of: subject, facts)
        let tokens = holdings.tokens.values.count { $0.before > 0 && $0.after == 0 && $0.lost > 0 }
        let isWithoutSOL = holdings.lamports.lost > holdings.lamports.before - holdings.lamports.before / 20
        return tokens + (isWithoutSOL ? 1 : 0) > 1 ? [subject.signer] : []
    }

    /// The owners whose accounts of two mints or more are left without a token; half of the SOL counts as one.
    private static func withoutTokens(
        _ recipients: [Recipient], _ subject: ReviewSubject, _ facts: ChainFacts
    ) -> Set<PublicKey> {
        let halved = withoutSOL(recipients, subject, facts, keeping: 2)
        let known = Set(
            recipients.filter { $0.part == .holder && subject.contacts.contains($0.address) }.map(\.effect))
        var leaving: [PublicKey: UInt64] = [:]
        for recipient in recipients where recipient.part == .tokenAccount && !known.contains(recipient.effect) {
            guard let source = recipient.effect.account.address else { continue }
            leaving[source, default: 0] = leaving[source, default: 0].addingSaturated(recipient.effect.amount ?? 0)
        }
        var mints: [PublicKey: Set<PublicKey>] = [:]
        for (source, amount) in leaving {
            guard let token = facts.account(source)?.token, subject.own.contains(token.owner), token.amount > 0,
                amount >= token.amount
            else { continue }
            mints[token.owner, default: []].insert(token.mint)
        }
        return Set(mints.filter { $0.value.count + (halved.contains($0.key) ? 1 : 0) > 1 }.keys)
    }
}

/// Some of the user's tokens are destroyed.
enum BurnRule: ReviewRule {
    static let id = "R12"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        subject.effects(.tokensOut) { form, _ in form.counterpart.isNone && !form.mint.isNone }.compactMap { effect in
            subject.isOwn(effect.before) ? finding(.warning, effect) : nil
        }
    }
}

/// Lamports in a token account or mint beyond its rent go to somebody else; the bytes don't say how many.
enum ExcessLamportsRule: ReviewRule {
    static let id = "R16"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        subject.effects(.lamportsOut) { form, instruction in
            form.takesExcess && subject.isForeign(instruction.source(form.counterpart))
        }.map { finding(.danger, $0) }
    }
}

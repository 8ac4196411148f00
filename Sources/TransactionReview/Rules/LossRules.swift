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
        let promises = ProgramPromises(in: subject.review)
        let holdings = Holdings(of: subject, facts)
        let (gain, trade) = (holdings.gain(facts, isTrade: false), holdings.gain(facts, isTrade: true))
        // A program of the registry is shown with its name even without a promise: it isn't one that a thief has made.
        let level = promises.unread.allSatisfy { promises.named.contains($0) } ? ReviewLevel.warning : .danger
        var findings: [Finding] = []
        func note(_ asset: Holdings.Asset, least: UInt64, _ unit: String, _ mint: PublicKey?) {
            guard let account = asset.loser?.account else { return }
            var (lost, back, level) = (asset.lost, gain, level)
            if asset.isPromised {
                if lost >= least { (back, level) = (.more, .danger) }
                // A trade that was told, and brings nothing.
                if lost < least, promises.isTrade, let bait = trade, bait != .unlisted {
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
                guard KnownTokens.worth(of: mint) != nil else { return nil }
                isPriced = true
                continue
            }
            if gain == .none { gain = .dust }
        }
        guard isPriced else { return gain }
        // No price is asked for: that a SOL is worth more than 5 dollars and less than 5,000 is enough to tell a bait from a trade.
        let lost = worth(facts, { isTrade ? $0.fell : $0.lost }, \.lowerBound)
        return worth(facts, \.gained, \.upperBound) < lost / 2 ? .dust : nil
    }

    /// Dollars, of SOL and of tokens of which anybody can tell what they are worth at least and at most; nothing else is counted.
    private func worth(
        _ facts: ChainFacts, _ amount: (Asset) -> UInt64, _ bound: (ClosedRange<Double>) -> Double
    ) -> Double {
        tokens.reduce(Double(amount(lamports)) / 1e9 * bound(KnownTokens.worthOfSOL)) { worth, token in
            guard let range = KnownTokens.worth(of: token.key),
                let decimals = facts.token(token.key)?.decimals ?? KnownTokens.listed(token.key)?.decimals
            else { return worth }
            return worth + Double(amount(token.value)) / Double(UInt64.whole(decimals: decimals)) * bound(range)
        }
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

    /// The accounts that keep no more than a twentieth of their SOL.
    private static func withoutSOL(
        _ recipients: [Recipient], _ subject: ReviewSubject, _ facts: ChainFacts
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
                return amount >= lamports - lamports / 20
            }.keys)
    }

    /// The signer, if in the simulation all of several assets goes and no instruction says so, whatever comes back: nobody trades all that they have at once.
    private static func swept(_ subject: ReviewSubject, _ facts: ChainFacts) -> Set<PublicKey> {
        let holdings = Holdings(of: subject, facts)
        let tokens = holdings.tokens.values.count { $0.before > 0 && $0.after == 0 && $0.lost > 0 }
        let isWithoutSOL = holdings.lamports.lost > holdings.lamports.before - holdings.lamports.before / 20
        return tokens + (isWithoutSOL ? 1 : 0) > 1 ? [subject.signer] : []
    }

    /// The owners whose accounts of two mints or more are left without a token.
    private static func withoutTokens(
        _ recipients: [Recipient], _ subject: ReviewSubject, _ facts: ChainFacts
    ) -> Set<PublicKey> {
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
        return Set(mints.filter { $0.value.count > 1 }.keys)
    }
}

/// Three assets or more go to one address that the user doesn't know.
///
/// It is the commonest shape of a drainer: one transaction with a transfer for each thing that the wallet holds. The rule counts the accounts that
/// pay, so several payments out of one account are one. It needs no balance: a drainer may leave a little of each behind.
enum MassTransferRule: ReviewRule, ChainRule {
    static let id = "R53"

    private static let least = 3

    static func findings(in subject: ReviewSubject) -> [Finding] { findings(in: subject, ChainFacts()) }

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        guard paysOften(subject) else { return [] }
        var sources: [PublicKey: Set<MessageAccount.Source>] = [:]
        // A token account whose holder nobody knows may be the user's own.
        for recipient in subject.recipients(facts) where recipient.part != .tokenAccount {
            let address = recipient.address
            guard !subject.contacts.contains(address), !subject.isKept(address, facts) else { continue }
            sources[address, default: []].insert(recipient.effect.account)
        }
        return sources.filter { $0.value.count >= least }.keys.sorted().map { address in
            Finding(id: id, level: .danger, parameters: [ReviewField(name: "to", value: address.base58)])
        }
    }

    /// True if there are payments enough, which is quicker to find out than who gets them.
    private static func paysOften(_ subject: ReviewSubject) -> Bool {
        var count = 0
        return subject.hasEffect(nil) { form, _ in
            if [.lamportsOut, .tokensOut, .closed].contains(form.kind) { count += 1 }
            return count == least
        }
    }
}

extension ReviewSubject {
    /// True if the user controls an account that isn't their own: their token account, stake or nonce, or one that the transaction makes theirs.
    fileprivate func isKept(_ address: PublicKey, _ facts: ChainFacts) -> Bool {
        if let account = facts.account(address), isHeld(account) { return true }
        let powers: [String?] = [TokenAuthority.accountOwner.rawValue, "withdrawer", "nonce"]
        let given = effects(.authority) { form, instruction in instruction.source(form.account) == .address(address) }
        return given.last { powers.contains($0.role) }.map { isOwn($0.after) } ?? false
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

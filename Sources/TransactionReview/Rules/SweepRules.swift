import ProgramRegistry
import SolanaTransactions

/// Three assets or more go to one address that the user doesn't know, or one asset goes there in many parts.
///
/// It is the commonest shape of a drainer: one transaction with a transfer for each thing that the wallet holds. The rule counts the accounts that
/// pay, so several payments out of one account are one. It needs no balance: a drainer may leave a little of each behind. NFTs that have no token
/// account count by themselves.
///
/// Many payments out of one account have no honest reason where one would do; they make each look small. They are a finding if they take half of it.
enum MassTransferRule: ReviewRule, ChainRule {
    static let id = "R53"

    private static let least = 3

    /// What goes away: an account that pays, or an NFT without one.
    private enum Thing: Hashable {
        case account(MessageAccount.Source)
        case nft(InstructionCase.Asset)
    }

    /// Payments out of one account to one address.
    private struct Payments {
        var count = 0
        var sum: UInt64 = 0
    }

    static func findings(in subject: ReviewSubject) -> [Finding] { findings(in: subject, ChainFacts()) }

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        let given = givenNFTs(subject)
        guard paysOften(subject) || !given.isEmpty else { return [] }
        var things: [PublicKey: Set<Thing>] = [:]
        var payments: [PublicKey: [MessageAccount.Source: Payments]] = [:]
        // A token account whose holder nobody knows may be the user's own.
        for recipient in subject.recipients(facts) where recipient.part != .tokenAccount {
            let (address, source) = (recipient.address, recipient.effect.account)
            guard subject.isStranger(address, facts) else { continue }
            things[address, default: []].insert(.account(source))
            payments[address, default: [:]][source, default: Payments()].count += 1
            let sum = payments[address]?[source]?.sum ?? 0
            payments[address]?[source]?.sum = sum.addingSaturated(recipient.effect.amount ?? 0)
        }
        for (address, asset) in given where subject.isStranger(address, facts) {
            things[address, default: []].insert(.nft(asset))
        }
        return things.keys.sorted().compactMap { address in
            if things[address]?.count ?? 0 >= least { return finding(address) }
            let isParted = payments[address]?.contains { isSplit($0.value, of: $0.key, facts) } ?? false
            return isParted ? finding(address, kind: "parts") : nil
        }
    }

    private static func finding(_ address: PublicKey, kind: String? = nil) -> Finding {
        var parameters = [ReviewField(name: "to", value: address.base58)]
        if let kind { parameters.append(ReviewField(name: "kind", value: kind)) }
        return Finding(id: id, level: .danger, parameters: parameters)
    }

    /// True if many payments take half of an account or more.
    private static func isSplit(_ payments: Payments, of source: MessageAccount.Source, _ facts: ChainFacts) -> Bool {
        guard payments.count >= least, let account = facts.account(source) else { return false }
        let held = account.token?.amount ?? account.lamports
        return payments.sum > 0 && payments.sum >= held / 2
    }

    /// The NFTs that their programs give to somebody: they lie in no token account of the user's, and no effect tells it.
    private static func givenNFTs(_ subject: ReviewSubject) -> [(PublicKey, InstructionCase.Asset)] {
        guard !subject.review.changes.unknown.isEmpty else { return [] }
        return subject.promises.all.compactMap { promise in
            guard promise.moves.kind == .transferNFT, subject.isOwn(promise.moves.user),
                let asset = promise.moves.asset, let to = promise.moves.recipient?.address
            else { return nil }
            return (to, asset)
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

/// Beside a trade, a large part of something else goes to somebody whom the user doesn't know.
///
/// The trade is what the site shows, and what comes back from it makes the whole look fair. A fee for the site or for a validator is small, and what is
/// bought to be passed on arrives by the trade.
enum BesideTradeRule: ChainRule {
    static let id = "R60"

    /// The least lamports that count, 0.1 SOL: fees of sites and tips are below it, or below a tenth of what there is.
    private static let least: UInt64 = 100_000_000

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        let promises = subject.promises
        guard promises.isTrade else { return [] }
        let bought = Bought(by: promises, subject, facts)
        let known = Set(
            subject.recipients(facts).filter { $0.part == .holder && !subject.isStranger($0.address, facts) }
                .map(\.effect))
        var lamports: [PublicKey: UInt64] = [:]
        var tokens: [PublicKey: (amount: UInt64, to: PublicKey)] = [:]
        for recipient in subject.recipients(facts) {
            let (effect, amount) = (recipient.effect, recipient.effect.amount ?? 0)
            guard let source = effect.account.address, subject.isStranger(recipient.address, facts) else { continue }
            switch recipient.part {
            case .lamports where subject.own.contains(source) && !TipAccounts.isTip(effect):
                lamports[recipient.address] = (lamports[recipient.address] ?? 0).addingSaturated(amount)
            case .tokenAccount where !known.contains(effect):
                tokens[source] = ((tokens[source]?.amount ?? 0).addingSaturated(amount), recipient.address)
            case .lamports, .tokenAccount, .holder: continue
            }
        }
        let held = subject.own.reduce(UInt64(0)) { $0.addingSaturated(facts.account($1)?.lamports ?? 0) }
        let paid = lamports.filter { $0.value >= least && $0.value >= held / 10 && $0.value > bought.lamports }.keys
        let given = tokens.filter { source, sent in
            guard let token = facts.account(source)?.token, subject.own.contains(token.owner), token.amount > 0 else {
                return false
            }
            return !bought.mints.contains(token.mint) && sent.amount >= token.amount - token.amount / 2
        }.map(\.value.to)
        return Set(paid).union(given).sorted().map { finding(.danger, ["to": $0.base58]) }
    }

    /// What the trade brings: it may be meant for somebody else.
    private struct Bought {
        var lamports: UInt64 = 0
        var mints: Set<PublicKey> = []

        init(by promises: ProgramPromises, _ subject: ReviewSubject, _ facts: ChainFacts) {
            let accounts = OwnTokenAccounts(of: subject, facts, promises)
            for movement in promises.all.flatMap(\.moves.arriving) {
                if let mint = (movement.mint ?? accounts[movement.account] ?? nil)?.address { mints.insert(mint) }
                guard accounts.isWrapped(movement.account) || subject.isOwn(movement.account) else { continue }
                lamports = lamports.addingSaturated(movement.units ?? 0)
            }
        }
    }
}

extension ReviewSubject {
    /// True if what goes to an address leaves the user, and to nobody whom they know.
    fileprivate func isStranger(_ address: PublicKey, _ facts: ChainFacts) -> Bool {
        !isOwn(address) && !contacts.contains(address) && !isKept(address, facts)
    }

    /// True if the user controls an account that isn't their own: their token account, stake or nonce, or one that the transaction makes theirs.
    func isKept(_ address: PublicKey, _ facts: ChainFacts) -> Bool {
        if let account = facts.account(address), isHeld(account) { return true }
        let powers: [String?] = [TokenAuthority.accountOwner.rawValue, "withdrawer", "nonce"]
        let given = effects(.authority) { form, instruction in instruction.source(form.account) == .address(address) }
        return given.last { powers.contains($0.role) }.map { isOwn($0.after) } ?? false
    }
}

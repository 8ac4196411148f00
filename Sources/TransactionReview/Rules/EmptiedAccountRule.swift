import SolanaTransactions

/// Almost all SOL of an account, or all that it has of several tokens, goes to somebody whom the user doesn't know.
///
/// Each transfer looks honest, and together they are what a drainer takes.
enum EmptiedAccountRule: ChainRule {
    static let id = "R49"

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        let recipients = subject.recipients(facts)
        let emptied = withoutSOL(recipients, subject, facts).union(withoutTokens(recipients, subject, facts))
        return emptied.sorted().map { finding(.danger, ["account": $0.base58]) }
    }

    /// Accounts of which no more than a twentieth is left.
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

    /// Whose accounts of two mints or more are left without a token.
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

extension ReviewSubject {
    /// Whether an account that isn't the user's own is in their hands all the same: a token account, a stake or a nonce of theirs, or one that is made so here.
    fileprivate func isKept(_ address: PublicKey, _ facts: ChainFacts) -> Bool {
        if let account = facts.account(address), isHeld(account) { return true }
        let powers: [String?] = [TokenAuthority.accountOwner.rawValue, "withdrawer", "nonce"]
        let given = effects(.authority) { form, instruction in instruction.source(form.account) == .address(address) }
        return given.last { powers.contains($0.role) }.map { isOwn($0.after) } ?? false
    }
}

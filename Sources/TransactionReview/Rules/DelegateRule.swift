import SolanaTransactions

/// Somebody may take tokens later, without being asked again.
///
/// Where the transaction itself uses the whole approval up, or takes it back with nothing unread between, nothing is left for later: what is taken stands among
/// its effects.
enum DelegateRule: ReviewRule {
    static let id = "R03"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        let approvals = subject.effects(.delegate) { form, _ in !form.after.isNone }
        return approvals.compactMap { effect in
            guard effect.after != nil, subject.mayBeOwn(effect.before) else { return nil }
            guard subject.isForeign(effect.after) else { return finding(.info, effect) }
            return finding(subject.isUsedUp(effect) ? .warning : .danger, effect)
        }
    }
}

extension ReviewSubject {
    /// Whether nothing is left of an approval when the transaction is done, as its instructions tell.
    fileprivate func isUsedUp(_ approval: Effect) -> Bool {
        let unread = review.changes.unknown.contains { $0 >= approval.instruction }
        guard let amount = approval.amount, amount > 0, !unread else { return false }
        let later = effects.drop { $0 != approval }.dropFirst().filter { $0.account == approval.account }
        let next = later.first { $0.kind == .delegate }
        if let next { return next.after == nil }
        let taken = later.filter { $0.kind == .tokensOut && $0.before == approval.after && $0.amount != nil }
        return taken.reduce(UInt64(0)) { $0.addingSaturated($1.amount ?? 0) } == amount
    }

    /// Whether the user lets the holder of an authority take tokens out of an account, in the same transaction.
    func isApproved(_ authority: MessageAccount.Source?, for account: MessageAccount.Source) -> Bool {
        guard let authority else { return false }
        return hasEffect(.delegate) { form, instruction in
            instruction.source(form.account) == account && instruction.source(form.after) == authority
                && mayBeOwn(instruction.source(form.before))
        }
    }
}

import SolanaTransactions

/// Tried on the chain, an account that the user holds is gone, and no instruction says so.
enum UntoldClosureRule: ChainRule {
    static let id = "R34"

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        facts.changes.compactMap { change -> Finding? in
            guard let before = change.before, subject.isHeld(before), change.isGone else { return nil }
            let effects = subject.effects(on: change.address)
            let isTold = effects.contains { $0.kind == .closed }
            // A nonce or a stake of which everything is withdrawn is gone as well.
            let withdrawn = effects.filter { $0.kind == .lamportsOut }.reduce(UInt64(0)) {
                $0.addingSaturated($1.amount ?? 0)
            }
            guard !isTold, withdrawn < before.lamports else { return nil }
            return finding(.danger, ["account": change.address.base58])
        }
    }
}

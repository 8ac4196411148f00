import SolanaTransactions

extension ReviewSubject {
    /// Whether the user can take what is in an account that a node shows: tokens, a nonce, a stake.
    func isHeld(_ account: ChainAccount?) -> Bool {
        account?.holders.contains { own.contains($0) } ?? false
    }

    /// Whether a change is one of an account of the user's: theirs itself, or held by them before or after.
    func isOwn(_ change: SimulatedChange) -> Bool {
        own.contains(change.address) || isHeld(change.before) || isHeld(change.after)
    }

    /// What the instructions say of an account.
    func effects(on account: PublicKey) -> [Effect] {
        let told = review.effects(nil) { form, instruction in instruction.source(form.account) == .address(account) }
        return account == review.feePayer ? [review.feeEffect] + told : told
    }
}

extension SimulatedChange {
    /// Whether there is nothing left of the account.
    var isGone: Bool {
        guard let after, after.lamports > 0 else { return true }
        guard let before else { return false }
        return after.contents == .empty && before.contents != .empty
    }
}

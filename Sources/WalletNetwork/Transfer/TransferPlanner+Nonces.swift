import SolanaRPC
public import SolanaTransactions
import TransactionReview

/// A transaction that advances a nonce of the user's, so that nothing signed over it can be executed any more.
public struct NonceAdvancePlan: Sendable {
    /// The transaction, signed by none yet.
    public let transaction: PlannedTransaction
    public let account: PublicKey
    /// The user's account that may advance the nonce; it pays the fee.
    public let authority: PublicKey
}

extension TransferPlanner {
    /// Plans to advance a nonce that still holds the value a transaction was signed over.
    ///
    /// - Throws: ``TransferError``: `.nonce` if it doesn't hold the value, or isn't the user's to advance.
    public func nonceAdvance(
        of account: PublicKey, holding value: Blockhash, priority: PriorityFee
    ) async throws(TransferError) -> NonceAdvancePlan {
        let found = try await accounts([account])[account]
        guard case .nonce(let nonce)? = found?.contents, nonce.nonce == value else { throw .nonce(.advanced) }
        guard own.contains(nonce.authority) else { throw .nonce(.foreign) }
        let balance = try Self.payer(await accounts([nonce.authority])[nonce.authority])
        let instructions = [SystemProgram.advanceNonce(account, authority: nonce.authority)]
        let draft = try await TransactionDraft(node: node, payer: nonce.authority)
        var budget = try await draft.budget(priority, for: instructions)
        // As the first instruction it would make this transaction one that doesn't expire, too.
        if budget.limit == nil { budget = ComputeBudget(limit: Self.advanceLimit) }
        let fee = try await draft.fee(of: instructions, budget)
        try check(balance: balance, fee: fee, minimum: try await rent(0))
        return NonceAdvancePlan(
            transaction: try await draft.finished(instructions, budget, fee: fee, showing: []), account: account,
            authority: nonce.authority)
    }

    /// The compute units of three native instructions, 150 each, with room.
    private static let advanceLimit: UInt32 = 1_000
}

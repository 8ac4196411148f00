import DisplayText
import SolanaTransactions
import TransactionReview

/// Sending SOL.
extension TransferPlanner {
    private static let decimals: UInt8 = 9

    /// - Parameters:
    ///   - balance: What the sender has, in lamports.
    ///   - present: What stands at the recipient's address.
    func solPlan(
        _ order: TransferOrder, _ recipient: Recipient, payer balance: UInt64, present: ChainAccount?
    ) async throws(TransferError) -> TransferPlan {
        let wanted = try Self.units(order.amount, decimals: Self.decimals)
        let draft = try await TransactionDraft(node: node, payer: order.from)
        let minimum = try await rent(0)
        // Neither the computation nor the fee depends on the amount.
        let budget = try await draft.budget(order.priority, for: Self.instructions(order, lamports: 0))
        let fee = try await draft.fee(of: Self.instructions(order, lamports: 0), budget)
        guard balance > fee else { throw .lamports(needed: fee, available: balance) }
        let amount = wanted ?? balance - fee
        try check(balance: balance, sent: amount, fee: fee, minimum: minimum)
        if present == nil, amount < minimum { throw .tooLittleForRecipient(minimum: minimum) }
        let transaction = try await draft.finished(
            Self.instructions(order, lamports: amount), budget, fee: fee, showing: [])
        return TransferPlan(
            order: order, recipient: recipient, transaction: transaction, amount: amount, received: amount,
            decimals: Self.decimals, token: nil, sources: [order.from], destination: order.to, accountCost: nil,
            balance: balance, node: node.name)
    }

    /// The units of an amount that was typed; nil for everything.
    static func units(_ amount: TransferOrder.Amount, decimals: UInt8) throws(TransferError) -> UInt64? {
        guard case .decimal(let text) = amount else { return nil }
        let units: UInt64
        do throws(DecimalAmountError) {
            units = try DecimalAmount(text, decimals: decimals).units
        } catch {
            throw .amount(error)
        }
        guard units > 0 else { throw .nothing }
        return units
    }

    @InstructionsBuilder private static func instructions(_ order: TransferOrder, lamports: UInt64) -> [Instruction] {
        if let memo = order.memo { MemoProgram.memo(memo, signers: [order.from]) }
        SystemProgram.transfer(from: order.from, to: order.to, lamports: lamports)
    }
}

package import SolanaTransactions

/// What a transaction asks of the compute budget.
package struct ComputeBudget: Sendable, Hashable {
    /// Nil sets no limit and offers nothing.
    package var limit: UInt32?
    /// In millionths of a lamport for a unit.
    package var price: UInt64

    /// Without a limit nothing is asked for.
    package init(limit: UInt32? = nil, price: UInt64 = 0) {
        self.limit = limit
        self.price = price
    }

    /// The most that a transaction may use.
    package static let maximumLimit: UInt32 = 1_400_000

    @InstructionsBuilder package var instructions: [Instruction] {
        if let limit {
            ComputeBudgetProgram.setComputeUnitLimit(limit)
            ComputeBudgetProgram.setComputeUnitPrice(microLamports: price)
        }
    }

    /// In lamports.
    package var fee: UInt64 { limit.map { PriorityFee.lamports(price: price, units: $0) } ?? 0 }

    /// The limit for what a trial has used: a tenth more, and a little for what takes almost nothing.
    package static func limit(forUsed units: UInt64) -> UInt32 {
        let most = UInt64(maximumLimit)
        guard units < most else { return maximumLimit }
        return UInt32(min(most, units + units / 10 + 1_000))
    }
}

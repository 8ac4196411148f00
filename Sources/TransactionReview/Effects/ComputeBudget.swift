import SolanaTransactions

/// What a transaction asks of the compute budget, and so its fee.
struct ComputeBudget {
    /// The most compute units that a transaction can have.
    private static let maximumUnits: UInt64 = 1_400_000
    private static let microLamports: UInt64 = 1_000_000

    /// The highest, where several instructions say one.
    private var units: UInt64?
    private var price: UInt64?

    mutating func read(_ kind: EffectPlan.Budget, _ instruction: inout InstructionReader) {
        switch kind {
        case .unitLimit(let part): units = instruction.number(part).map { max($0, units ?? 0) } ?? units
        case .unitPrice(let part): price = instruction.number(part).map { max($0, price ?? 0) } ?? price
        }
    }

    /// The base fee of 5,000 lamports a signature, and the priority fee at most.
    ///
    /// - Parameter configured: The priority fee in lamports that a v1 message says itself.
    func fee(signatures: Int, configured: UInt64) -> UInt64 {
        let base = (UInt64(signatures) * 5000).addingSaturated(configured)
        guard let price else { return base }
        let (high, low) = price.multipliedFullWidth(by: min(units ?? Self.maximumUnits, Self.maximumUnits))
        guard high < Self.microLamports else { return .max }
        let (quotient, rest) = Self.microLamports.dividingFullWidth((high, low))
        return base.addingSaturated(quotient).addingSaturated(rest > 0 ? 1 : 0)
    }
}

package import SolanaTransactions

/// What is offered on top of the fee, so that a leader takes the transaction sooner.
///
/// The price is what others have lately paid for writing to the same accounts (`getRecentPrioritizationFees`, one price for each of the last 150 slots), the
/// middle one of them, or that of nine in ten of those slots in which anybody paid. A node tells those prices, so that the cap and not the node decides the most.
public struct PriorityFee: Sendable, Hashable {
    public enum Level: String, Sendable, CaseIterable {
        /// Nothing, and no limit on the computation either.
        case none
        /// As much as half of the slots took.
        case normal
        /// As much as nine in ten slots took, of those in which anybody paid.
        case high

        var percentile: Int {
            switch self {
            case .none: 0
            case .normal: 50
            case .high: 90
            }
        }
    }

    public var level: Level
    /// The most, in lamports.
    public let cap: UInt64

    /// 0.0001 SOL, in lamports: twenty times the fee of a signature.
    public static let usualCap: UInt64 = 100_000
    /// 0.01 SOL, in lamports: what is above it the review warns of (R09).
    public static let maximumCap: UInt64 = 10_000_000

    /// - Parameter cap: In lamports; what is above ``maximumCap`` counts as that.
    public init(_ level: Level = .normal, cap: UInt64 = usualCap) {
        self.level = level
        self.cap = min(cap, Self.maximumCap)
    }

    /// The price of a compute unit in millionths of a lamport; 0 where nothing is to be offered.
    ///
    /// - Parameters:
    ///   - recent: What was paid slot by slot, in millionths of a lamport.
    ///   - units: The compute units that the transaction asks for.
    package func price(among recent: [UInt64], units: UInt32) -> UInt64 {
        guard level != .none, units > 0 else { return 0 }
        let sorted = (level == .high ? recent.filter { $0 > 0 } : recent).sorted()
        guard !sorted.isEmpty else { return 0 }
        // The nearest rank: the smallest price that so many in a hundred slots didn't exceed.
        let rank = (sorted.count * level.percentile + 99) / 100
        // No overflow: the cap is below 2²⁴.
        return min(sorted[max(rank, 1) - 1], cap * 1_000_000 / UInt64(units))
    }

    /// The lamports that a price comes to, rounded up as the cluster does it.
    package static func lamports(price: UInt64, units: UInt32) -> UInt64 {
        let (high, low) = price.multipliedFullWidth(by: UInt64(units))
        guard high < 1_000_000 else { return .max }
        let (quotient, remainder) = UInt64(1_000_000).dividingFullWidth((high, low))
        return remainder == 0 ? quotient : quotient + 1
    }
}

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

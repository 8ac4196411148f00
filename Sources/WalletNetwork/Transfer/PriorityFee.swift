package import SolanaTransactions

/// The priority fee: an offer on top of the fee, so that a leader takes the transaction sooner.
///
/// The price comes from what others have recently paid to write to the same accounts (`getRecentPrioritizationFees`, one price for each of the last
/// 150 slots). It is the median of those prices, or the 90th percentile of the slots in which anyone paid. A node reports those prices, so the cap
/// sets the maximum and not the node.
public struct PriorityFee: Sendable, Hashable {
    public enum Level: String, Sendable, CaseIterable {
        /// No priority fee, and no compute unit limit either.
        case none
        /// The price that was enough in half of the slots.
        case normal
        /// The price that was enough in nine of ten slots, among those in which anyone paid.
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
    /// The highest priority fee, in lamports.
    public let cap: UInt64

    /// 0.0001 SOL, in lamports: twenty times the fee of a signature.
    public static let usualCap: UInt64 = 100_000
    /// 0.01 SOL, in lamports: the review warns of anything above it (R09).
    public static let maximumCap: UInt64 = 10_000_000

    /// - Parameter cap: In lamports; anything above ``maximumCap`` counts as that.
    public init(_ level: Level = .normal, cap: UInt64 = usualCap) {
        self.level = level
        self.cap = min(cap, Self.maximumCap)
    }

    /// Returns the price of a compute unit in millionths of a lamport; 0 if nothing is offered.
    ///
    /// - Parameters:
    ///   - recent: The prices paid in each slot, in millionths of a lamport.
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

    /// Returns the fee for a price in lamports, rounded up as the cluster does it.
    package static func lamports(price: UInt64, units: UInt32) -> UInt64 {
        let (high, low) = price.multipliedFullWidth(by: UInt64(units))
        guard high < 1_000_000 else { return .max }
        let (quotient, remainder) = UInt64(1_000_000).dividingFullWidth((high, low))
        return remainder == 0 ? quotient : quotient + 1
    }
}

/// The compute budget that a transaction asks for.
package struct ComputeBudget: Sendable, Hashable {
    /// The limit in compute units; nil sets no limit and offers nothing.
    package var limit: UInt32?
    /// The price of a compute unit, in millionths of a lamport.
    package var price: UInt64

    /// Creates a budget, which asks for nothing without a limit.
    package init(limit: UInt32? = nil, price: UInt64 = 0) {
        self.limit = limit
        self.price = price
    }

    /// The most compute units that a transaction may use.
    package static let maximumLimit: UInt32 = 1_400_000

    @InstructionsBuilder package var instructions: [Instruction] {
        if let limit {
            ComputeBudgetProgram.setComputeUnitLimit(limit)
            ComputeBudgetProgram.setComputeUnitPrice(microLamports: price)
        }
    }

    /// The priority fee, in lamports.
    package var fee: UInt64 { limit.map { PriorityFee.lamports(price: price, units: $0) } ?? 0 }

    /// Returns the limit for the units that a simulation used: a tenth more, and a little for a transaction that uses almost none.
    package static func limit(forUsed units: UInt64) -> UInt32 {
        let most = UInt64(maximumLimit)
        guard units < most else { return maximumLimit }
        return UInt32(min(most, units + units / 10 + 1_000))
    }
}

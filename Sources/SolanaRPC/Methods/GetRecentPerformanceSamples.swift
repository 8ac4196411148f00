public import JSONRPC

/// How many slots and transactions there were in the last minutes, the newest minute first.
///
/// Source: https://solana.com/docs/rpc/http/getrecentperformancesamples
public struct GetRecentPerformanceSamples: SolanaRPCMethod {
    public static let name = "getRecentPerformanceSamples"

    /// At most 720, which is the default.
    public var limit: Int?

    public init(limit: Int? = nil) {
        self.limit = limit
    }

    public var parameters: [JSON] { limit.map { [.number($0)] } ?? [] }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> [PerformanceSample] {
        try result.map { element throws(SolanaRPCError) in try PerformanceSample(element) }
    }
}

extension SolanaRPC {
    /// How many slots and transactions there were in the last minutes, the newest minute first.
    public func getRecentPerformanceSamples(limit: Int? = nil) async throws(SolanaRPCError) -> [PerformanceSample] {
        try await answer(to: GetRecentPerformanceSamples(limit: limit))
    }
}

/// A minute of the cluster.
public struct PerformanceSample: Sendable, Hashable {
    /// The slot in which it was taken.
    public let slot: UInt64
    /// The slots that it covers.
    public let slots: UInt64
    /// The transactions in them, votes among them.
    public let transactions: UInt64
    /// How long they took.
    public let seconds: UInt64

    init(_ value: RPCValue) throws(SolanaRPCError) {
        slot = try value.member("slot").uint64()
        slots = try value.member("numSlots").uint64()
        transactions = try value.member("numTransactions").uint64()
        seconds = try value.member("samplePeriodSecs").uint64()
    }
}

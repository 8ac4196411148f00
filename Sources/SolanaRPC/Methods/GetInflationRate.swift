/// The inflation of the present epoch, in parts of one, as the node writes them.
///
/// Source: https://solana.com/docs/rpc/http/getinflationrate
public struct GetInflationRate: SolanaRPCMethod {
    public static let name = "getInflationRate"

    public init() {}

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> InflationRate {
        try InflationRate(result)
    }
}

extension SolanaRPC {
    /// The inflation of the present epoch, in parts of one, as the node writes them.
    public func getInflationRate() async throws(SolanaRPCError) -> InflationRate {
        try await answer(to: GetInflationRate())
    }
}

/// Rates as texts: nothing here counts with them.
public struct InflationRate: Sendable, Hashable {
    public let epoch: UInt64
    /// The whole rate.
    public let total: String
    /// The validators' part.
    public let validator: String
    /// The foundation's part.
    public let foundation: String

    init(_ value: RPCValue) throws(SolanaRPCError) {
        epoch = try value.member("epoch").uint64()
        total = try value.member("total").numberText()
        validator = try value.member("validator").numberText()
        foundation = try value.member("foundation").numberText()
    }
}

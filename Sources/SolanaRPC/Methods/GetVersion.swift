/// What software the node runs.
///
/// Source: https://solana.com/docs/rpc/http/getversion
public struct GetVersion: SolanaRPCMethod {
    public static let name = "getVersion"

    public init() {}

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> NodeVersion {
        try NodeVersion(result)
    }
}

extension SolanaRPC {
    /// What software the node runs.
    public func getVersion() async throws(SolanaRPCError) -> NodeVersion {
        try await answer(to: GetVersion())
    }
}

/// A node's software.
public struct NodeVersion: Sendable, Hashable {
    /// `solana-core`.
    public let core: String
    /// The number of its set of features.
    public let featureSet: UInt64?

    init(_ value: RPCValue) throws(SolanaRPCError) {
        core = try value.member("solana-core").text()
        featureSet = try value.optional("feature-set")?.uint64()
    }
}

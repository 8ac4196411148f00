public import JSONRPC

/// The next slots with a confirmed block.
///
/// Source: https://solana.com/docs/rpc/http/getblockswithlimit
public struct GetBlocksWithLimit: SolanaRPCMethod {
    public static let name = "getBlocksWithLimit"

    public var first: UInt64
    /// At most 500,000.
    public var limit: UInt64
    public var options: RPCContextOptions

    public init(first: UInt64, limit: UInt64, options: RPCContextOptions = RPCContextOptions()) {
        self.first = first
        self.limit = limit
        self.options = options
    }

    public var parameters: [JSON] { options.behind([.number(first), .number(limit)]) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> [UInt64] {
        try result.map { element throws(SolanaRPCError) in try element.uint64() }
    }
}

extension SolanaRPC {
    /// The next slots with a confirmed block.
    public func getBlocksWithLimit(
        from first: UInt64, limit: UInt64, _ options: RPCContextOptions = RPCContextOptions()
    ) async throws(SolanaRPCError) -> [UInt64] {
        try await answer(to: GetBlocksWithLimit(first: first, limit: limit, options: options))
    }
}

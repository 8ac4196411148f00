public import JSONRPC

/// The slots with a confirmed block between two slots.
///
/// Source: https://solana.com/docs/rpc/http/getblocks
public struct GetBlocks: SolanaRPCMethod {
    public static let name = "getBlocks"

    public var first: UInt64
    /// At most 500,000 after the first.
    public var last: UInt64?
    public var options: RPCContextOptions

    public init(first: UInt64, last: UInt64? = nil, options: RPCContextOptions = RPCContextOptions()) {
        self.first = first
        self.last = last
        self.options = options
    }

    public var parameters: [JSON] { options.behind([.number(first)] + (last.map { [.number($0)] } ?? [])) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> [UInt64] {
        try result.map { element throws(SolanaRPCError) in try element.uint64() }
    }
}

extension SolanaRPC {
    /// The slots with a confirmed block between two slots.
    public func getBlocks(
        from first: UInt64, to last: UInt64? = nil, _ options: RPCContextOptions = RPCContextOptions()
    ) async throws(SolanaRPCError) -> [UInt64] {
        try await answer(to: GetBlocks(first: first, last: last, options: options))
    }
}

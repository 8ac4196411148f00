public import JSONRPC

/// The slot that the node has reached.
///
/// Source: https://solana.com/docs/rpc/http/getslot
public struct GetSlot: SolanaRPCMethod {
    public static let name = "getSlot"

    public var options: RPCContextOptions

    public init(options: RPCContextOptions = RPCContextOptions()) {
        self.options = options
    }

    public var parameters: [JSON] { options.behind([]) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> UInt64 {
        try result.uint64()
    }
}

extension SolanaRPC {
    /// The slot that the node has reached.
    public func getSlot(_ options: RPCContextOptions = RPCContextOptions()) async throws(SolanaRPCError) -> UInt64 {
        try await answer(to: GetSlot(options: options))
    }
}

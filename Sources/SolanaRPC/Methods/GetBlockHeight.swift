public import JSONRPC

/// How many blocks there are.
///
/// Source: https://solana.com/docs/rpc/http/getblockheight
public struct GetBlockHeight: SolanaRPCMethod {
    public static let name = "getBlockHeight"

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
    /// How many blocks there are.
    public func getBlockHeight(_ options: RPCContextOptions = RPCContextOptions()) async throws(SolanaRPCError)
        -> UInt64
    {
        try await answer(to: GetBlockHeight(options: options))
    }
}

public import JSONRPC

/// How many transactions the ledger has.
///
/// Source: https://solana.com/docs/rpc/http/gettransactioncount
public struct GetTransactionCount: SolanaRPCMethod {
    public static let name = "getTransactionCount"

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
    /// How many transactions the ledger has.
    public func getTransactionCount(_ options: RPCContextOptions = RPCContextOptions()) async throws(SolanaRPCError)
        -> UInt64
    {
        try await answer(to: GetTransactionCount(options: options))
    }
}

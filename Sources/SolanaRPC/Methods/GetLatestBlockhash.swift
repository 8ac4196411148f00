public import JSONRPC

/// A recent blockhash, and until which height it lives.
///
/// Source: https://solana.com/docs/rpc/http/getlatestblockhash
public struct GetLatestBlockhash: SolanaRPCMethod {
    public static let name = "getLatestBlockhash"

    public var options: RPCContextOptions

    public init(options: RPCContextOptions = RPCContextOptions()) {
        self.options = options
    }

    public var parameters: [JSON] { options.behind([]) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Slotted<LatestBlockhash> {
        try Slotted(result) { value throws(SolanaRPCError) in try LatestBlockhash(value) }
    }
}

extension SolanaRPC {
    /// A recent blockhash, and until which height it lives.
    public func getLatestBlockhash(_ options: RPCContextOptions = RPCContextOptions()) async throws(SolanaRPCError)
        -> Slotted<LatestBlockhash>
    {
        try await answer(to: GetLatestBlockhash(options: options))
    }
}

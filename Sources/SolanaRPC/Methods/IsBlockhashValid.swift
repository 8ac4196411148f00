public import JSONRPC
public import SolanaTransactions

/// Whether a transaction with this blockhash would still be taken.
///
/// Source: https://solana.com/docs/rpc/http/isblockhashvalid
public struct IsBlockhashValid: SolanaRPCMethod {
    public static let name = "isBlockhashValid"

    public var blockhash: Blockhash
    public var options: RPCContextOptions

    public init(blockhash: Blockhash, options: RPCContextOptions = RPCContextOptions()) {
        self.blockhash = blockhash
        self.options = options
    }

    public var parameters: [JSON] { options.behind([.string(blockhash.base58)]) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Slotted<Bool> {
        try Slotted(result) { value throws(SolanaRPCError) in try value.bool() }
    }
}

extension SolanaRPC {
    /// Whether a transaction with this blockhash would still be taken.
    public func isBlockhashValid(_ blockhash: Blockhash, _ options: RPCContextOptions = RPCContextOptions())
        async throws(SolanaRPCError) -> Slotted<Bool>
    {
        try await answer(to: IsBlockhashValid(blockhash: blockhash, options: options))
    }
}

public import JSONRPC
public import SolanaTransactions

/// How many tokens of a mint there are.
///
/// Source: https://solana.com/docs/rpc/http/gettokensupply
public struct GetTokenSupply: SolanaRPCMethod {
    public static let name = "getTokenSupply"

    public var mint: PublicKey
    public var options: RPCContextOptions

    public init(mint: PublicKey, options: RPCContextOptions = RPCContextOptions()) {
        self.mint = mint
        self.options = options
    }

    public var parameters: [JSON] { options.behind([.string(mint.base58)]) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Slotted<TokenAmount> {
        try Slotted(result) { value throws(SolanaRPCError) in try TokenAmount(value) }
    }
}

extension SolanaRPC {
    /// How many tokens of a mint there are.
    public func getTokenSupply(of mint: PublicKey, _ options: RPCContextOptions = RPCContextOptions())
        async throws(SolanaRPCError) -> Slotted<TokenAmount>
    {
        try await answer(to: GetTokenSupply(mint: mint, options: options))
    }
}

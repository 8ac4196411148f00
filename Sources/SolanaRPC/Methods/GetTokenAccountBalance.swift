public import JSONRPC
public import SolanaTransactions

/// How many tokens a token account holds.
///
/// Source: https://solana.com/docs/rpc/http/gettokenaccountbalance
public struct GetTokenAccountBalance: SolanaRPCMethod {
    public static let name = "getTokenAccountBalance"

    public var address: PublicKey
    public var options: RPCContextOptions

    public init(address: PublicKey, options: RPCContextOptions = RPCContextOptions()) {
        self.address = address
        self.options = options
    }

    public var parameters: [JSON] { options.behind([.string(address.base58)]) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Slotted<TokenAmount> {
        try Slotted(result) { value throws(SolanaRPCError) in try TokenAmount(value) }
    }
}

extension SolanaRPC {
    /// How many tokens a token account holds.
    public func getTokenAccountBalance(of address: PublicKey, _ options: RPCContextOptions = RPCContextOptions())
        async throws(SolanaRPCError) -> Slotted<TokenAmount>
    {
        try await answer(to: GetTokenAccountBalance(address: address, options: options))
    }
}

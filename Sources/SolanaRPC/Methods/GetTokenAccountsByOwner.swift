public import JSONRPC
public import SolanaTransactions

/// The token accounts of an owner.
///
/// Source: https://solana.com/docs/rpc/http/gettokenaccountsbyowner
public struct GetTokenAccountsByOwner: SolanaRPCMethod {
    public static let name = "getTokenAccountsByOwner"

    public var owner: PublicKey
    /// Of one mint, or of one token program.
    public var filter: TokenAccountFilter
    public var options: RPCContextOptions

    public init(owner: PublicKey, filter: TokenAccountFilter, options: RPCContextOptions = RPCContextOptions()) {
        self.owner = owner
        self.filter = filter
        self.options = options
    }

    public var parameters: [JSON] { options.behind([.string(owner.base58), filter.json], .accounts()) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Slotted<[KeyedAccount]> {
        try Slotted(result) { value throws(SolanaRPCError) in
            try value.map { element throws(SolanaRPCError) in try KeyedAccount(element) }
        }
    }
}

extension SolanaRPC {
    /// The token accounts of an owner.
    public func getTokenAccountsByOwner(
        _ owner: PublicKey, _ filter: TokenAccountFilter, _ options: RPCContextOptions = RPCContextOptions()
    ) async throws(SolanaRPCError) -> Slotted<[KeyedAccount]> {
        try await answer(to: GetTokenAccountsByOwner(owner: owner, filter: filter, options: options))
    }
}

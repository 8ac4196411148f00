public import JSONRPC
public import SolanaTransactions

/// The token accounts that a delegate may take from.
///
/// Source: https://solana.com/docs/rpc/http/gettokenaccountsbydelegate
public struct GetTokenAccountsByDelegate: SolanaRPCMethod {
    public static let name = "getTokenAccountsByDelegate"

    public var delegate: PublicKey
    /// Of one mint, or of one token program.
    public var filter: TokenAccountFilter
    public var options: RPCContextOptions

    public init(delegate: PublicKey, filter: TokenAccountFilter, options: RPCContextOptions = RPCContextOptions()) {
        self.delegate = delegate
        self.filter = filter
        self.options = options
    }

    public var parameters: [JSON] { options.behind([.string(delegate.base58), filter.json], .accounts()) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Slotted<[KeyedAccount]> {
        try Slotted(result) { value throws(SolanaRPCError) in
            try value.map { element throws(SolanaRPCError) in try KeyedAccount(element) }
        }
    }
}

extension SolanaRPC {
    /// The token accounts that a delegate may take from.
    public func getTokenAccountsByDelegate(
        _ delegate: PublicKey, _ filter: TokenAccountFilter, _ options: RPCContextOptions = RPCContextOptions()
    ) async throws(SolanaRPCError) -> Slotted<[KeyedAccount]> {
        try await answer(to: GetTokenAccountsByDelegate(delegate: delegate, filter: filter, options: options))
    }
}

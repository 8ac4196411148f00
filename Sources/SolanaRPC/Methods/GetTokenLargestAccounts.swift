public import JSONRPC
public import SolanaTransactions

/// The twenty token accounts that hold the most of a mint.
///
/// Source: https://solana.com/docs/rpc/http/gettokenlargestaccounts
public struct GetTokenLargestAccounts: SolanaRPCMethod {
    public static let name = "getTokenLargestAccounts"

    public var mint: PublicKey
    public var options: RPCContextOptions

    public init(mint: PublicKey, options: RPCContextOptions = RPCContextOptions()) {
        self.mint = mint
        self.options = options
    }

    public var parameters: [JSON] { options.behind([.string(mint.base58)]) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Slotted<[TokenHolder]> {
        try Slotted(result) { value throws(SolanaRPCError) in
            try value.map { element throws(SolanaRPCError) in try TokenHolder(element) }
        }
    }
}

extension SolanaRPC {
    /// The twenty token accounts that hold the most of a mint.
    public func getTokenLargestAccounts(of mint: PublicKey, _ options: RPCContextOptions = RPCContextOptions())
        async throws(SolanaRPCError) -> Slotted<[TokenHolder]>
    {
        try await answer(to: GetTokenLargestAccounts(mint: mint, options: options))
    }
}

/// A token account and what it holds.
public struct TokenHolder: Sendable, Hashable {
    public let address: PublicKey
    public let amount: TokenAmount

    init(_ value: RPCValue) throws(SolanaRPCError) {
        address = try value.member("address").publicKey()
        amount = try TokenAmount(value)
    }
}

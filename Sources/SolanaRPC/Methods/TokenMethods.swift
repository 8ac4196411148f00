public import JSONRPC
public import SolanaTransactions

/// The number of tokens that a token account holds.
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
    /// The number of tokens that a token account holds.
    public func getTokenAccountBalance(of address: PublicKey, _ options: RPCContextOptions = RPCContextOptions())
        async throws(SolanaRPCError) -> Slotted<TokenAmount>
    {
        try await answer(to: GetTokenAccountBalance(address: address, options: options))
    }
}

/// The token accounts of an owner.
///
/// Source: https://solana.com/docs/rpc/http/gettokenaccountsbyowner
public struct GetTokenAccountsByOwner: SolanaRPCMethod {
    public static let name = "getTokenAccountsByOwner"

    public var owner: PublicKey
    /// The mint, or the token program, of the accounts.
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

/// The token accounts that a delegate may take from.
///
/// Source: https://solana.com/docs/rpc/http/gettokenaccountsbydelegate
public struct GetTokenAccountsByDelegate: SolanaRPCMethod {
    public static let name = "getTokenAccountsByDelegate"

    public var delegate: PublicKey
    /// The mint, or the token program, of the accounts.
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

/// The number of tokens of a mint that exist.
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
    /// The number of tokens of a mint that exist.
    public func getTokenSupply(of mint: PublicKey, _ options: RPCContextOptions = RPCContextOptions())
        async throws(SolanaRPCError) -> Slotted<TokenAmount>
    {
        try await answer(to: GetTokenSupply(mint: mint, options: options))
    }
}

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

public import JSONRPC
public import SolanaTransactions

/// An account; nil if there is none.
///
/// Source: https://solana.com/docs/rpc/http/getaccountinfo
public struct GetAccountInfo: SolanaRPCMethod {
    public static let name = "getAccountInfo"

    public var address: PublicKey
    /// The requested part of the data; all of it by default.
    public var slice: DataSlice?
    public var options: RPCContextOptions

    public init(address: PublicKey, slice: DataSlice? = nil, options: RPCContextOptions = RPCContextOptions()) {
        self.address = address
        self.slice = slice
        self.options = options
    }

    public var parameters: [JSON] { options.behind([.string(address.base58)], .accounts(slice)) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Slotted<AccountInfo?> {
        try Slotted(result) { value throws(SolanaRPCError) in try AccountInfo.optional(value) }
    }
}

extension SolanaRPC {
    /// An account; nil if there is none.
    public func getAccountInfo(
        of address: PublicKey, slice: DataSlice? = nil, _ options: RPCContextOptions = RPCContextOptions()
    ) async throws(SolanaRPCError) -> Slotted<AccountInfo?> {
        try await answer(to: GetAccountInfo(address: address, slice: slice, options: options))
    }
}

/// Up to 100 accounts at once, in the order of the request; nil for one that doesn't exist.
///
/// Source: https://solana.com/docs/rpc/http/getmultipleaccounts
public struct GetMultipleAccounts: SolanaRPCMethod {
    public static let name = "getMultipleAccounts"

    public var addresses: [PublicKey]
    /// The requested part of the data; all of it by default.
    public var slice: DataSlice?
    public var options: RPCContextOptions

    public init(addresses: [PublicKey], slice: DataSlice? = nil, options: RPCContextOptions = RPCContextOptions()) {
        self.addresses = addresses
        self.slice = slice
        self.options = options
    }

    public var parameters: [JSON] { options.behind([.array(addresses.map { .string($0.base58) })], .accounts(slice)) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Slotted<[AccountInfo?]> {
        let accounts = try Slotted(result) { value throws(SolanaRPCError) in
            try value.map { element throws(SolanaRPCError) in try AccountInfo.optional(element) }
        }
        // One too many or too few would give somebody another's account.
        guard accounts.value.count == addresses.count else { throw result.fault }
        return accounts
    }
}

extension SolanaRPC {
    /// Up to 100 accounts at once, in the order of the request; nil for one that doesn't exist.
    public func getMultipleAccounts(
        _ addresses: [PublicKey], slice: DataSlice? = nil, _ options: RPCContextOptions = RPCContextOptions()
    ) async throws(SolanaRPCError) -> Slotted<[AccountInfo?]> {
        try await answer(to: GetMultipleAccounts(addresses: addresses, slice: slice, options: options))
    }
}

/// The accounts of a program that pass all filters.
///
/// Source: https://solana.com/docs/rpc/http/getprogramaccounts
public struct GetProgramAccounts: SolanaRPCMethod {
    public static let name = "getProgramAccounts"

    public var program: PublicKey
    /// Up to four filters.
    public var filters: [AccountFilter]
    /// The requested part of the data; all of it by default.
    public var slice: DataSlice?
    public var options: RPCContextOptions

    public init(
        program: PublicKey, filters: [AccountFilter] = [], slice: DataSlice? = nil,
        options: RPCContextOptions = RPCContextOptions()
    ) {
        self.program = program
        self.filters = filters
        self.slice = slice
        self.options = options
    }

    public var parameters: [JSON] {
        var more = JSONObject.accounts(slice)
        more["withContext"] = true
        if !filters.isEmpty { more["filters"] = .array(filters.map(\.json)) }
        return options.behind([.string(program.base58)], more)
    }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Slotted<[KeyedAccount]> {
        try Slotted(result) { value throws(SolanaRPCError) in
            try value.map { element throws(SolanaRPCError) in try KeyedAccount(element) }
        }
    }
}

extension SolanaRPC {
    /// The accounts of a program that pass all filters.
    public func getProgramAccounts(
        of program: PublicKey, _ filters: [AccountFilter] = [], slice: DataSlice? = nil,
        _ options: RPCContextOptions = RPCContextOptions()
    ) async throws(SolanaRPCError) -> Slotted<[KeyedAccount]> {
        try await answer(to: GetProgramAccounts(program: program, filters: filters, slice: slice, options: options))
    }
}

/// The lamports of an account; 0 if there is none.
///
/// Source: https://solana.com/docs/rpc/http/getbalance
public struct GetBalance: SolanaRPCMethod {
    public static let name = "getBalance"

    public var address: PublicKey
    public var options: RPCContextOptions

    public init(address: PublicKey, options: RPCContextOptions = RPCContextOptions()) {
        self.address = address
        self.options = options
    }

    public var parameters: [JSON] { options.behind([.string(address.base58)]) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Slotted<UInt64> {
        try Slotted(result) { value throws(SolanaRPCError) in try value.uint64() }
    }
}

extension SolanaRPC {
    /// The lamports of an account; 0 if there is none.
    public func getBalance(of address: PublicKey, _ options: RPCContextOptions = RPCContextOptions())
        async throws(SolanaRPCError) -> Slotted<UInt64>
    {
        try await answer(to: GetBalance(address: address, options: options))
    }
}

/// The twenty accounts with the most lamports.
///
/// Source: https://solana.com/docs/rpc/http/getlargestaccounts
public struct GetLargestAccounts: SolanaRPCMethod {
    public static let name = "getLargestAccounts"

    /// `circulating` or `nonCirculating`.
    public var filter: String?
    public var options: RPCContextOptions

    public init(filter: String? = nil, options: RPCContextOptions = RPCContextOptions()) {
        self.filter = filter
        self.options = options
    }

    public var parameters: [JSON] {
        var more = JSONObject()
        more["filter"] = filter.map { .string($0) }
        return options.behind([], more)
    }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Slotted<[LargeAccount]> {
        try Slotted(result) { value throws(SolanaRPCError) in
            try value.map { element throws(SolanaRPCError) in try LargeAccount(element) }
        }
    }
}

extension SolanaRPC {
    /// The twenty accounts with the most lamports.
    public func getLargestAccounts(_ filter: String? = nil, _ options: RPCContextOptions = RPCContextOptions())
        async throws(SolanaRPCError) -> Slotted<[LargeAccount]>
    {
        try await answer(to: GetLargestAccounts(filter: filter, options: options))
    }
}

/// An account and its lamports.
public struct LargeAccount: Sendable, Hashable {
    public let address: PublicKey
    public let lamports: UInt64

    init(_ value: RPCValue) throws(SolanaRPCError) {
        address = try value.member("address").publicKey()
        lamports = try value.member("lamports").uint64()
    }
}

/// The lamports that an account of this many bytes must have to stay.
///
/// Source: https://solana.com/docs/rpc/http/getminimumbalanceforrentexemption
public struct GetMinimumBalanceForRentExemption: SolanaRPCMethod {
    public static let name = "getMinimumBalanceForRentExemption"

    /// Bytes of data.
    public var count: UInt64
    public var options: RPCContextOptions

    public init(count: UInt64, options: RPCContextOptions = RPCContextOptions()) {
        self.count = count
        self.options = options
    }

    public var parameters: [JSON] { options.behind([.number(count)]) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> UInt64 {
        try result.uint64()
    }
}

extension SolanaRPC {
    /// The lamports that an account of this many bytes must have to stay.
    public func getMinimumBalanceForRentExemption(_ count: UInt64, _ options: RPCContextOptions = RPCContextOptions())
        async throws(SolanaRPCError) -> UInt64
    {
        try await answer(to: GetMinimumBalanceForRentExemption(count: count, options: options))
    }
}

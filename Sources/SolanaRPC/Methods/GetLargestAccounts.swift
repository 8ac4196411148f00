public import JSONRPC
public import SolanaTransactions

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

public import JSONRPC
public import SolanaTransactions

/// Up to 100 accounts at once, each nil where there is none, in the order in which they were asked for.
///
/// Source: https://solana.com/docs/rpc/http/getmultipleaccounts
public struct GetMultipleAccounts: SolanaRPCMethod {
    public static let name = "getMultipleAccounts"

    public var addresses: [PublicKey]
    /// The part of the data that is wanted; all of it by default.
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
    /// Up to 100 accounts at once, each nil where there is none, in the order in which they were asked for.
    public func getMultipleAccounts(
        _ addresses: [PublicKey], slice: DataSlice? = nil, _ options: RPCContextOptions = RPCContextOptions()
    ) async throws(SolanaRPCError) -> Slotted<[AccountInfo?]> {
        try await answer(to: GetMultipleAccounts(addresses: addresses, slice: slice, options: options))
    }
}

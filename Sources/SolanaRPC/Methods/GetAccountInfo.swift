public import JSONRPC
public import SolanaTransactions

/// An account; nil where there is none.
///
/// Source: https://solana.com/docs/rpc/http/getaccountinfo
public struct GetAccountInfo: SolanaRPCMethod {
    public static let name = "getAccountInfo"

    public var address: PublicKey
    /// The part of the data that is wanted; all of it by default.
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
    /// An account; nil where there is none.
    public func getAccountInfo(
        of address: PublicKey, slice: DataSlice? = nil, _ options: RPCContextOptions = RPCContextOptions()
    ) async throws(SolanaRPCError) -> Slotted<AccountInfo?> {
        try await answer(to: GetAccountInfo(address: address, slice: slice, options: options))
    }
}

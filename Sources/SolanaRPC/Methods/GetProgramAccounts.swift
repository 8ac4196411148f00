public import JSONRPC
public import SolanaTransactions

/// The accounts of a program that pass all filters.
///
/// Source: https://solana.com/docs/rpc/http/getprogramaccounts
public struct GetProgramAccounts: SolanaRPCMethod {
    public static let name = "getProgramAccounts"

    public var program: PublicKey
    /// Up to four.
    public var filters: [AccountFilter]
    /// The part of the data that is wanted; all of it by default.
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

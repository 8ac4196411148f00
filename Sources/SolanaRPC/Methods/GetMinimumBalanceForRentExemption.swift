public import JSONRPC

/// The lamports that an account of so many bytes must have to stay.
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
    /// The lamports that an account of so many bytes must have to stay.
    public func getMinimumBalanceForRentExemption(_ count: UInt64, _ options: RPCContextOptions = RPCContextOptions())
        async throws(SolanaRPCError) -> UInt64
    {
        try await answer(to: GetMinimumBalanceForRentExemption(count: count, options: options))
    }
}

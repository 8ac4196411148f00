public import JSONRPC

/// The fewest lamports that can be delegated.
///
/// Source: https://solana.com/docs/rpc/http/getstakeminimumdelegation
public struct GetStakeMinimumDelegation: SolanaRPCMethod {
    public static let name = "getStakeMinimumDelegation"

    public var options: RPCContextOptions

    public init(options: RPCContextOptions = RPCContextOptions()) {
        self.options = options
    }

    public var parameters: [JSON] { options.behind([]) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Slotted<UInt64> {
        try Slotted(result) { value throws(SolanaRPCError) in try value.uint64() }
    }
}

extension SolanaRPC {
    /// The fewest lamports that can be delegated.
    public func getStakeMinimumDelegation(_ options: RPCContextOptions = RPCContextOptions())
        async throws(SolanaRPCError) -> Slotted<UInt64>
    {
        try await answer(to: GetStakeMinimumDelegation(options: options))
    }
}

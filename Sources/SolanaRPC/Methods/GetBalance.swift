public import JSONRPC
public import SolanaTransactions

/// The lamports of an account; 0 where there is none.
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
    /// The lamports of an account; 0 where there is none.
    public func getBalance(of address: PublicKey, _ options: RPCContextOptions = RPCContextOptions())
        async throws(SolanaRPCError) -> Slotted<UInt64>
    {
        try await answer(to: GetBalance(address: address, options: options))
    }
}

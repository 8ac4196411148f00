public import JSONRPC
public import SolanaTransactions

/// Who leads the slot.
///
/// Source: https://solana.com/docs/rpc/http/getslotleader
public struct GetSlotLeader: SolanaRPCMethod {
    public static let name = "getSlotLeader"

    public var options: RPCContextOptions

    public init(options: RPCContextOptions = RPCContextOptions()) {
        self.options = options
    }

    public var parameters: [JSON] { options.behind([]) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> PublicKey {
        try result.publicKey()
    }
}

extension SolanaRPC {
    /// Who leads the slot.
    public func getSlotLeader(_ options: RPCContextOptions = RPCContextOptions()) async throws(SolanaRPCError)
        -> PublicKey
    {
        try await answer(to: GetSlotLeader(options: options))
    }
}

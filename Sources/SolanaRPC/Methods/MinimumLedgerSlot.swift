/// The first slot that the node knows anything of.
///
/// Source: https://solana.com/docs/rpc/http/minimumledgerslot
public struct MinimumLedgerSlot: SolanaRPCMethod {
    public static let name = "minimumLedgerSlot"

    public init() {}

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> UInt64 {
        try result.uint64()
    }
}

extension SolanaRPC {
    /// The first slot that the node knows anything of.
    public func minimumLedgerSlot() async throws(SolanaRPCError) -> UInt64 {
        try await answer(to: MinimumLedgerSlot())
    }
}

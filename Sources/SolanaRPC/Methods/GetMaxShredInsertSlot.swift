/// The highest slot that the node has received.
///
/// Source: https://solana.com/docs/rpc/http/getmaxshredinsertslot
public struct GetMaxShredInsertSlot: SolanaRPCMethod {
    public static let name = "getMaxShredInsertSlot"

    public init() {}

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> UInt64 {
        try result.uint64()
    }
}

extension SolanaRPC {
    /// The highest slot that the node has received.
    public func getMaxShredInsertSlot() async throws(SolanaRPCError) -> UInt64 {
        try await answer(to: GetMaxShredInsertSlot())
    }
}

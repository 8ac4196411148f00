/// The highest slot that the node has passed on.
///
/// Source: https://solana.com/docs/rpc/http/getmaxretransmitslot
public struct GetMaxRetransmitSlot: SolanaRPCMethod {
    public static let name = "getMaxRetransmitSlot"

    public init() {}

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> UInt64 {
        try result.uint64()
    }
}

extension SolanaRPC {
    /// The highest slot that the node has passed on.
    public func getMaxRetransmitSlot() async throws(SolanaRPCError) -> UInt64 {
        try await answer(to: GetMaxRetransmitSlot())
    }
}

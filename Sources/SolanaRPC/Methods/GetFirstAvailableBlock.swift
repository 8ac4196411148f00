/// The first slot whose block the node still has.
///
/// Source: https://solana.com/docs/rpc/http/getfirstavailableblock
public struct GetFirstAvailableBlock: SolanaRPCMethod {
    public static let name = "getFirstAvailableBlock"

    public init() {}

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> UInt64 {
        try result.uint64()
    }
}

extension SolanaRPC {
    /// The first slot whose block the node still has.
    public func getFirstAvailableBlock() async throws(SolanaRPCError) -> UInt64 {
        try await answer(to: GetFirstAvailableBlock())
    }
}

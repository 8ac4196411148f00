public import SolanaTransactions

/// The hash of the first block, by which clusters are told apart.
///
/// Source: https://solana.com/docs/rpc/http/getgenesishash
public struct GetGenesisHash: SolanaRPCMethod {
    public static let name = "getGenesisHash"

    public init() {}

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Blockhash {
        try result.blockhash()
    }
}

extension SolanaRPC {
    /// The hash of the first block, by which clusters are told apart.
    public func getGenesisHash() async throws(SolanaRPCError) -> Blockhash {
        try await answer(to: GetGenesisHash())
    }
}

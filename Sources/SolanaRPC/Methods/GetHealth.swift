/// Whether the node keeps up: it answers "ok", or refuses with -32005.
///
/// Source: https://solana.com/docs/rpc/http/gethealth
public struct GetHealth: SolanaRPCMethod {
    public static let name = "getHealth"

    public init() {}

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> String {
        try result.text()
    }
}

extension SolanaRPC {
    /// Whether the node keeps up: it answers "ok", or refuses with -32005.
    public func getHealth() async throws(SolanaRPCError) -> String {
        try await answer(to: GetHealth())
    }
}

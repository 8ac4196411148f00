public import SolanaTransactions

/// The node's own key.
///
/// Source: https://solana.com/docs/rpc/http/getidentity
public struct GetIdentity: SolanaRPCMethod {
    public static let name = "getIdentity"

    public init() {}

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> PublicKey {
        try result.member("identity").publicKey()
    }
}

extension SolanaRPC {
    /// The node's own key.
    public func getIdentity() async throws(SolanaRPCError) -> PublicKey {
        try await answer(to: GetIdentity())
    }
}

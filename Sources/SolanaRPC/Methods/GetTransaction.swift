public import JSONRPC
public import SolanaTransactions

/// A transaction that was executed, of any version; nil where the node doesn't know it.
///
/// Source: https://solana.com/docs/rpc/http/gettransaction
public struct GetTransaction: SolanaRPCMethod {
    public static let name = "getTransaction"

    public var signature: Signature
    /// At least `confirmed`.
    public var commitment: Commitment?

    public init(signature: Signature, commitment: Commitment? = nil) {
        self.signature = signature
        self.commitment = commitment
    }

    public var parameters: [JSON] {
        var more: JSONObject = ["encoding": "base64", "maxSupportedTransactionVersion": 1]
        more["commitment"] = commitment.map { .string($0.rawValue) }
        return [.string(signature.base58), .object(more)]
    }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> ExecutedTransaction? {
        guard let value = result.unlessNull else { return nil }
        let executed = try ExecutedTransaction(value)
        guard executed.transaction.signatures.first == signature else { throw result.fault }
        return executed
    }
}

extension SolanaRPC {
    /// A transaction that was executed, of any version; nil where the node doesn't know it.
    public func getTransaction(_ signature: Signature, commitment: Commitment? = nil) async throws(SolanaRPCError)
        -> ExecutedTransaction?
    {
        try await answer(to: GetTransaction(signature: signature, commitment: commitment))
    }
}

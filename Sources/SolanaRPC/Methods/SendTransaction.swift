public import JSONRPC
public import SolanaTransactions

/// Sends a signed transaction, after the node has simulated it, and returns its first signature.
///
/// Source: https://solana.com/docs/rpc/http/sendtransaction
public struct SendTransaction: SolanaRPCMethod {
    public static let name = "sendTransaction"

    public var transaction: Transaction
    /// Whether the node sends it without simulating it.
    public var skipsPreflight: Bool
    /// By which state it is simulated.
    public var preflightCommitment: Commitment?
    /// How often the node sends it on; until its blockhash is too old by default.
    public var maxRetries: UInt64?
    public var minContextSlot: UInt64?

    public init(
        transaction: Transaction, skipsPreflight: Bool = false, preflightCommitment: Commitment? = nil,
        maxRetries: UInt64? = nil, minContextSlot: UInt64? = nil
    ) {
        self.transaction = transaction
        self.skipsPreflight = skipsPreflight
        self.preflightCommitment = preflightCommitment
        self.maxRetries = maxRetries
        self.minContextSlot = minContextSlot
    }

    public var parameters: [JSON] {
        var more: JSONObject = ["encoding": "base64"]
        if skipsPreflight { more["skipPreflight"] = true }
        more["preflightCommitment"] = preflightCommitment.map { .string($0.rawValue) }
        more["maxRetries"] = maxRetries.map { .number($0) }
        more["minContextSlot"] = minContextSlot.map { .number($0) }
        return [.string(Base64.encode(transaction.encoded())), .object(more)]
    }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Signature {
        let signature = try result.signature()
        // Another's would be waited for in vain, and this one be taken for lost.
        guard signature == transaction.signatures.first else { throw result.fault }
        return signature
    }
}

extension SolanaRPC {
    /// Sends a signed transaction, after the node has simulated it, and returns its first signature.
    public func sendTransaction(
        _ transaction: Transaction, skipsPreflight: Bool = false, preflightCommitment: Commitment? = nil,
        maxRetries: UInt64? = nil, minContextSlot: UInt64? = nil
    ) async throws(SolanaRPCError) -> Signature {
        try await answer(
            to: SendTransaction(
                transaction: transaction, skipsPreflight: skipsPreflight, preflightCommitment: preflightCommitment,
                maxRetries: maxRetries, minContextSlot: minContextSlot))
    }
}

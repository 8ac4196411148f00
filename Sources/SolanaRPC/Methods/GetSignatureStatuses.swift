public import JSONRPC
public import SolanaTransactions

/// What became of up to 256 transactions, each nil where the node doesn't know it, in the order in which they were asked for.
///
/// Source: https://solana.com/docs/rpc/http/getsignaturestatuses
public struct GetSignatureStatuses: SolanaRPCMethod {
    public static let name = "getSignatureStatuses"

    public var signatures: [Signature]
    /// Whether the node looks into its whole ledger, and not only at the last blocks.
    public var searchesHistory: Bool

    public init(signatures: [Signature], searchesHistory: Bool = false) {
        self.signatures = signatures
        self.searchesHistory = searchesHistory
    }

    public var parameters: [JSON] {
        [.array(signatures.map { .string($0.base58) })] + (searchesHistory ? [["searchTransactionHistory": true]] : [])
    }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Slotted<[SignatureStatus?]> {
        let statuses = try Slotted(result) { value throws(SolanaRPCError) in
            try value.map { element throws(SolanaRPCError) -> SignatureStatus? in
                guard let status = element.unlessNull else { return nil }
                return try SignatureStatus(status)
            }
        }
        guard statuses.value.count == signatures.count else { throw result.fault }
        return statuses
    }
}

extension SolanaRPC {
    /// What became of up to 256 transactions, each nil where the node doesn't know it, in the order in which they were asked for.
    public func getSignatureStatuses(_ signatures: [Signature], searchesHistory: Bool = false)
        async throws(SolanaRPCError) -> Slotted<[SignatureStatus?]>
    {
        try await answer(to: GetSignatureStatuses(signatures: signatures, searchesHistory: searchesHistory))
    }
}

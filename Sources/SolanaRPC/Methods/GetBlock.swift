public import JSONRPC
public import SolanaTransactions

/// A block with its transactions, of any version; nil where the node doesn't have it.
///
/// Source: https://solana.com/docs/rpc/http/getblock
public struct GetBlock: SolanaRPCMethod {
    public static let name = "getBlock"

    public var slot: UInt64
    /// At least `confirmed`.
    public var commitment: Commitment?

    public init(slot: UInt64, commitment: Commitment? = nil) {
        self.slot = slot
        self.commitment = commitment
    }

    public var parameters: [JSON] {
        var more: JSONObject = [
            "encoding": "base64", "transactionDetails": "full", "rewards": false, "maxSupportedTransactionVersion": 1,
        ]
        more["commitment"] = commitment.map { .string($0.rawValue) }
        return [.number(slot), .object(more)]
    }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Block? {
        guard let value = result.unlessNull else { return nil }
        return try Block(value)
    }
}

extension SolanaRPC {
    /// A block with its transactions, of any version; nil where the node doesn't have it.
    public func getBlock(_ slot: UInt64, commitment: Commitment? = nil) async throws(SolanaRPCError) -> Block? {
        try await answer(to: GetBlock(slot: slot, commitment: commitment))
    }
}

/// A block.
public struct Block: Sendable {
    /// The block's own hash.
    public let blockhash: Blockhash
    /// The hash of the block before.
    public let previousBlockhash: Blockhash
    /// The slot of the block before.
    public let parentSlot: UInt64
    /// How many blocks are beneath it; nil where the node has not kept it.
    public let blockHeight: UInt64?
    /// Seconds since 1970, as the validators estimated them.
    public let blockTime: Int64?
    /// The transactions in their order, each with what it failed with.
    public let transactions: [(transaction: Transaction, failure: TransactionFailure?)]

    init(_ value: RPCValue) throws(SolanaRPCError) {
        blockhash = try value.member("blockhash").blockhash()
        previousBlockhash = try value.member("previousBlockhash").blockhash()
        parentSlot = try value.member("parentSlot").uint64()
        blockHeight = try value.optional("blockHeight")?.uint64()
        blockTime = try value.optional("blockTime")?.int64()
        transactions =
            try value.optional("transactions")?.map { element throws(SolanaRPCError) in
                let encoded = try element.member("transaction")
                guard let transaction = try? Transaction(decoding: try encoded.encodedBytes()) else {
                    throw encoded.fault
                }
                return (
                    transaction,
                    try element.optional("meta").flatMap { meta throws(SolanaRPCError) in
                        try TransactionFailure.optional(meta)
                    }
                )
            } ?? []
    }
}

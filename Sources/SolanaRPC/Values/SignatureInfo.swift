public import SolanaTransactions

/// A transaction in an address's history.
public struct SignatureInfo: Sendable, Hashable {
    public let signature: Signature
    /// The slot in which it was executed.
    public let slot: UInt64
    /// Why it failed; nil where it succeeded.
    public let failure: TransactionFailure?
    /// What its memo instructions say; whoever made the transaction chose it.
    public let memo: String?
    /// Seconds since 1970, as the validators estimated them.
    public let blockTime: Int64?
    /// How sure it is; nil where the node no longer says.
    public let confirmation: Commitment?
    /// The place within the slot, from 0; nil from nodes that don't tell.
    public let index: UInt64?

    init(_ value: RPCValue) throws(SolanaRPCError) {
        signature = try value.member("signature").signature()
        slot = try value.member("slot").uint64()
        failure = try TransactionFailure.optional(value)
        memo = try value.optional("memo")?.text()
        blockTime = try value.optional("blockTime")?.int64()
        confirmation = try Commitment.optional(value)
        index = try value.optional("transactionIndex")?.uint64()
    }
}

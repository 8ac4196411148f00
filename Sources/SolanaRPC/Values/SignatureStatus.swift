/// What became of a transaction.
public struct SignatureStatus: Sendable, Hashable {
    /// The slot that it was executed in.
    public let slot: UInt64
    /// Nil where it succeeded.
    public let failure: TransactionFailure?
    /// Blocks on top of it; nil once it is final.
    public let confirmations: UInt64?
    public let confirmation: Commitment?

    init(_ value: RPCValue) throws(SolanaRPCError) {
        slot = try value.member("slot").uint64()
        failure = try TransactionFailure.optional(value)
        confirmations = try value.optional("confirmations")?.uint64()
        confirmation = try Commitment.optional(value)
    }
}

/// What a node says a transaction would do; also what it found before it refused to send one.
public struct SimulationResult: Sendable, Hashable {
    /// Nil where it would succeed.
    public let failure: TransactionFailure?
    /// What programs and the runtime logged.
    public let logs: [String]
    /// The compute units that it would take.
    public let unitsConsumed: UInt64?
    /// The accounts that were asked for, as they would be afterwards, in that order; nil where one wouldn't be.
    public let accounts: [AccountInfo?]?
    /// The blockhash that the node put in the place of the transaction's, where it was asked to, and until which height it would live.
    public let replacementBlockhash: LatestBlockhash?

    init(_ value: RPCValue) throws(SolanaRPCError) {
        failure = try TransactionFailure.optional(value)
        logs = try value.optional("logs")?.map { element throws(SolanaRPCError) in try element.text() } ?? []
        unitsConsumed = try value.optional("unitsConsumed")?.uint64()
        accounts = try value.optional("accounts")?.map { element throws(SolanaRPCError) in
            try AccountInfo.optional(element)
        }
        replacementBlockhash = try value.optional("replacementBlockhash").map { value throws(SolanaRPCError) in
            try LatestBlockhash(value)
        }
    }
}

public import SolanaRPC

/// What became of a transaction that was to be sent.
public enum BroadcastOutcome: Sendable, Hashable {
    /// Executed, and as sure as was wanted.
    case confirmed(slot: UInt64)
    /// Executed without success, and as sure as was wanted; its fee is paid.
    case failed(TransactionFailure, slot: UInt64)
    /// Nobody has executed it, and nobody can any more.
    case expired
    /// The node refused it before sending it, and nobody has executed it.
    case rejected(RPCNodeError)
    /// It never left: no node could be reached.
    case unsent(SolanaRPCError)
    /// Nobody knows. It may still be executed, until its blockhash is too old.
    case unknown(BroadcastDoubt)
}

/// Why nobody knows what became of a transaction.
public enum BroadcastDoubt: String, Sendable, Hashable {
    /// Whoever waited doesn't any more.
    case cancelled
    /// No node answers any more.
    case unreachable
    /// Neither was it seen nor did its time pass, for too long.
    case timeout
}

/// How far a transaction has come, in this order; each is told once.
public enum BroadcastProgress: Sendable, Hashable {
    /// A node has taken it, or may have.
    case sent
    /// A node has seen it executed, in this slot.
    case seen(slot: UInt64)
}

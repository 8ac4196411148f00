public import SolanaRPC
public import SolanaTransactions

/// A transaction as it was built and tried, for somebody to sign.
public struct PlannedTransaction: Sendable {
    /// Nobody has signed it.
    public let transaction: Transaction
    /// What it costs in all, in lamports.
    public let fee: UInt64
    /// The part of the fee that is offered for priority, in lamports.
    public let priorityFee: UInt64
    /// The compute units that it asks for; nil where it sets no limit.
    public let computeUnits: UInt32?
    /// Until which height it can be executed.
    public let lifetime: LatestBlockhash
    /// The slot of the trial.
    public let slot: UInt64
    /// The accounts that were asked for, as the node says they would be afterwards; one that wouldn't be isn't among them.
    let outcome: [PublicKey: AccountInfo]
}

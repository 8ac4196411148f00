public import SolanaTransactions
public import TransactionReview

/// A transfer as it would be sent, with what it costs and to whom it goes.
public struct TransferPlan: Sendable {
    public let order: TransferOrder
    public let recipient: Recipient
    public let transaction: PlannedTransaction
    /// What is sent, in the smallest unit.
    public let amount: UInt64
    /// What arrives, in the smallest unit: less where the token keeps a fee back.
    public let received: UInt64
    /// How many decimal places the smallest unit stands behind the point.
    public let decimals: UInt8
    /// What a node says of the token; nil for SOL.
    public let token: TokenDescription?
    /// The accounts that it is taken from: the sender's, or the sender's token accounts.
    public let sources: [PublicKey]
    /// The account that gets it: the recipient's, or the recipient's token account.
    public let destination: PublicKey
    /// Whether that account is made, and what it costs the sender in lamports.
    public let accountCost: UInt64?
    /// What the sender has before, in lamports.
    public let balance: UInt64
    /// The node that was asked.
    public let node: String

    /// All lamports that leave the sender.
    public var total: UInt64 {
        // Each sum was checked against the balance before this was made.
        (order.asset == .sol ? amount : 0) &+ transaction.fee &+ (accountCost ?? 0)
    }
}

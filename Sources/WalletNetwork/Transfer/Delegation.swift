public import SolanaTransactions

/// A token account of the user's that somebody else may take tokens from.
public struct Delegation: Sendable, Hashable {
    public let account: PublicKey
    public let mint: PublicKey
    /// The token program that the account belongs to.
    public let program: PublicKey
    /// Who may take.
    public let delegate: PublicKey
    /// How much, in the token's smallest unit.
    public let amount: UInt64
    /// Whether nothing can be done to it until the mint's freeze authority allows it; revoking neither.
    public let isFrozen: Bool

    init?(_ account: PublicKey, _ held: TokenAccount, program: PublicKey) {
        guard let delegate = held.delegate else { return nil }
        self.account = account
        mint = held.mint
        self.program = program
        self.delegate = delegate
        amount = held.delegatedAmount
        isFrozen = held.isFrozen
    }
}

/// The revoking of delegates, as much as fits one transaction.
public struct RevocationPlan: Sendable {
    public let transaction: PlannedTransaction
    /// What is revoked.
    public let revoked: [Delegation]
    /// What didn't fit, and takes another transaction.
    public let left: [Delegation]
    /// What the sender has before, in lamports.
    public let balance: UInt64
    /// The node that was asked.
    public let node: String
}

public import SolanaTransactions

/// How much of one currency a transaction gave an address or took from it.
public struct AccountMovement: Hashable, Sendable {
    /// Whether the address had more afterwards.
    public let isIncoming: Bool
    /// In the smallest unit; never 0.
    public let amount: UInt64
    /// The token; nil for SOL.
    public let mint: PublicKey?
    /// How many decimal places the smallest unit stands behind the point.
    public let decimals: UInt8
    /// Who had as much less, or more; nil where it can't be said that it was one alone.
    public let counterparty: PublicKey?
    /// How many had less where the address had more, or more where it had less.
    public let counterparties: Int
    /// How many had more of it afterwards, the address itself counted.
    public let recipients: Int
}

/// What a transaction was for one address.
public struct AccountActivity: Hashable, Sendable {
    /// Whether the address signed it, so that it knew of it.
    public let isSigner: Bool
    /// Whether the fee was the address's to pay; it stands in no movement.
    public let paysFee: Bool
    /// SOL first, then the tokens in their mints' order. A swap has several, a failed transaction none.
    public let movements: [AccountMovement]
}

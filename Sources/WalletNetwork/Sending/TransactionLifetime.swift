public import SolanaTransactions

/// Until when a transaction can be executed.
public enum TransactionLifetime: Sendable, Hashable {
    /// As long as no block above this height is there.
    case blocks(lastValidHeight: UInt64)
    /// As long as the account holds the nonce that stands in the transaction: no height ends it.
    case nonce(account: PublicKey)
}

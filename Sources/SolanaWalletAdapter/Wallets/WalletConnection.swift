public import Salt
public import SolanaTransactions

/// What a wallet and an app have agreed on, which can be stored and read again.
public protocol WalletConnection: Sendable {
    /// The account that the wallet's user chose.
    var publicKey: PublicKey { get }

    /// Reads what ``encoded()`` wrote; nil where it isn't that.
    init?(decoding secret: borrowing SecretBytes)

    /// Everything that a later run of the app needs, at most ``SecureStorageLimits/secretCount`` bytes.
    func encoded() -> StoredSecret
}

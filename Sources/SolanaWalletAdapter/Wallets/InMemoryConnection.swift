public import Salt
public import SolanaTransactions

/// A connection to an ``InMemoryWallet``: its account, and no secret.
public struct InMemoryConnection: WalletConnection, Hashable {
    public let publicKey: PublicKey

    public init(publicKey: PublicKey) { self.publicKey = publicKey }

    public init?(decoding secret: borrowing SecretBytes) {
        guard let publicKey = try? PublicKey(bytes: secret.disclosed()) else { return nil }
        self.publicKey = publicKey
    }

    public func encoded() -> StoredSecret {
        StoredSecret(SecretBytes(copying: publicKey.bytes))
    }
}

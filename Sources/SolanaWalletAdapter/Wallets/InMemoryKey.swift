internal import Deeplinks
internal import Salt
internal import SolanaTransactions

/// The Ed25519 key of an ``InMemoryWallet``.
final class InMemoryKey: Sendable {
    let publicKey: PublicKey
    private let secretKey: SecretBytes

    /// - Throws: `SaltError.wrongCount`.
    init(seed: borrowing SecretBytes) throws(SaltError) {
        let pair = try SaltSign.KeyPair(seed: seed)
        secretKey = pair.secretKey.clone()
        // Every public key has the length of one.
        publicKey = (try? PublicKey(bytes: pair.publicKey)) ?? PublicKey()
    }

    static func random() -> InMemoryKey {
        while true {
            // A seed of this length is never refused.
            if let key = try? InMemoryKey(seed: SecretBytes.random(count: SaltSign.seedCount)) { return key }
        }
    }

    /// - Throws: `refused` where the connection is another wallet's.
    func sign(_ message: [UInt8], for connection: InMemoryConnection) throws(WalletAdapterError) -> Signature {
        guard connection.publicKey == publicKey else { throw .refused(.unauthorized) }
        guard let bytes = try? SaltSign.sign(message, secretKey: secretKey),
            let signature = try? Signature(bytes: bytes)
        else { throw .wrongSignature }
        return signature
    }

    func sign(
        _ transaction: Transaction, for connection: InMemoryConnection
    ) throws(WalletAdapterError) -> Transaction {
        let signature = try sign(transaction.messageBytes, for: connection)
        do throws(NotASignerError) {
            return try transaction.placing(signature, for: publicKey)
        } catch {
            throw .notASigner
        }
    }
}

public import SolanaTransactions
import Synchronization

/// Signs one batch on the strength of one proof, and neither opens nor prolongs a session.
public final class ProofSigner: WalletSigner {
    private let keyring: Mutex<Keyring?>

    init(_ keyring: Keyring) {
        self.keyring = Mutex(keyring)
    }

    /// Signs the batch; a second call finds nothing to sign with.
    ///
    /// - Throws: as ``WalletSigner/sign(messages:as:)``; ``WalletKeyError/locked`` on the second call.
    public func sign(
        messages: [[UInt8]], as account: PublicKey
    ) async throws(WalletKeyError) -> [Signature] {
        guard let keyring = keyring.withLock({ $0.take() }) else { throw .locked }
        return try await keyring.sign(messages, as: account) { true }
    }
}

public import SolanaTransactions

/// Signs as long as the session is unlocked; locking in the middle of a batch voids the whole of it.
public struct SessionSigner: WalletSigner {
    let session: SessionLock

    public func sign(
        messages: [[UInt8]], as account: PublicKey
    ) async throws(WalletKeyError) -> [Signature] {
        let (keyring, epoch) = try await session.keyring()
        return try await keyring.sign(messages, as: account) { await session.isOpen(since: epoch) }
    }
}

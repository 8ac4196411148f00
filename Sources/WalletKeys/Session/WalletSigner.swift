public import SolanaTransactions

/// Something that signs for accounts of the wallet: an open session, a single proof, and one day a device.
public protocol WalletSigner: Sendable {
    /// Signs each message with the account's key and verifies each signature before any is handed out.
    ///
    /// - Parameter messages: The exact bytes to sign: of a transaction, those of its message.
    /// - Returns: One signature for each message, in their order; never fewer.
    /// - Throws: ``WalletKeyError``, such as ``WalletKeyError/locked`` and ``WalletKeyError/accountUnknown``.
    func sign(messages: [[UInt8]], as account: PublicKey) async throws(WalletKeyError) -> [Signature]
}

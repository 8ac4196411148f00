import Salt
public import SolanaTransactions
import Synchronization

/// The contents that a proof opens: the seeds of a vault, each in closed memory, and the accounts that are known to belong to them.
package final class Keyring: Sendable {
    /// The accounts, authenticated.
    let accounts: [VaultAccount]
    private let seeds: [Seed]

    /// Takes accounts and the seeds that they name by position.
    package init(accounts: [VaultAccount], seeds: [Seed]) {
        self.accounts = accounts
        self.seeds = seeds
    }

    /// Opens the secrets of a vault.
    ///
    /// - Throws: ``WalletKeyError/vaultForged``.
    convenience init(_ open: OpenVault) throws(WalletKeyError) {
        var seeds: [Seed] = []
        for secret in try open.secrets() { seeds.append(try secret.seed()) }
        self.init(accounts: open.vault.accounts, seeds: seeds)
    }

    /// Derives the key pair of an account.
    ///
    /// - Throws: ``WalletKeyError/accountUnknown``; ``WalletKeyError/keyOutside`` for a key on a device.
    func keyPair(for publicKey: PublicKey) throws(WalletKeyError) -> SaltSign.KeyPair {
        guard let account = accounts.first(where: { $0.publicKey == publicKey }) else { throw .accountUnknown }
        guard account.signer == .vault else { throw .keyOutside }
        guard seeds.indices.contains(Int(account.secret)) else { throw .accountUnknown }
        return try seeds[Int(account.secret)].keyPair(at: account.path)
    }

    /// The account, if its key is on a device; nil if it is the vault's.
    ///
    /// - Throws: ``WalletKeyError/accountUnknown``.
    func deviceAccount(_ publicKey: PublicKey) throws(WalletKeyError) -> VaultAccount? {
        guard let account = accounts.first(where: { $0.publicKey == publicKey }) else { throw .accountUnknown }
        return account.signer == .vault ? nil : account
    }

    /// Signs each message and verifies each signature; the key's page is open for nothing but the signing.
    ///
    /// Verifying takes twice as long as signing and needs no secret, so a part of the batch is verified on another core while the next is signed.
    /// Between parts other tasks get their turn, and `isAllowed` is asked again; it is also asked before any signature is handed out.
    ///
    /// - Throws: ``WalletKeyError/accountUnknown``, ``WalletKeyError/locked``, ``WalletKeyError/cancelled``,
    ///   ``WalletKeyError/signatureFault``.
    package func sign(
        _ messages: [[UInt8]], as publicKey: PublicKey, while isAllowed: () async -> Bool
    ) async throws(WalletKeyError) -> [Signature] {
        let pair = try keyPair(for: publicKey)
        let publicKeyBytes = publicKey.bytes
        return try await withTaskGroup(of: Bool.self) { group -> Result<[Signature], WalletKeyError> in
            do throws(WalletKeyError) {
                var signatures: [Signature] = []
                signatures.reserveCapacity(messages.count)
                for start in stride(from: 0, to: messages.count, by: Self.partCount) {
                    if start > 0 {
                        await Task.yield()
                        try await Self.check(isAllowed)
                    }
                    let part = Array(messages[start..<min(start + Self.partCount, messages.count)])
                    let signed = try Self.sign(part, with: pair.secretKey)
                    for bytes in signed {
                        guard let signature = try? Signature(bytes: bytes) else { throw .signatureFault }
                        signatures.append(signature)
                    }
                    // A key that doesn't belong to the account, or a fault that was provoked while signing, gives the private key away to
                    // whoever gets the signature.
                    group.addTask {
                        zip(signed, part).allSatisfy { SaltSign.verify($0, of: $1, publicKey: publicKeyBytes) }
                    }
                }
                for await isRight in group {
                    guard isRight else { throw .signatureFault }
                }
                try await Self.check(isAllowed)
                return .success(signatures)
            } catch {
                return .failure(error)
            }
        }.get()
    }

    /// The number of messages that are signed in one go: less than half a millisecond.
    private static let partCount = 16

    private static func sign(
        _ messages: [[UInt8]], with secretKey: borrowing SecretBytes
    ) throws(WalletKeyError) -> [[UInt8]] {
        do throws(SaltError) { return try SaltSign.sign(each: messages, secretKey: secretKey) } catch {
            throw .primitive(error)
        }
    }

    private static func check(_ isAllowed: () async -> Bool) async throws(WalletKeyError) {
        guard !Task.isCancelled else { throw .cancelled }
        guard await isAllowed() else { throw .locked }
    }
}

/// Signs one batch on the strength of one proof, and neither opens nor prolongs a session.
public final class ProofSigner: VaultSigner {
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

    /// The account, as the vault's seal vouches for it, if its key is on a device; the proof stays good.
    public func deviceAccount(_ account: PublicKey) throws(WalletKeyError) -> VaultAccount? {
        try keyring.withLock { keyring throws(WalletKeyError) in
            guard let keyring else { throw .locked }
            return try keyring.deviceAccount(account)
        }
    }

    /// Hands an account over to its device, which uses the proof up.
    public func release(_ account: PublicKey) throws(WalletKeyError) -> ReleasedAccount? {
        try keyring.withLock { keyring throws(WalletKeyError) in
            guard let held = keyring else { throw .locked }
            guard let found = try held.deviceAccount(account) else { return nil }
            keyring = nil
            return ReleasedAccount(account: found) { true }
        }
    }
}

/// Signs as long as the session is unlocked; locking in the middle of a batch voids the whole of it.
public struct SessionSigner: VaultSigner {
    let session: SessionLock

    public func sign(
        messages: [[UInt8]], as account: PublicKey
    ) async throws(WalletKeyError) -> [Signature] {
        let (keyring, epoch) = try await session.keyring()
        return try await keyring.sign(messages, as: account) { await session.isOpen(since: epoch) }
    }

    public func deviceAccount(_ account: PublicKey) async throws(WalletKeyError) -> VaultAccount? {
        try await session.keyring().0.deviceAccount(account)
    }

    public func release(_ account: PublicKey) async throws(WalletKeyError) -> ReleasedAccount? {
        let (keyring, epoch) = try await session.keyring()
        guard let found = try keyring.deviceAccount(account) else { return nil }
        return ReleasedAccount(account: found) { [session] in await session.isOpen(since: epoch) }
    }
}

/// Something that signs for accounts of the wallet: an open session, a single proof, or a device.
public protocol WalletSigner: Sendable {
    /// The reason that there is no signature.
    associatedtype Fault: Error

    /// Signs each message with the account's key and verifies each signature before any is handed out.
    ///
    /// - Parameter messages: The exact bytes to sign: of a transaction, those of its message.
    /// - Returns: One signature for each message, in their order; never fewer.
    /// - Throws: The reason there is none: of the vault, such as ``WalletKeyError/locked`` and ``WalletKeyError/accountUnknown``.
    func sign(messages: [[UInt8]], as account: PublicKey) async throws(Fault) -> [Signature]
}

/// A signer with the vault's keys, which also says who may have a device sign.
public protocol VaultSigner: WalletSigner where Fault == WalletKeyError {
    /// The account, as the vault's seal vouches for it, if its key is on a device; nil if the vault's own key signs for it.
    ///
    /// - Throws: ``WalletKeyError/locked``, ``WalletKeyError/accountUnknown``.
    func deviceAccount(_ account: PublicKey) async throws(WalletKeyError) -> VaultAccount?

    /// Hands an account over to the device that has its key, with the path that the vault's seal vouches for.
    ///
    /// - Returns: nil if the vault's own key signs for it.
    /// - Throws: ``WalletKeyError/locked``, ``WalletKeyError/accountUnknown``.
    func release(_ account: PublicKey) async throws(WalletKeyError) -> ReleasedAccount?
}

/// An account that a device may sign for, once.
public struct ReleasedAccount: Sendable {
    public let account: VaultAccount
    /// Tells whether the signature may be handed out: false once the session that it was asked for has ended.
    public let isStillAllowed: @Sendable () async -> Bool

    init(account: VaultAccount, isStillAllowed: @escaping @Sendable () async -> Bool) {
        self.account = account
        self.isStillAllowed = isStillAllowed
    }
}

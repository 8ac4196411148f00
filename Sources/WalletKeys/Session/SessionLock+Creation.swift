public import Salt
public import SolanaTransactions

/// Making a wallet, and bringing one back.
extension SessionLock {
    /// The ways to treat a vault that is there already.
    public enum Existing: Sendable {
        /// The call fails.
        case keep
        /// Its file gets another name: for the owner of a phrase whose passphrase is lost.
        case setAside
    }

    /// Makes a wallet of a phrase under a passphrase; it is left locked.
    ///
    /// - Parameters:
    ///   - paths: The paths of its accounts.
    ///   - unattended: True if the wallet may sign without a person; it can't be changed later without the passphrase.
    ///   - prepare: Called with the wallet's key for policy and grants before the vault is written.
    /// - Throws: ``WalletKeyError/vaultExists``, ``WalletKeyError/passphraseInvalid(_:)``, ``WalletKeyError/accountExists``,
    ///   ``WalletKeyError/storage(errno:)`` and the errors of ``VaultFile/read()`` for a file that is there.
    public func create(
        _ secret: VaultSecret, paths: [DerivationPath] = [.firstSolanaAccount], passphrase: consuming SecretBytes,
        unattended: Bool, existing: Existing = .keep,
        prepare: (PolicyKey) async throws(WalletKeyError) -> Void = { _ throws(WalletKeyError) in }
    ) async throws(WalletKeyError) {
        try Self.check(passphrase, unattended: unattended)
        if existing == .keep { guard try file.read() == nil else { throw .vaultExists } }
        let open = try await gate.create(
            secret, paths: paths, passphrase: passphrase, unattended: unattended, cost: cost)
        try await prepare(open.policyKey())
        try install(open, settingAside: existing == .setAside)
    }

    /// Makes a wallet of a phrase without a BIP-39 passphrase, with its first account.
    ///
    /// - Throws: as ``create(_:paths:passphrase:unattended:existing:prepare:)``.
    public func create(
        phrase: consuming SeedPhrase, passphrase: consuming SecretBytes, unattended: Bool
    ) async throws(WalletKeyError) {
        let none = SecretBytes(count: 0) { _ in }
        try await create(VaultSecret(phrase: phrase, passphrase: none), passphrase: passphrase, unattended: unattended)
    }

    /// Puts a backup in the vault's place once its passphrase has opened it, and sets the present vault aside. The wallet is left locked.
    ///
    /// - Parameter prepare: as for ``create(_:paths:passphrase:unattended:existing:prepare:)``; it also gets the backup's contents beside the vault.
    /// - Throws: as ``unlock(passphrase:from:)`` for the backup, and ``WalletKeyError/storage(errno:)``.
    public func restore(
        _ backup: [UInt8], passphrase: consuming SecretBytes,
        prepare: (PolicyKey, [UInt8]?) async throws(WalletKeyError) -> Void
    ) async throws(WalletKeyError) {
        let (backup, open) = try await opened(backup, by: passphrase)
        let key = open.policyKey()
        try await prepare(key, try backup.contents(openedBy: key))
        try install(open, settingAside: true)
    }

    /// Opens a backup with its passphrase and returns its vault and contents; nothing is kept.
    ///
    /// - Throws: as ``unlock(passphrase:from:)`` for the backup.
    public func inspect(
        _ backup: [UInt8], passphrase: consuming SecretBytes
    ) async throws(WalletKeyError) -> (vault: Vault, contents: [UInt8]?) {
        let (backup, open) = try await opened(backup, by: passphrase)
        return (backup.vault, try backup.contents(openedBy: open.policyKey()))
    }

    private func opened(
        _ backup: [UInt8], by passphrase: consuming SecretBytes
    ) async throws(WalletKeyError) -> (backup: WalletBackup, open: OpenVault) {
        let backup = try WalletBackup(decoding: backup)
        let open = try await gate.open(backup.vault, passphrase: passphrase) {
            open throws(WalletKeyError) in
            // Its secrets are read too: a backup that only seems whole must not take the place of a vault that is.
            _ = try Keyring(open)
            return open
        }
        return (backup, open)
    }

    /// The vault as it stands on the disk, for a backup.
    ///
    /// - Throws: ``WalletKeyError/vaultMissing`` and the errors of ``VaultFile/read()``.
    public func backup() throws(WalletKeyError) -> [UInt8] { try readVault().encoded() }

    /// True if the vault's file is of a format from before there were policies.
    public func isOlder() throws(WalletKeyError) -> Bool { try readVault().format < Vault.format }

    /// Writes the open vault in the present format.
    ///
    /// - Throws: ``WalletKeyError/locked``, ``WalletKeyError/vaultChanged``, ``WalletKeyError/storage(errno:)``.
    public func upgrade() throws(WalletKeyError) {
        let open = try openVault()
        try replace(open, with: try open.next { _ in })
    }

    /// The addresses of a phrase at the usual paths, or at the named ones; nothing is kept.
    public nonisolated static func candidates(
        of secret: VaultSecret, at paths: [DerivationPath] = DerivationPath.usual
    ) throws(WalletKeyError) -> [(path: DerivationPath, publicKey: PublicKey)] {
        let seed = try secret.seed()
        var candidates: [(path: DerivationPath, publicKey: PublicKey)] = []
        for path in paths { candidates.append((path, try seed.publicKey(at: path))) }
        return candidates
    }

    /// Refuses bytes that can't be a new passphrase.
    static func check(_ passphrase: borrowing SecretBytes, unattended: Bool) throws(WalletKeyError) {
        do throws(PassphraseFault) {
            try Passphrase.check(passphrase, unattended: unattended)
        } catch {
            throw .passphraseInvalid(error)
        }
    }
}

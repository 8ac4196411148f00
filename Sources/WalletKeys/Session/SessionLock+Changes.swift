public import Salt
public import SolanaTransactions

/// Changes of the vault. Each is one new generation of the file, or none.
///
/// The passphrase alone changes slots and secrets, even in an open session: a session says that somebody was here a while ago.
extension SessionLock {
    /// Changes the passphrase; the old one no longer opens the previous generation either.
    ///
    /// - Throws: as ``unlock(passphrase:from:)``; ``WalletKeyError/passphraseInvalid(_:)`` for the new one, ``WalletKeyError/vaultChanged``.
    public func changePassphrase(
        from passphrase: consuming SecretBytes, to newPassphrase: borrowing SecretBytes
    ) async throws(WalletKeyError) {
        let vault = try readVault()
        try Self.check(newPassphrase, unattended: vault.isUnattended)
        let new = SharedSecret(newPassphrase.clone())
        let (open, next) = try await gate.open(vault, passphrase: passphrase) { [cost] open throws(WalletKeyError) in
            let slot = try PassphraseSlot(
                wrapping: open.key, of: open.vault.identifier, passphrase: new.bytes, cost: cost)
            return (open, try open.next { contents in contents.slots = Self.replaced(contents.slots, by: slot) })
        }
        try replace(open, with: next, isSlotGone: true)
    }

    /// Draws a new vault key. Passkeys and security keys hold the old key and can't be asked here, so they are removed and have to be added again.
    ///
    /// - Parameter prepare: Called with the next key for policy and grants before the vault is written.
    /// - Throws: as ``unlock(passphrase:from:)``; ``WalletKeyError/vaultChanged``; the errors of `prepare`.
    public func rotate(
        passphrase: consuming SecretBytes,
        prepare: (PolicyKey) async throws(WalletKeyError) -> Void = { _ throws(WalletKeyError) in }
    ) async throws(WalletKeyError) {
        let vault = try readVault()
        let same = SharedSecret(passphrase.clone())
        let (open, next) = try await gate.open(vault, passphrase: passphrase) { [cost] open throws(WalletKeyError) in
            let fresh = OpenVault(open.vault, key: VaultKey.random())
            let slot = try PassphraseSlot(
                wrapping: fresh.key, of: open.vault.identifier, passphrase: same.bytes, cost: cost)
            return (open, try open.next(key: fresh) { contents in contents.slots = [.passphrase(slot)] })
        }
        try await prepare(next.policyKey())
        try replace(open, with: next, isSlotGone: true)
    }

    /// Adds a passkey whose authenticator has evaluated both salts; the outputs are those of its first use.
    ///
    /// - Throws: as ``unlock(passphrase:from:)``; ``WalletKeyError/passkeyExists``, ``WalletKeyError/vaultFull``, ``WalletKeyError/vaultChanged``.
    public func add(
        _ passkey: Passkey, salts: PasskeySalts, output: borrowing SecretBytes, by proof: PassphraseProven
    ) throws(WalletKeyError) {
        try change(by: proof) { open throws(WalletKeyError) in
            try open.adding(passkey, salts: salts, output: output)
        }
    }

    /// Removes a passkey; it no longer opens the previous generation either.
    ///
    /// - Throws: ``WalletKeyError/passkeyUnknown``, ``WalletKeyError/vaultChanged``.
    public func removePasskey(credential: [UInt8], by proof: PassphraseProven) throws(WalletKeyError) {
        try change(by: proof, isSlotGone: true) { open throws(WalletKeyError) in
            try open.removing(credential: credential)
        }
    }

    /// Adds a security key that has computed both outputs; they are those of its first use.
    ///
    /// - Throws: ``WalletKeyError/securityKeyExists``, ``WalletKeyError/vaultFull``, ``WalletKeyError/vaultChanged``.
    public func add(
        _ key: VaultSecurityKey, salts: PasskeySalts, output: borrowing SecurityKeyProof, by proof: PassphraseProven
    ) throws(WalletKeyError) {
        try change(by: proof) { open throws(WalletKeyError) in
            try open.adding(key, salts: salts, proof: output)
        }
    }

    /// Removes a security key; it no longer opens the previous generation either.
    ///
    /// - Throws: ``WalletKeyError/securityKeyUnknown``, ``WalletKeyError/vaultChanged``.
    public func removeSecurityKey(credential: [UInt8], by proof: PassphraseProven) throws(WalletKeyError) {
        try change(by: proof, isSlotGone: true) { open throws(WalletKeyError) in
            try open.removing(securityKey: credential)
        }
    }

    /// Adds a TPM that has sealed these 32 random bytes.
    ///
    /// - Throws: ``WalletKeyError/tpmExists``, ``WalletKeyError/vaultFull``, ``WalletKeyError/vaultChanged``.
    public func add(
        _ tpm: VaultTPM, secret: borrowing SecretBytes, by proof: PassphraseProven
    ) throws(WalletKeyError) {
        try change(by: proof) { open throws(WalletKeyError) in try open.adding(tpm, secret: secret) }
    }

    /// Removes the TPM's slot; it no longer opens the previous generation either.
    ///
    /// - Throws: ``WalletKeyError/tpmUnknown``, ``WalletKeyError/vaultChanged``.
    public func removeTPM(by proof: PassphraseProven) throws(WalletKeyError) {
        try change(by: proof, isSlotGone: true) { open throws(WalletKeyError) in try open.removingTPM() }
    }

    /// Adds a phrase with an account for each of the paths, or an imported key with its one.
    ///
    /// - Throws: ``WalletKeyError/secretExists``, ``WalletKeyError/accountExists``, ``WalletKeyError/vaultFull``, ``WalletKeyError/vaultChanged``.
    public func add(
        _ secret: VaultSecret, paths: [DerivationPath] = [.firstSolanaAccount], by proof: PassphraseProven
    ) throws(WalletKeyError) {
        try change(by: proof) { open throws(WalletKeyError) in try open.adding(secret, paths: paths) }
    }

    /// Removes an account, and its secret if no other account uses it. The previous generation keeps both until the next change.
    ///
    /// - Throws: ``WalletKeyError/accountUnknown``, ``WalletKeyError/lastAccount``, ``WalletKeyError/vaultChanged``.
    public func remove(_ account: PublicKey, by proof: PassphraseProven) throws(WalletKeyError) {
        try change(by: proof) { open throws(WalletKeyError) in try open.removing(account) }
    }

    /// Adds an account of a phrase in the vault, in the open session or by the passphrase; without a path, the next of the usual ones.
    ///
    /// - Throws: ``WalletKeyError/locked``, ``WalletKeyError/secretUnknown``, ``WalletKeyError/accountExists``, ``WalletKeyError/vaultFull``.
    public func addAccount(
        path: DerivationPath? = nil, secret: Int = 0, by proof: PassphraseProven? = nil
    ) throws(WalletKeyError) {
        let open = try openVault(by: proof)
        try replace(open, with: try open.addingAccount(path: path, secret: secret))
    }

    /// Adds an account whose key is on a device, in the open session or by the passphrase.
    ///
    /// - Throws: ``WalletKeyError/locked``, ``WalletKeyError/accountExists``, ``WalletKeyError/pathRefused``, ``WalletKeyError/labelInvalid``,
    ///   ``WalletKeyError/vaultFull``.
    public func add(
        _ account: PublicKey, at path: DerivationPath, on signer: AccountSigner, label: String? = nil,
        by proof: PassphraseProven? = nil
    ) throws(WalletKeyError) {
        let open = try openVault(by: proof)
        try replace(open, with: try open.adding(account, at: path, on: signer, label: label))
    }

    /// Adds an account whose key is on a token. Its library is code, so the passphrase says that its user named it.
    ///
    /// - Throws: ``WalletKeyError/accountExists``, ``WalletKeyError/labelInvalid``, ``WalletKeyError/vaultFull``, ``WalletKeyError/vaultChanged``.
    public func add(
        _ account: PublicKey, on token: VaultToken, label: String? = nil, by proof: PassphraseProven
    ) throws(WalletKeyError) {
        try change(by: proof) { open throws(WalletKeyError) in try open.adding(account, on: token, label: label) }
    }

    /// Changes how an account is shown, in the open session or by the passphrase.
    ///
    /// - Throws: ``WalletKeyError/locked``, ``WalletKeyError/accountUnknown``, ``WalletKeyError/labelInvalid``.
    public func update(
        _ account: PublicKey, label: String? = nil, isHidden: Bool? = nil, position: Int? = nil,
        by proof: PassphraseProven? = nil
    ) throws(WalletKeyError) {
        let open = try openVault(by: proof)
        try replace(
            open, with: try open.updating(account, label: label, isHidden: isHidden, position: position))
    }

    /// Tries a passphrase for an operation that takes one; neither opens nor prolongs a session.
    ///
    /// - Throws: as ``unlock(passphrase:from:)``.
    public func prove(passphrase: consuming SecretBytes) async throws(WalletKeyError) -> PassphraseProven {
        let open = try await gate.open(try readVault(), passphrase: passphrase) { open throws(WalletKeyError) in open }
        return PassphraseProven(open)
    }

    /// The vault that the passphrase has opened, or else that of the open session.
    private func openVault(by proof: PassphraseProven?) throws(WalletKeyError) -> OpenVault {
        guard let proof else { return try openVault() }
        return proof.open
    }

    private func change(
        by proof: PassphraseProven, isSlotGone: Bool = false,
        _ change: (OpenVault) throws(WalletKeyError) -> OpenVault
    ) throws(WalletKeyError) {
        try replace(proof.open, with: try change(proof.open), isSlotGone: isSlotGone)
    }

    /// The slots with another passphrase in the place of the present one.
    private static func replaced(_ slots: [VaultSlot], by slot: PassphraseSlot) -> [VaultSlot] {
        [.passphrase(slot)] + slots.filter { if case .passphrase = $0 { false } else { true } }
    }
}

/// The proof that the passphrase of this vault was right a moment ago: good for one change of the vault that was opened then.
public final class PassphraseProven: Sendable {
    let open: OpenVault

    init(_ open: OpenVault) {
        self.open = open
    }

    /// The secrets that the vault seals, for a user who is shown them.
    ///
    /// - Throws: ``WalletKeyError/vaultForged``.
    public func secrets() throws(WalletKeyError) -> [VaultSecret] { try open.secrets() }

    /// The key for policy and grants.
    public var policyKey: PolicyKey { open.policyKey() }
}

/// A secret that closures can hold.
private final class SharedSecret: Sendable {
    let bytes: SecretBytes

    init(_ bytes: consuming SecretBytes) {
        self.bytes = bytes
    }
}

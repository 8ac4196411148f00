import Salt
import SolanaTransactions

/// A vault with its key: the result of the right proof, and the start of a change.
///
/// Immutable: a change makes the next generation, which is written before it is used.
package final class OpenVault: Sendable {
    let vault: Vault
    let key: VaultKey

    init(_ vault: Vault, key: consuming VaultKey) {
        self.vault = vault
        self.key = key
    }

    /// The secrets that the vault seals, in its order.
    ///
    /// - Throws: ``WalletKeyError/vaultForged``.
    func secrets() throws(WalletKeyError) -> [VaultSecret] {
        try VaultSecrets.decode(vault.open(key: key), format: vault.format)
    }

    /// The key that authenticates policy and grants.
    func policyKey() -> PolicyKey { PolicyKey(of: vault.identifier, key: key.policyKey()) }

    /// The parts that a change may change.
    struct Contents {
        var slots: [VaultSlot]
        var accounts: [VaultAccount]
        var secrets: [VaultSecret]
        var isUnattended: Bool
    }

    /// Makes the next generation, sealed anew.
    ///
    /// - Parameter key: A new vault key, if there is to be another; the slots have to hold that one then.
    /// - Throws: The errors of `change`; ``WalletKeyError/vaultForged``; ``WalletKeyError/vaultFull``.
    func next(
        key: OpenVault? = nil, _ change: (inout Contents) throws(WalletKeyError) -> Void
    ) throws(WalletKeyError) -> OpenVault {
        var contents = Contents(
            slots: vault.slots, accounts: vault.accounts, secrets: try secrets(), isUnattended: vault.isUnattended)
        try change(&contents)
        return try (key ?? self).sealed(contents, generation: vault.generation + 1)
    }

    /// The vault as it is, under other slots: the previous generation to keep when a slot goes.
    ///
    /// Without this, a passphrase that was changed or a passkey that was removed would still open the file beside.
    func under(_ other: OpenVault) throws(WalletKeyError) -> Vault {
        let contents = Contents(
            slots: other.vault.slots, accounts: vault.accounts, secrets: try secrets(),
            isUnattended: vault.isUnattended)
        return try other.sealed(contents, generation: vault.generation).vault
    }

    private func sealed(_ contents: Contents, generation: UInt64) throws(WalletKeyError) -> OpenVault {
        guard Vault.slotBounds.contains(contents.slots.count), Vault.accountBounds.contains(contents.accounts.count),
            contents.secrets.count <= VaultSecrets.maximumCount
        else { throw .vaultFull }
        var next = vault
        next.format = Vault.format(of: contents.slots, contents.accounts)
        next.generation = generation
        next.slots = contents.slots
        next.accounts = contents.accounts
        next.isUnattended = contents.isUnattended
        do throws(SaltError) {
            try next.seal(VaultSecrets.encode(contents.secrets), key: key)
        } catch {
            throw .primitive(error)
        }
        return OpenVault(next, key: VaultKey(bytes: key.bytes.clone()))
    }
}

/// The key under which policy and grants are authenticated, and the vault that it comes from.
///
/// It opens nothing of the vault, so it is kept when the session is locked: a page that was granted its accounts learns them then too.
public final class PolicyKey: Sendable {
    /// The vault's identifier.
    public let vault: [UInt8]
    private let key: SecretBytes

    init(of vault: [UInt8], key: consuming SecretBytes) {
        self.vault = vault
        self.key = key
    }

    /// The key of a backup's contents beside the vault. No record under a code begins like the text that it comes from.
    func backupKey() -> SecretBytes {
        var code = HMACSHA512(key: key)
        code.update(Array("sidekey backup".utf8))
        return code.code().slice(0..<SaltAEAD.keyCount)
    }

    /// The code over bytes: the first 32 of HMAC-SHA-512.
    public func code(over bytes: [UInt8]) -> [UInt8] {
        var code = HMACSHA512(key: key)
        code.update(bytes)
        return code.code().slice(0..<32).disclosed()
    }

    /// The codes over several texts, in their order; the key is opened once, since each opening changes the protection of a page.
    public func codes(over texts: [[UInt8]]) -> [[UInt8]] {
        let whole = SecretBytes(count: texts.count * HMACSHA512.count) { codes in
            key.withBytes { key in
                for (place, text) in texts.enumerated() {
                    let start = place * HMACSHA512.count
                    text.withUnsafeBytes {
                        HMACSHA512.write(
                            codeOver: $0, key: key, to: .init(rebasing: codes[start..<start + HMACSHA512.count]))
                    }
                }
            }
        }
        return whole.withBytes { codes in
            texts.indices.map { Array(codes[$0 * HMACSHA512.count..<$0 * HMACSHA512.count + 32]) }
        }
    }

    /// True if a code is the one over these bytes, compared in a time that tells nothing.
    public func isCode(_ code: [UInt8], over bytes: [UInt8]) -> Bool {
        var own = HMACSHA512(key: key)
        own.update(bytes)
        return own.code().slice(0..<32).isEqual(to: code)
    }
}

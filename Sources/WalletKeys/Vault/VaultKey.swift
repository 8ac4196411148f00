import Salt

/// The 32 random bytes that everything in a vault hangs on; they seal nothing themselves, only keys derived from them do.
struct VaultKey: ~Copyable, Sendable {
    static let count = 32

    let bytes: SecretBytes

    static func random() -> VaultKey {
        VaultKey(bytes: SecretBytes.random(count: count))
    }

    /// The key that seals the secrets: the first half of HMAC-SHA-512 under the vault key over `sidekey vault secrets`.
    func secretsKey() -> SecretBytes { derived("sidekey vault secrets") }

    /// The key that authenticates policy and grants: the same over `sidekey policy`.
    func policyKey() -> SecretBytes { derived("sidekey policy") }

    private func derived(_ name: String) -> SecretBytes {
        var code = HMACSHA512(key: bytes)
        code.update(Array(name.utf8))
        return code.code().slice(0..<SaltAEAD.keyCount)
    }
}

extension Vault {
    /// Seals secrets over what the vault says of itself now.
    mutating func seal(_ secrets: borrowing SecretBytes, key: borrowing VaultKey) throws(SaltError) {
        let nonce = Nonce()
        let sealedBytes = try SaltAEAD.seal(secrets, additionalData: header, nonce: nonce, key: key.secretsKey())
        sealed = SealedSecrets(nonce: nonce, bytes: sealedBytes)
    }

    /// Opens the secrets, and so proves the header, the slots and the accounts.
    ///
    /// - Throws: ``WalletKeyError/vaultForged``.
    func open(key: borrowing VaultKey) throws(WalletKeyError) -> SecretBytes {
        do throws(SaltError) {
            return try SaltAEAD.open(
                sealed.bytes, additionalData: header, nonce: sealed.nonce, key: key.secretsKey())
        } catch {
            throw .vaultForged
        }
    }
}

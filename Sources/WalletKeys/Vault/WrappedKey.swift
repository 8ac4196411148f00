import Salt

/// The vault key under a key that some proof gives, with a commitment to that key: the end of every slot.
///
/// ```
/// | commitment: 32 | nonce: 24 | sealed vault key: 48 |
/// ```
///
/// HMAC-SHA-512 makes 64 bytes from the proof's material, of whatever kind, over `sidekey vault slot` and the slot's context (vault, kind,
/// parameters). The first half wraps the vault key with XChaCha20-Poly1305; the second is the commitment.
///
/// XChaCha20-Poly1305 doesn't commit to its key. Without the commitment, an attacker could make a slot that opens under many guessed passphrases. The
/// success of an unlock would then tell which group contains the true one (a partitioning oracle). With it, one slot fits one key, and a wrong
/// passphrase is known before anything is opened.
struct WrappedKey: Sendable, Hashable {
    static let count = commitmentCount + Nonce.count + VaultKey.count + SaltAEAD.overhead
    private static let commitmentCount = 32

    private var commitment: [UInt8]
    private var nonce: Nonce
    private var sealed: [UInt8]

    /// Wraps a vault key.
    init(_ key: borrowing VaultKey, material: borrowing SecretBytes, context: [UInt8]) throws(SaltError) {
        let keys = Self.keys(material: material, context: context)
        commitment = keys.slice(32..<64).disclosed()
        nonce = Nonce()
        sealed = try SaltAEAD.seal(key.bytes, additionalData: context, nonce: nonce, key: keys.slice(0..<32))
    }

    init(reading reader: inout ByteReader) throws(VaultDamage) {
        commitment = Array(try reader.take(Self.commitmentCount))
        nonce = try reader.nonce()
        sealed = Array(try reader.take(VaultKey.count + SaltAEAD.overhead))
    }

    func encode(into bytes: inout [UInt8]) {
        bytes.append(contentsOf: commitment)
        bytes.append(contentsOf: nonce.bytes)
        bytes.append(contentsOf: sealed)
    }

    /// Unwraps the vault key; nil if the commitment is to other material.
    ///
    /// - Throws: ``WalletKeyError/vaultForged`` if the material is right and the wrapped key isn't the one that was sealed.
    func open(material: borrowing SecretBytes, context: [UInt8]) throws(WalletKeyError) -> VaultKey? {
        let keys = Self.keys(material: material, context: context)
        guard keys.slice(32..<64).isEqual(to: commitment) else { return nil }
        do throws(SaltError) {
            return VaultKey(
                bytes: try SaltAEAD.open(sealed, additionalData: context, nonce: nonce, key: keys.slice(0..<32)))
        } catch {
            throw .vaultForged
        }
    }

    private static func keys(material: borrowing SecretBytes, context: [UInt8]) -> SecretBytes {
        var code = HMACSHA512(key: material)
        code.update(Array("sidekey vault slot".utf8))
        code.update(context)
        return code.code()
    }
}

/// The 32 random bytes on which everything in a vault depends; they seal nothing themselves, only keys derived from them do.
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
    /// Seals secrets together with the vault's present header.
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

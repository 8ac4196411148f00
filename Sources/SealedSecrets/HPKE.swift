import LibCrypto
import Salt

/// HPKE in base mode (RFC 9180) for one message, with DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and AES-256-GCM.
///
/// Derived values are kept in ``SecretBytes``. A context seals or opens once, so the sequence number is always 0 and the nonce is the base nonce.
struct HPKE: ~Copyable {
    /// `"KEM" | 0x0020`, section 4.1.
    private static let kem = Array("KEM".utf8) + [0x00, 0x20]
    /// `"HPKE" | KEM 0x0020 | KDF 0x0001 | AEAD 0x0002`, section 5.1.
    private static let suite = Array("HPKE".utf8) + [0x00, 0x20, 0x00, 0x01, 0x00, 0x02]

    /// The sender's public half, which accompanies its sealed message.
    let encapsulatedKey: [UInt8]
    private let key: SecretBytes
    private let nonce: [UInt8]

    /// The receiver's context (`SetupBaseR`).
    ///
    /// - Throws: ``SaltError/weakPublicKey`` if the encapsulated key is a point of low order (section 7.1.4).
    init(
        opening encapsulatedKey: [UInt8], privateKey: borrowing SecretBytes, publicKey: [UInt8], info: [UInt8]
    ) throws(SaltError) {
        let shared = try SaltScalarMult.multiply(scalar: privateKey, point: encapsulatedKey)
        self.init(shared: shared, encapsulatedKey: encapsulatedKey, publicKey: publicKey, info: info)
    }

    /// The sender's context (`SetupBaseS`), under a key made for it.
    ///
    /// - Throws: ``SaltError/weakPublicKey``.
    init(sealingTo publicKey: [UInt8], info: [UInt8]) throws(SaltError) {
        let ephemeral = SecretBytes.random(count: SaltScalarMult.count)
        let encapsulatedKey = try SaltScalarMult.base(scalar: ephemeral)
        let shared = try SaltScalarMult.multiply(scalar: ephemeral, point: publicKey)
        self.init(shared: shared, encapsulatedKey: encapsulatedKey, publicKey: publicKey, info: info)
    }

    /// `ExtractAndExpand` and `KeySchedule`.
    private init(shared: borrowing SecretBytes, encapsulatedKey: [UInt8], publicKey: [UInt8], info: [UInt8]) {
        self.encapsulatedKey = encapsulatedKey
        let context = encapsulatedKey + publicKey
        let nothing = SecretBytes(copying: [])
        let pseudoRandom = Self.extract(salt: nothing, Self.kem, "eae_prk", shared)
        let secret = Self.expand(pseudoRandom, Self.kem, "shared_secret", context, count: 32)
        let schedule =
            [0] + Self.extract(salt: nothing, Self.suite, "psk_id_hash", nothing).disclosed()
            + Self.extract(salt: nothing, Self.suite, "info_hash", SecretBytes(copying: info)).disclosed()
        let root = Self.extract(salt: secret, Self.suite, "secret", nothing)
        key = Self.expand(root, Self.suite, "key", schedule, count: AES256GCM.keyCount)
        nonce = Self.expand(root, Self.suite, "base_nonce", schedule, count: AES256GCM.nonceCount).disclosed()
    }

    consuming func seal(
        _ plaintext: borrowing SecretBytes, authenticating data: [UInt8]
    ) throws(AES256GCM.Fault) -> [UInt8] {
        try AES256GCM.seal(plaintext, key: key, nonce: nonce, authenticating: data)
    }

    consuming func open(_ ciphertext: [UInt8], authenticating data: [UInt8]) throws(AES256GCM.Fault) -> SecretBytes {
        try AES256GCM.open(ciphertext, key: key, nonce: nonce, authenticating: data)
    }

    /// `LabeledExtract`, section 4.
    private static func extract(
        salt: borrowing SecretBytes, _ suite: [UInt8], _ label: String, _ secret: borrowing SecretBytes
    ) -> SecretBytes {
        var code = HMACSHA256(key: salt)
        code.update(Array("HPKE-v1".utf8) + suite + Array(label.utf8))
        code.update(secret)
        return code.code()
    }

    /// `LabeledExpand`, section 4; one block of the hash is enough for every use here.
    private static func expand(
        _ secret: borrowing SecretBytes, _ suite: [UInt8], _ label: String, _ info: [UInt8], count: Int
    ) -> SecretBytes {
        var code = HMACSHA256(key: secret)
        code.update([0, UInt8(count)] + Array("HPKE-v1".utf8) + suite + Array(label.utf8) + info + [1])
        return code.code().slice(0..<count)
    }
}

/// A secret encrypted to one connection's ``SealingKey``, as it crosses browser, host and event loops.
///
/// HPKE in base mode (RFC 9180) with DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and AES-256-GCM; `info` is `sidekey secret v1`, and
/// the authenticated data is that of a ``SealingPurpose``. Each secret has a context of its own, so the sequence number is always 0.
///
/// ```
/// encapsulatedKey   32 bytes: the sender's X25519 public key, made for this one secret
/// ciphertext        | encrypted plaintext: 64...4,096 bytes | tag: 16 bytes |
/// plaintext         | count: u16, little endian | secret: count bytes | zeros up to the next multiple of 64 bytes |
/// ```
///
/// HPKE doesn't hide the length of a plaintext (RFC 9180, section 9.7.6). The zeros do, because they give most passphrases the same length.
public struct SealedSecret: Sendable, Hashable {
    /// The bytes of an encapsulated key.
    public static let encapsulatedKeyCount = 32
    /// The bytes that a secret may have.
    public static let maximumSecretCount = maximumPlaintextCount - prefixCount
    /// The bytes that a ciphertext may have.
    public static let ciphertextCounts = block + tagCount...maximumPlaintextCount + tagCount

    static let info = Array("sidekey secret v1".utf8)
    static let tagCount = 16
    static let prefixCount = 2
    static let block = 64
    static let maximumPlaintextCount = 4096

    /// `enc` on the wire.
    public let encapsulatedKey: [UInt8]
    /// The encrypted plaintext and its tag.
    public let ciphertext: [UInt8]

    /// Takes a sealed secret as it came.
    ///
    /// - Throws: ``SealingError/malformed`` if a sealed secret can't have these lengths.
    public init(encapsulatedKey: [UInt8], ciphertext: [UInt8]) throws(SealingError) {
        guard encapsulatedKey.count == Self.encapsulatedKeyCount, Self.ciphertextCounts.contains(ciphertext.count),
            (ciphertext.count - Self.tagCount).isMultiple(of: Self.block)
        else { throw .malformed }
        self.encapsulatedKey = encapsulatedKey
        self.ciphertext = ciphertext
    }
}

/// The permitted use of a sealed secret: the method it was typed for and the parameter that holds it.
///
/// It is authenticated with the secret, so that a secret sealed for one method doesn't open in another: a passphrase meant to
/// unlock doesn't pass for a new wallet's passphrase.
public struct SealingPurpose: Sendable, Hashable {
    /// The authenticated data: `METHOD "\n" PARAMETER`.
    let bytes: [UInt8]

    /// - Parameter parameter: the parameter's name; a member of an object is named with it, as in `unlock.passphrase`.
    public init(method: String, parameter: String) {
        bytes = Array("\(method)\n\(parameter)".utf8)
    }
}

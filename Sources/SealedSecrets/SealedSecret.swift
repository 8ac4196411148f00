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
/// HPKE doesn't hide how long a plaintext is (RFC 9180, section 9.7.6); the zeros do, for they make most passphrases equally long.
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
    /// - Throws: ``SealingError/malformed`` where a length is none that a sealed secret can have.
    public init(encapsulatedKey: [UInt8], ciphertext: [UInt8]) throws(SealingError) {
        guard encapsulatedKey.count == Self.encapsulatedKeyCount, Self.ciphertextCounts.contains(ciphertext.count),
            (ciphertext.count - Self.tagCount).isMultiple(of: Self.block)
        else { throw .malformed }
        self.encapsulatedKey = encapsulatedKey
        self.ciphertext = ciphertext
    }
}

/// Where a sealed secret may be used: the method it was typed for and the parameter that holds it.
///
/// It is authenticated with the secret, so that what was sealed for one method opens in no other: a passphrase meant to unlock
/// doesn't pass for the one that a new wallet gets.
public struct SealingPurpose: Sendable, Hashable {
    /// The authenticated data: `METHOD "\n" PARAMETER`.
    let bytes: [UInt8]

    /// - Parameter parameter: the parameter's name; a member of an object is named with it, as in `unlock.passphrase`.
    public init(method: String, parameter: String) {
        bytes = Array("\(method)\n\(parameter)".utf8)
    }
}

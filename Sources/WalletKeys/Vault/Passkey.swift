/// A passkey that unlocks the vault, in its public form: a WebAuthn credential with the PRF extension.
///
/// ```
/// | created: 8 | name: count (1), UTF-8 | rp id: count (1), ASCII | credential id: count (2), bytes |
/// | algorithm: 4 | public key: count (2), bytes |
/// ```
///
/// `created` is in milliseconds since 1970; `algorithm` is the COSE identifier, two's complement. The public key is a SubjectPublicKeyInfo in DER, as
/// `getPublicKey()` of WebAuthn Level 3, section 5.2.1.1 gives it.
public struct Passkey: Sendable, Hashable {
    /// The bytes of UTF-8 that a name may have.
    public static let nameBounds = 1...64
    /// The bytes that a relying party's identifier may have.
    public static let relyingPartyBounds = 1...253
    /// The bytes that a credential's identifier may have (WebAuthn Level 3, section 4).
    public static let credentialBounds = 1...1023
    /// The bytes that a public key may have.
    public static let publicKeyBounds = 1...1024

    /// The user's name for it.
    public let name: String
    /// The time when it was added, in milliseconds since 1970.
    public let created: UInt64
    /// The relying party's identifier: where the credential can be asked for.
    public let relyingParty: String
    /// The credential's identifier.
    public let credential: [UInt8]
    /// The COSE identifier of the signature's algorithm: -7 is ES256, -8 EdDSA, -257 RS256.
    public let algorithm: Int32
    /// The key that verifies its assertions: a SubjectPublicKeyInfo in DER.
    public let publicKey: [UInt8]

    /// Takes the fields; nil if one is out of its bounds.
    public init?(
        name: String, created: UInt64, relyingParty: String, credential: [UInt8], algorithm: Int32, publicKey: [UInt8]
    ) {
        guard Self.nameBounds.contains(name.utf8.count), Self.relyingPartyBounds.contains(relyingParty.utf8.count),
            relyingParty.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            Self.credentialBounds.contains(credential.count), Self.publicKeyBounds.contains(publicKey.count)
        else { return nil }
        self.name = name
        self.created = created
        self.relyingParty = relyingParty
        self.credential = credential
        self.algorithm = algorithm
        self.publicKey = publicKey
    }

    init(reading reader: inout ByteReader) throws(VaultDamage) {
        let start = reader.offset
        let created = try reader.integer(UInt64.self)
        let name = try reader.take(Int(try reader.integer(UInt8.self)))
        let relyingParty = try reader.take(Int(try reader.integer(UInt8.self)))
        let credential = try reader.take(Int(try reader.integer(UInt16.self)))
        let algorithm = Int32(bitPattern: try reader.integer(UInt32.self))
        let publicKey = try reader.take(Int(try reader.integer(UInt16.self)))
        guard let name = String(validating: name, as: UTF8.self),
            let relyingParty = String(validating: relyingParty, as: UTF8.self),
            let passkey = Passkey(
                name: name, created: created, relyingParty: relyingParty, credential: Array(credential),
                algorithm: algorithm, publicKey: Array(publicKey))
        else { throw reader.fault(at: start) }
        self = passkey
    }

    func encode(into bytes: inout [UInt8]) {
        bytes.append(littleEndian: created)
        bytes.append(UInt8(clamping: name.utf8.count))
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(clamping: relyingParty.utf8.count))
        bytes.append(contentsOf: relyingParty.utf8)
        bytes.append(littleEndian: UInt16(clamping: credential.count))
        bytes.append(contentsOf: credential)
        bytes.append(littleEndian: UInt32(bitPattern: algorithm))
        bytes.append(littleEndian: UInt16(clamping: publicKey.count))
        bytes.append(contentsOf: publicKey)
    }
}

import LibCrypto
import Salt

/// A passkey's package key: ES256 or EdDSA, as `getPublicKey()` of the browser gives it (WebAuthn Level 3, section 5.2.1.1).
///
/// | COSE algorithm | key | signature |
/// |---|---|---|
/// | -7, ES256 | P-256, SubjectPublicKeyInfo in DER | ECDSA with SHA-256, in DER |
/// | -8, EdDSA | Ed25519, SubjectPublicKeyInfo in DER | 64 bytes |
package struct PasskeyPublicKey: Sendable {
    /// The algorithms that are taken, the preferred first.
    package static let algorithms: [Int32] = [es256, edDSA]

    private static let es256: Int32 = -7
    private static let edDSA: Int32 = -8
    /// SEQUENCE { SEQUENCE { OID 1.3.101.112 }, BIT STRING of 32 bytes } (RFC 8410, section 4): all of it but the key.
    private static let ed25519Prefix: [UInt8] = [
        0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
    ]
    private enum Key {
        case p256(P256PublicKey)
        case ed25519([UInt8])
    }

    private let key: Key

    /// Reads a package key in its one spelling.
    ///
    /// - Parameters:
    ///   - algorithm: the COSE identifier.
    ///   - subjectPublicKeyInfo: DER.
    /// - Throws: ``PasskeyError/publicKeyInvalid``.
    package init(algorithm: Int32, subjectPublicKeyInfo: [UInt8]) throws(PasskeyError) {
        switch algorithm {
        case Self.es256:
            guard let point = P256PublicKey(subjectPublicKeyInfo: subjectPublicKeyInfo) else { throw .publicKeyInvalid }
            key = .p256(point)
        case Self.edDSA where subjectPublicKeyInfo.starts(with: Self.ed25519Prefix):
            let point = Array(subjectPublicKeyInfo.dropFirst(Self.ed25519Prefix.count))
            guard point.count == 32 else { throw .publicKeyInvalid }
            key = .ed25519(point)
        default: throw .publicKeyInvalid
        }
    }

    /// Whether a signature over a message is this key's.
    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        switch key {
        case .p256(let key): key.isValid(signature: signature, of: message)
        case .ed25519(let point): SaltSign.verify(signature, of: message, publicKey: point)
        }
    }
}

import Crypto
import FoundationEssentials
import Salt

/// A passkey's public key: ES256 or EdDSA, as `getPublicKey()` of the browser gives it (WebAuthn Level 3, section 5.2.1.1).
///
/// | COSE algorithm | key | signature |
/// |---|---|---|
/// | -7, ES256 | P-256, SubjectPublicKeyInfo in DER | ECDSA with SHA-256, in DER |
/// | -8, EdDSA | Ed25519, SubjectPublicKeyInfo in DER | 64 bytes |
public struct PasskeyPublicKey: Sendable {
    /// The algorithms that are taken, the preferred first.
    public static let algorithms: [Int32] = [es256, edDSA]

    private static let es256: Int32 = -7
    private static let edDSA: Int32 = -8
    /// SEQUENCE { SEQUENCE { OID 1.3.101.112 }, BIT STRING of 32 bytes } (RFC 8410, section 4): all of it but the key.
    private static let ed25519Prefix: [UInt8] = [
        0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
    ]
    /// The same for P-256 (RFC 5480, section 2) with an uncompressed point of 65 bytes.
    private static let p256Prefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
        0xCE,
        0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]

    private enum Key {
        case p256(x963: [UInt8])
        case ed25519([UInt8])
    }

    private let key: Key

    /// Reads a public key in its one spelling.
    ///
    /// - Parameters:
    ///   - algorithm: the COSE identifier.
    ///   - subjectPublicKeyInfo: DER.
    /// - Throws: ``PasskeyError/publicKeyInvalid``.
    public init(algorithm: Int32, subjectPublicKeyInfo: [UInt8]) throws(PasskeyError) {
        switch algorithm {
        case Self.es256 where subjectPublicKeyInfo.starts(with: Self.p256Prefix):
            let point = Array(subjectPublicKeyInfo.dropFirst(Self.p256Prefix.count))
            guard point.count == 65, (try? P256.Signing.PublicKey(x963Representation: point)) != nil else {
                throw .publicKeyInvalid
            }
            key = .p256(x963: point)
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
        case .p256(let point):
            guard let key = try? P256.Signing.PublicKey(x963Representation: point),
                let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
            else { return false }
            return key.isValidSignature(signature, for: message)
        case .ed25519(let point): return SaltSign.verify(signature, of: message, publicKey: point)
        }
    }
}

public import Salt

/// A credential that a security key made, in its public form.
public struct SecurityKeyCredential: Sendable, Hashable {
    /// The COSE identifier of ES256, the one algorithm that every key has (RFC 9053, section 2.1).
    public static let algorithm: Int32 = -7
    /// The relying party's identifier: no site's, so that no page can ask for it.
    public static let relyingParty = "sidekey"

    /// The bytes by which the key knows it.
    public let identifier: [UInt8]
    /// The key that verifies its signatures: a SubjectPublicKeyInfo in DER.
    public let publicKey: [UInt8]
    /// True if the key verified its user, by PIN or fingerprint. A key computes other secrets without that, so it has to be the same each time.
    public let isUserVerified: Bool
    /// The number of signatures so far; 0 if the key doesn't count.
    public let counter: UInt32

    public init(identifier: [UInt8], publicKey: [UInt8], isUserVerified: Bool, counter: UInt32) {
        self.identifier = identifier
        self.publicKey = publicKey
        self.isUserVerified = isUserVerified
        self.counter = counter
    }
}

/// The answer of a security key to a use of a credential.
public final class SecurityKeyAssertion: Sendable {
    /// The length of a secret in bytes.
    public static let secretCount = 32

    /// The key's signed statement about itself (WebAuthn Level 3, section 6.1).
    public let authenticatorData: [UInt8]
    /// The signature over that and the challenge: ECDSA in DER.
    public let signature: [UInt8]
    /// The secret for the first salt: HMAC-SHA-256 under a key that never leaves the security key.
    public let secret: SecretBytes
    /// The secret for the second salt.
    public let nextSecret: SecretBytes

    public init(
        authenticatorData: [UInt8], signature: [UInt8], secret: consuming SecretBytes, nextSecret: consuming SecretBytes
    ) {
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.secret = secret
        self.nextSecret = nextSecret
    }
}

/// The PIN of a security key, as the user typed it; empty for none.
public final class SecurityKeyPIN: Sendable {
    /// The bytes that a PIN may have (CTAP 2.1, section 6.5.1).
    public static let bounds = 4...63
    /// No PIN.
    public static let none = SecurityKeyPIN(SecretBytes(copying: []))

    public let bytes: SecretBytes

    public init(_ bytes: consuming SecretBytes) {
        self.bytes = bytes
    }

    public var isEmpty: Bool { bytes.count == 0 }
}

import JSONRPC
import LibCrypto
import Salt

/// The browser's answer after a passkey was used: two pieces of data and a signature over both (WebAuthn Level 3, section 5.2.2).
package struct PasskeyAssertion: Sendable {
    /// The bytes that a signature may have.
    package static let signatureCounts = 1...1024

    private let authenticatorData: [UInt8]
    private let clientData: [UInt8]
    private let signature: [UInt8]

    /// Takes the three as they came; ``verify(by:challenge:origin:relyingParty:)`` checks them.
    package init(authenticatorData: [UInt8], clientData: [UInt8], signature: [UInt8]) {
        self.authenticatorData = authenticatorData
        self.clientData = clientData
        self.signature = signature
    }

    /// Checks that the passkey was used for this challenge, from this origin, by a user whom the authenticator verified
    /// (section 7.2, steps 10 to 21).
    ///
    /// - Parameters:
    ///   - challenge: random bytes, or a request's digest; the caller takes each answer once.
    ///   - origin: as the browser serialises it.
    ///   - relyingParty: the rp id.
    /// - Throws: ``PasskeyError``.
    package func verify(
        by key: PasskeyPublicKey, challenge: [UInt8], origin: String, relyingParty: String
    ) throws(PasskeyError) {
        let clientData = try ClientData(clientData, .assertion, challenge: challenge, origin: origin)
        let data = try AuthenticatorData(authenticatorData, relyingParty: relyingParty)
        guard Self.signatureCounts.contains(signature.count), key.verifies(signature, of: data.bytes + clientData.hash)
        else { throw .signatureInvalid }
    }
}

/// The browser's signed data about the call: the type, the challenge and the origin (WebAuthn Level 3, section 5.8.1).
///
/// ```
/// {"type": "webauthn.get", "challenge": base64url, "origin": string, "crossOrigin"?: bool, "topOrigin"?: string, ...}
/// ```
///
/// Read strictly: each name once, and unknown members only because the standard says that there may be some. The bytes are hashed and signed as they
/// came.
package struct ClientData: Sendable {
    /// The most bytes of client data.
    package static let maximumCount = 4096

    /// The call that was made.
    package enum Kind: Sendable {
        /// A credential was made.
        case registration
        /// A credential was used.
        case assertion
    }

    let hash: [UInt8]

    /// Reads client data and checks it against what was asked for (section 7.2, steps 10 to 15).
    ///
    /// - Throws: ``PasskeyError/clientDataInvalid``, ``PasskeyError/wrongType``, ``PasskeyError/wrongChallenge``, ``PasskeyError/wrongOrigin``.
    package init(
        _ bytes: [UInt8], _ kind: Kind, challenge: [UInt8], origin: String
    ) throws(PasskeyError) {
        guard bytes.count <= Self.maximumCount, let json = try? JSON(parsing: JSONSource(bytes)), json.object != nil
        else { throw .clientDataInvalid }
        guard let type = json["type"]?.text, let answered = json["challenge"]?.text, let made = json["origin"]?.text
        else { throw .clientDataInvalid }
        guard type == (kind == .assertion ? "webauthn.get" : "webauthn.create") else { throw .wrongType }
        guard answered.utf8.elementsEqual(Base64URL.encode(challenge).utf8) else { throw .wrongChallenge }
        // A page that frames ours is somebody else's page.
        guard made.utf8.elementsEqual(origin.utf8), json["topOrigin"] == nil, json["crossOrigin"] ?? false == false
        else {
            throw .wrongOrigin
        }
        hash = SaltHash.sha256(bytes)
    }
}

/// Base64 for addresses, without padding (RFC 4648, section 5), as WebAuthn writes challenges.
enum Base64URL {
    static func encode(_ bytes: [UInt8]) -> String {
        var text = Array(Base64.encode(bytes).utf8)
        while text.last == UInt8(ascii: "=") { text.removeLast() }
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "+"): text[index] = UInt8(ascii: "-")
            case UInt8(ascii: "/"): text[index] = UInt8(ascii: "_")
            default: continue
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// A passkey's public key: ES256 or EdDSA, as `getPublicKey()` of the browser gives it (WebAuthn Level 3, section 5.2.1.1).
///
/// | COSE algorithm | key | signature |
/// |---|---|---|
/// | -7, ES256 | P-256, SubjectPublicKeyInfo in DER | ECDSA with SHA-256, in DER |
/// | -8, EdDSA | Ed25519, SubjectPublicKeyInfo in DER | 64 bytes |
package struct PasskeyPublicKey: Sendable {
    /// The accepted algorithms, the preferred first.
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

    /// Reads a public key in its one spelling.
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

    /// True if a signature over a message is this key's.
    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        switch key {
        case .p256(let key): key.isValid(signature: signature, of: message)
        case .ed25519(let point): SaltSign.verify(signature, of: message, publicKey: point)
        }
    }
}

/// The reasons an assertion of a passkey doesn't count. Append-only.
package enum PasskeyError: String, Error, Sendable, Hashable {
    /// The client's data isn't JSON of the kind that a browser writes.
    case clientDataInvalid
    /// It isn't an assertion, but a registration or something else.
    case wrongType
    /// It answers another challenge.
    case wrongChallenge
    /// It was made for another origin, or inside a frame of one.
    case wrongOrigin
    /// The authenticator's data is cut, or has bytes that it doesn't announce.
    case authenticatorDataInvalid
    /// It was made for another relying party.
    case wrongRelyingParty
    /// The user didn't touch the authenticator.
    case userNotPresent
    /// The authenticator didn't verify the user.
    case userNotVerified
    /// The public key is none of the accepted algorithms.
    case publicKeyInvalid
    /// The signature is wrong.
    case signatureInvalid
}

extension PasskeyError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .clientDataInvalid: "the client data is not what a browser writes"
        case .wrongType: "it is not an assertion"
        case .wrongChallenge: "it answers another challenge"
        case .wrongOrigin: "it was made for another origin"
        case .authenticatorDataInvalid: "the authenticator data has the wrong length"
        case .wrongRelyingParty: "it was made for another relying party"
        case .userNotPresent: "the user was not there"
        case .userNotVerified: "the authenticator did not verify the user"
        case .publicKeyInvalid: "the public key uses no supported algorithm"
        case .signatureInvalid: "the signature is wrong"
        }
    }
}

/// The authenticator's signed statement about itself (WebAuthn Level 3, section 6.1).
///
/// ```
/// | SHA-256 of the rp id: 32 | flags: 1 | signature counter: u32, big endian | attested credential data? | extensions? |
/// flags: 01 user present, 04 user verified, 40 attested credential data, 80 extensions
/// ```
package struct AuthenticatorData: Sendable {
    /// The bytes that authenticator data may have.
    package static let counts = 37...4096

    let bytes: [UInt8]
    /// The signature counter; 0 if the authenticator has none, as with passkeys that are synchronised.
    package let counter: UInt32

    /// Reads authenticator data and checks it against what was asked for (section 7.2, steps 16 to 18).
    ///
    /// A passkey's counter isn't compared with an earlier one (docs/decisions/0010-prompts.md): every challenge is taken once, every use rewraps the
    /// vault key, and synchronised passkeys don't count.
    ///
    /// - Parameter isVerified: True if the authenticator has to have verified its user.
    /// - Throws: ``PasskeyError/authenticatorDataInvalid``, ``PasskeyError/wrongRelyingParty``, ``PasskeyError/userNotPresent``,
    ///   ``PasskeyError/userNotVerified``.
    package init(_ bytes: [UInt8], relyingParty: String, isVerified: Bool = true) throws(PasskeyError) {
        guard Self.counts.contains(bytes.count) else { throw .authenticatorDataInvalid }
        let flags = bytes[32]
        let hasMore = flags & 0xC0 != 0
        guard hasMore == (bytes.count > Self.counts.lowerBound) else { throw .authenticatorDataInvalid }
        guard bytes.starts(with: SaltHash.sha256(Array(relyingParty.utf8))) else { throw .wrongRelyingParty }
        guard flags & 0x01 != 0 else { throw .userNotPresent }
        guard !isVerified || flags & 0x04 != 0 else { throw .userNotVerified }
        self.bytes = bytes
        counter = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// True if it says that this credential was made (section 6.5.1): `| AAGUID: 16 | count: u16, big endian | credential id | key |`.
    package func attests(_ credential: [UInt8]) -> Bool {
        let start = Self.counts.lowerBound + 16 + 2
        guard bytes[32] & 0x40 != 0, bytes.count > start + credential.count else { return false }
        let count = Int(bytes[start - 2]) << 8 | Int(bytes[start - 1])
        return count == credential.count && bytes[start...].starts(with: credential)
    }
}

import JSONRPC
import Salt

/// What a browser signs of the call: the type, the challenge and the origin (WebAuthn Level 3, section 5.8.1).
///
/// ```
/// {"type": "webauthn.get", "challenge": base64url, "origin": string, "crossOrigin"?: bool, "topOrigin"?: string, ...}
/// ```
///
/// Read strictly: each name once, and members that aren't known only because the standard says that there may be some. The bytes as they came are
/// hashed and signed.
package struct ClientData: Sendable {
    /// How many bytes client data may have.
    package static let maximumCount = 4096

    /// What was called.
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

package import JSONRPC
import Salt
package import SealedSecrets

/// A secret as a client of the agent's sends it, sealed to what `hello` answered.
package enum SealedText {
    /// - Parameters:
    ///   - sealingKey: the member of the answer to `hello`.
    ///   - parameter: a member of an object with the object's name before it.
    package static func json(
        _ text: String, to sealingKey: JSON?, for method: String, _ parameter: String
    ) throws -> JSON {
        guard let key = sealingKey?.string else { throw TestFault("no sealing key") }
        let sealed = try SealingPublicKey(Base64.decode(key))
            .seal(
                SecretBytes(copying: Array(text.utf8)), for: SealingPurpose(method: method, parameter: parameter))
        return [
            "enc": .string(Base64.encode(sealed.encapsulatedKey)),
            "ciphertext": .string(Base64.encode(sealed.ciphertext)),
        ]
    }

    /// The text of a sealed parameter that a test gets in the agent's place.
    package static func text(
        _ parameter: JSON?, openedBy key: SealingKey, for method: String, _ name: String
    ) throws -> String {
        guard let enc = parameter?["enc"]?.string, let ciphertext = parameter?["ciphertext"]?.string,
            parameter?.object?.count == 2
        else { throw TestFault("\(name) of \(method) isn't sealed") }
        let sealed = try SealedSecret(encapsulatedKey: Base64.decode(enc), ciphertext: Base64.decode(ciphertext))
        let secret = try key.open(sealed, for: SealingPurpose(method: method, parameter: name))
        return String(decoding: secret.disclosed(), as: UTF8.self)
    }
}

extension FrameClient {
    /// The parameters of `vault.create` for a wallet made by script, with the phrase of 23 times "abandon" and "art".
    package func newWallet(passphrase: String) throws -> JSONObject {
        let phrase = String(repeating: "abandon ", count: 23) + "art"
        return [
            "phrase": try sealed(phrase, for: "vault.create", "phrase"),
            "passphrase": try sealed(passphrase, for: "vault.create"), "unattended": true,
        ]
    }
}

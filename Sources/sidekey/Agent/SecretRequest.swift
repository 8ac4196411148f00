import JSONRPC
import Salt
import SealedSecrets
import Wording

/// A JSON-RPC request with secrets among its parameters, which are sealed when it is sent.
///
/// The secrets are copied into memory that is wiped with the request. The frame that goes out holds none of them.
struct SecretRequest: ~Copyable {
    /// A parameter.
    enum Value {
        /// A value that isn't secret; nil is left out.
        case json(JSON?)
        /// The bytes of a secret, which have to stay valid only until the request is made; nil is left out.
        case secret(UnsafeRawBufferPointer?)
        /// An object that holds a secret.
        case object(KeyValuePairs<String, Value>)
    }

    let id: String
    private let method: String
    private let params: [(name: String, value: Member)]

    /// - Throws: if a secret is too long.
    init(id: String, method: String, params: KeyValuePairs<String, Value>) throws(CommandError) {
        self.id = id
        self.method = method
        self.params = try Member.members(params)
    }

    /// A request whose only secret is the passphrase.
    ///
    /// - Throws: if the passphrase is too long.
    init(
        id: String, method: String, params: KeyValuePairs<String, JSON?>, passphrase: UnsafeRawBufferPointer
    ) throws(CommandError) {
        self.id = id
        self.method = method
        self.params =
            params.compactMap { name, value in value.map { (name, .json($0)) } }
            + [("passphrase", .secret(try OwnedSecret(passphrase)))]
    }

    /// Returns the request with its secrets sealed to the key that the agent named in its greeting. They are sealed anew each time.
    ///
    /// - Throws: if the agent named no such key.
    func sealed(to greeting: JSON) throws(CommandError) -> RPCRequest {
        guard let text = greeting["sealingKey"]?.string, let bytes = try? Base64.decode(text),
            let key = try? SealingPublicKey(bytes)
        else { throw CommandError(say(.agentSealingKeyMissing), hint: say(.hintInstallAgain)) }
        return RPCRequest(id: id, method: method, params: try sealed(params, in: "", to: key))
    }

    private func sealed(
        _ members: [(name: String, value: Member)], in path: String, to key: SealingPublicKey
    ) throws(CommandError) -> JSONObject {
        var object = JSONObject()
        for (name, value) in members {
            switch value {
            case .json(let json): object[name] = json
            case .object(let members): object[name] = .object(try sealed(members, in: path + name + ".", to: key))
            case .secret(let secret): object[name] = try secret.sealed(to: key, method: method, parameter: path + name)
            }
        }
        return object
    }

    /// A parameter with its secrets in memory of their own.
    private enum Member {
        case json(JSON)
        case secret(OwnedSecret)
        case object([(name: String, value: Member)])

        /// The parameter, unless it is to be left out.
        init?(_ value: Value) throws(CommandError) {
            switch value {
            case .json(let json?): self = .json(json)
            case .secret(let bytes?): self = .secret(try OwnedSecret(bytes))
            case .object(let members): self = .object(try Self.members(members))
            case .json(nil), .secret(nil): return nil
            }
        }

        static func members(_ values: KeyValuePairs<String, Value>) throws(CommandError) -> [(
            name: String, value: Member
        )] {
            var members: [(name: String, value: Member)] = []
            for (name, value) in values {
                if let member = try Member(value) { members.append((name, member)) }
            }
            return members
        }
    }
}

/// A reference to a secret, for an array, which holds only what can be copied.
private final class OwnedSecret {
    private let bytes: SecretBytes

    init(_ bytes: UnsafeRawBufferPointer) throws(CommandError) {
        guard bytes.count <= SealedSecret.maximumSecretCount else {
            throw CommandError(say(.countedSecretTooLong, SealedSecret.maximumSecretCount))
        }
        self.bytes = SecretBytes(copying: bytes)
    }

    func sealed(to key: SealingPublicKey, method: String, parameter: String) throws(CommandError) -> JSON {
        do throws(SealingError) {
            let sealed = try key.seal(bytes, for: SealingPurpose(method: method, parameter: parameter))
            return [
                "enc": .string(Base64.encode(sealed.encapsulatedKey)),
                "ciphertext": .string(Base64.encode(sealed.ciphertext)),
            ]
        } catch {
            throw CommandError(say(.secretNotSealed, ["error": "\(error)"]))
        }
    }
}

extension Optional where Wrapped == SecretBytes {
    /// Lends the bytes of a secret, or nil if there is none.
    borrowing func lend<Result: ~Copyable>(
        _ body: (UnsafeRawBufferPointer?) throws(CommandError) -> Result
    ) throws(CommandError) -> Result {
        switch self {
        case .none: return try body(nil)
        case .some(let secret):
            return try secret.withBytes { secret throws(CommandError) in try body(secret) }
        }
    }
}

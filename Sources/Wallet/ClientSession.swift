import JSONRPC
import Pinentry
import Salt
import SealedSecrets
import WalletRuntime

/// One connection to the agent: the client, and its open requests.
struct ClientSession {
    let connection: any WalletConnection
    let peer: PeerProcess
    /// The key to which the client seals its secrets.
    let secrets = ConnectionSecrets()
    /// Set by `host.attach`, or by `hello` if no host stands before the client.
    var kind: ConnectionClass?
    /// The caller that the host was told of. Set by `host.attach`.
    var caller: String?
    /// The host's own version. Set by `host.attach`.
    var hostVersion: String?
    /// Set by `hello`.
    var client: Client?
    /// True if a frame has arrived: `host.attach` must be the first.
    var hasSpoken = false
    /// The JSON-RPC ids that wait for their answers; told apart by their bytes, as the client tells them apart.
    var unanswered: Set<JSONString> = []

    /// The most unanswered requests: more than the queue holds can only be a flood of quick ones.
    static let maximumUnanswered = 1000

    init(connection: any WalletConnection, peer: PeerProcess) {
        self.connection = connection
        self.peer = peer
    }
}

/// The first frame of a host: the program that started it, and on whose behalf.
///
/// `sidekey-host` writes it itself, so nothing that the browser sends later can change the caller.
struct HostAttachment {
    static let method = "host.attach"

    /// `chrome-extension://ID/` or the Firefox add-on id.
    let caller: String
    /// The host's own version.
    let version: String
    /// The part of its environment that the browser gave the host. Its language counts; the asker doesn't decide where a prompt appears.
    let environment: DisplayEnvironment

    /// - Throws: -32602 if the members don't fit; they are listed in docs/protocol.md.
    init(_ params: JSONObject) throws(RPCError) {
        var parameters = RPCParameters(params)
        caller = try parameters.string("caller")
        _ = try parameters.array("arguments")
        _ = try parameters.string("browser")
        environment = DisplayEnvironment(try parameters.object("environment"))
        version = try parameters.string("version")
        try parameters.finish()
    }
}

/// The protocol's first request: the kind of client, and a check that both sides speak the same version.
struct Hello {
    static let method = "hello"

    enum ClientName: String {
        case `extension`
        case commandLine = "cli"
    }

    let name: ClientName
    let version: String
    let profile: String
    let connectionKey: String

    /// - Parameter spoken: the number of the protocol that this program speaks.
    /// - Throws: -32602; -32600 (`protocol-mismatch`) with the side that has to be updated.
    init(_ params: JSONObject, spoken: Int) throws(RPCError) {
        var parameters = RPCParameters(params)
        let number = try parameters.int("protocol")
        guard number == spoken else {
            throw RPCError(
                .invalidRequest, .protocolMismatch, "the two sides speak different versions of the protocol",
                data: [
                    "update": .string(number < spoken ? "extension" : "agent"),
                    "protocol": .number(spoken),
                ])
        }
        guard let name = ClientName(rawValue: try parameters.string("client")) else {
            throw .parameter("client", "no such client")
        }
        self.name = name
        version = try parameters.string("version")
        switch name {
        case .extension:
            profile = try Self.uuid(parameters.string("profile"), "profile")
            connectionKey = try Self.uuid(parameters.string("connectionKey"), "connectionKey")
        case .commandLine:
            profile = ""
            connectionKey = ""
        }
        try parameters.finish()
    }

    private static func uuid(_ text: String, _ name: String) throws(RPCError) -> String {
        let bytes = Array(text.utf8)
        let dashes = [8, 13, 18, 23]
        let hexadecimal = Set("0123456789abcdef".utf8)
        guard bytes.count == 36,
            bytes.indices.allSatisfy({
                dashes.contains($0) ? bytes[$0] == UInt8(ascii: "-") : hexadecimal.contains(bytes[$0])
            })
        else {
            throw .parameter(name, "\(name) is not a lower-case uuid")
        }
        return text
    }
}

/// The sealing key of one connection, with the protocol's errors.
struct ConnectionSecrets: SecretOpening {
    private let key = SealingKey()

    /// The public key that `hello` answers as `sealingKey`.
    var publicKey: JSON { .string(Base64.encode(key.publicKey)) }

    func open(_ parameter: SealedParameter, of method: String) throws(RPCError) -> SecretBytes {
        do throws(SealingError) {
            let sealed = try SealedSecret(
                encapsulatedKey: parameter.encapsulatedKey, ciphertext: parameter.ciphertext)
            return try key.open(sealed, for: SealingPurpose(method: method, parameter: parameter.name))
        } catch {
            throw RPCError(error, name: parameter.name)
        }
    }
}

extension RPCError {
    fileprivate init(_ error: SealingError, name: String) {
        let (code, reason): (RPCErrorCode, RPCReason) =
            switch error {
            case .malformed, .tooLong, .publicKeyInvalid: (.invalidParams, .paramValue)
            case .invalid: (.invalidInput, .sealedInvalid)
            case .replayed: (.invalidInput, .sealedReplayed)
            case .exhausted: (.invalidInput, .sealingExhausted)
            }
        self.init(code, reason, "\(error)", data: ["name": .string(name)])
    }
}

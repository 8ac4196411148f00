import ApprovalQueue
public import JSONRPC
import Salt
public import WalletRuntime

/// The wallet as a dApp in the same program sees it: the methods that pages have, under the same grants, reviews and decisions.
///
/// The counterpart of a mobile wallet adapter for an app on a phone, without the way through another process.
public struct WalletAdapter: Sendable {
    /// An account that the user has connected.
    public struct Account: Sendable, Hashable {
        /// The base58 public key.
        public let publicKey: String
        public let label: String
    }

    public let origin: Origin
    private let client: Client
    private let router: MethodRouter
    private let coordinator: ApprovalCoordinator
    private let identifiers = RandomUUIDs()
    private let document: String

    init(_ origin: Origin, _ client: Client, router: MethodRouter, coordinator: ApprovalCoordinator) {
        self.origin = origin
        self.client = client
        self.router = router
        self.coordinator = coordinator
        document = identifiers.next()
    }

    /// Asks the user which accounts the dApp may see, unless they have said so before.
    ///
    /// - Parameter silent: True if the user isn't to be asked; there are no accounts then without an earlier answer.
    /// - Throws: 4001 if the user said no; the errors of `connect`.
    public func connect(silent: Bool = false) async throws(RPCError) -> [Account] {
        let answer = try await ask("connect", ["silent": .bool(silent)])
        return (answer["accounts"]?.array ?? []).compactMap { account in
            account["publicKey"]?.text.map { Account(publicKey: $0, label: account["label"]?.text ?? "") }
        }
    }

    /// Takes the dApp's grant back and cancels its requests.
    public func disconnect() async throws(RPCError) {
        _ = try await ask("disconnect")
    }

    /// Has a message signed; the signature has 64 bytes.
    public func signMessage(_ message: [UInt8], account: String? = nil) async throws(RPCError) -> [UInt8] {
        try Self.bytes(await ask("signMessage", Self.params("message", message, account)), "signature")
    }

    /// Has a transaction signed as it stands, without sending it.
    public func signTransaction(_ transaction: [UInt8], account: String? = nil) async throws(RPCError) -> [UInt8] {
        try Self.bytes(await ask("signTransaction", Self.params("tx", transaction, account)), "signedTransaction")
    }

    /// Calls any method that pages have, as docs/protocol.md lists them.
    public func ask(_ method: String, _ params: JSONObject = [:]) async throws(RPCError) -> JSON {
        let id = identifiers.next()
        var params = params
        params["origin"] = .string(origin.serialized)
        params["tab"] = 0
        params["document"] = .string(document)
        params["request"] = .string(id)
        // As the wallet's own extension, whose pages' methods carry the page: any other method is refused before that.
        guard router.methods(for: .page).contains(method) else {
            throw RPCError(.methodNotFound, .methodUnknown, "no such method")
        }
        return try await router.answer(
            RPCRequest(id: id, method: method, params: params), from: client, as: .walletExtension,
            secrets: ConnectionSecrets())
    }

    /// Leaves: the dApp's undecided requests are cancelled within ten seconds.
    public func close() async {
        await coordinator.connectionLost(client.connection)
    }

    private static func params(_ name: String, _ bytes: [UInt8], _ account: String?) -> JSONObject {
        var params: JSONObject = [:]
        params[name] = .string(Base64.encode(bytes))
        params["account"] = account.map { .string($0) }
        return params
    }

    private static func bytes(_ answer: JSON, _ name: String) throws(RPCError) -> [UInt8] {
        guard let text = answer[name]?.string, let bytes = try? Base64.decode(text) else {
            throw RPCError(.internalError, .internal, "the answer has no \(name)")
        }
        return bytes
    }
}

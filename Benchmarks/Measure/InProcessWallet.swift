import JSONRPC
import Logging
import Salt
import SealedSecrets
import Synchronization
import Wallet
import WalletKeys
import WalletNetwork
import WalletRuntime

/// The agent's wallet without a socket: one page's connection and the command line's, and when each answer was sent.
final class InProcessWallet: Sendable {
    static let origin = "https://dapp.example"
    static let passphrase = "correct horse battery staple"

    let service: WalletService
    let browser: TimedConnection
    let commandLine: TimedConnection

    /// Opens a wallet in an empty folder, makes its keys, unlocks it and connects one origin.
    init(folder: String, network: (any SolanaNetwork)? = nil) async throws {
        let service = try await Wallet.open(
            folder: folder, lock: SessionLock(file: VaultFile(folder: folder)),
            identity: AgentIdentity(version: "0", protocolNumber: 1, home: folder, pid: 1) {},
            context: RuntimeContext(logger: Logger(label: "measure") { _ in SwiftLogNoOpLogHandler() }),
            network: network)
        self.service = service
        commandLine = await TimedConnection.open(1, to: service)
        try await commandLine.call("hello", ["protocol": 1, "client": "cli", "version": "0"])
        // The phrase of BIP-39's first test vector.
        let phrase = Array(repeating: "abandon", count: 11).joined(separator: " ") + " about"
        try await commandLine.call(
            "vault.create",
            [
                "phrase": try commandLine.sealed(phrase, for: "vault.create", "phrase"),
                "passphrase": try commandLine.sealed(Self.passphrase, for: "vault.create"), "unattended": true,
                // What a prompt costs isn't measured here.
                "approvals": "popup",
            ])
        browser = await TimedConnection.open(2, to: service)
        await browser.receive(
            RPCNotification(
                method: "host.attach",
                params: [
                    "arguments": [], "browser": "firefox", "caller": .string(WalletExtension.firefox),
                    "environment": [:], "version": "0",
                ]
            ).serialized())
        try await browser.call(
            "hello",
            [
                "protocol": 1, "client": "extension", "version": "0",
                "profile": "3f0f1f2a-6c1e-4f0e-9d57-0f6f6f1c2a10",
                "connectionKey": "a5a4c0de-1f5e-4c53-8a39-6a1d2b3c4d5e",
            ])
        try await unlock()
        _ = try await decide("connect", [:])
    }

    /// Opens the session for another two minutes.
    func unlock() async throws {
        try await commandLine.call(
            "vault.unlock", ["passphrase": commandLine.sealed(Self.passphrase, for: "vault.unlock")])
    }

    /// What the agent spends on a request of a page, without the time in which a user would read it.
    struct Times {
        /// From the request's arrival until surfaces are told of it.
        let queueing: Duration
        /// From the approval's arrival until the answer to the page is sent.
        let fulfilling: Duration
        /// From the approval's arrival until surfaces are told that a node has it; nil where nothing was sent.
        let sending: Duration?
        let answer: JSON
    }

    /// Sends a page's request, reads its review as the popup does, approves it and waits for the answer.
    func decide(_ method: String, _ params: JSONObject) async throws -> Times {
        let number = browser.nextID()
        let request = RPCRequest(id: number, method: method, params: Self.page(params, request: number)).serialized()
        let arrival = ContinuousClock.now
        await browser.receive(request)
        let queued = try await browser.next { $0.method == "com.wallet.request" }
        guard let id = queued.json["params"]?["id"] else { throw MeasureError("a notification without an id") }
        let review = try await browser.call("approvals.get", ["id": id])
        guard let digest = review["summary"]?["digest"], let hash = review["reviewHash"] else {
            throw MeasureError("a review without its hashes")
        }
        let params: JSONObject = ["id": id, "digest": digest, "review": hash]
        let approval = RPCRequest(id: browser.nextID(), method: "approvals.approve", params: params).serialized()
        let approved = ContinuousClock.now
        await browser.receive(approval)
        var sending: Duration?
        let answer = try await browser.next { message in
            if sending == nil, message.json["params"]?["stage"] == "sent" { sending = message.sent - approved }
            return message.id == number
        }
        guard let result = answer.json["result"] else { throw MeasureError.refused(method, answer.json) }
        return Times(
            queueing: queued.sent - arrival, fulfilling: answer.sent - approved, sending: sending, answer: result)
    }

    private static func page(_ params: JSONObject, request: String) -> JSONObject {
        var page: JSONObject = [
            "origin": .string(origin), "tab": 1, "document": "document", "request": .string(request),
        ]
        for member in params.members { page[member.name.string] = member.value }
        return page
    }
}

/// A client's end of a connection, which notes the moment of everything that is sent to it.
final class TimedConnection: WalletConnection {
    struct Message: Sendable {
        let sent: ContinuousClock.Instant
        let json: JSON

        var id: String? { json["id"]?.text }
        var method: String? { json["method"]?.text }
    }

    let id: ConnectionID
    private let service: WalletService
    private let messages: AsyncStream<(ContinuousClock.Instant, [UInt8])>
    private let inbox: AsyncStream<(ContinuousClock.Instant, [UInt8])>.Continuation
    private let lastNumber = Mutex(0)
    private let sealingKey = Mutex<JSON?>(nil)

    private init(id: ConnectionID, service: WalletService) {
        self.id = id
        self.service = service
        (messages, inbox) = AsyncStream.makeStream()
    }

    static func open(_ number: UInt64, to service: WalletService) async -> TimedConnection {
        let connection = TimedConnection(id: ConnectionID(number), service: service)
        await service.opened(connection, peer: PeerProcess(pid: 1, uid: 0))
        return connection
    }

    func send(_ payload: [UInt8]) { inbox.yield((.now, payload)) }

    func close() { inbox.finish() }

    func nextID() -> String {
        lastNumber.withLock {
            $0 += 1
            return "\($0)"
        }
    }

    func receive(_ payload: [UInt8]) async { await service.received(JSONSource(payload), on: id) }

    /// The next message that fits; those before it are dropped.
    func next(_ fits: (Message) -> Bool) async throws -> Message {
        for await (sent, payload) in messages {
            let message = Message(sent: sent, json: try JSON(parsing: JSONSource(payload)))
            if fits(message) { return message }
        }
        throw MeasureError("the wallet closed the connection")
    }

    @discardableResult
    func call(_ method: String, _ params: JSONObject) async throws -> JSON {
        let number = nextID()
        await receive(RPCRequest(id: number, method: method, params: params).serialized())
        let answer = try await next { $0.id == number }
        guard let result = answer.json["result"] else { throw MeasureError.refused(method, answer.json) }
        if let key = result["sealingKey"] { sealingKey.withLock { $0 = key } }
        return result
    }

    /// A secret sealed for this connection and one parameter of a method.
    func sealed(_ text: String, for method: String, _ parameter: String = "passphrase") throws -> JSON {
        guard let key = sealingKey.withLock({ $0 })?.string else { throw MeasureError("no sealing key") }
        let sealed = try SealingPublicKey(Base64.decode(key))
            .seal(
                SecretBytes(copying: Array(text.utf8)), for: SealingPurpose(method: method, parameter: parameter))
        return [
            "enc": .string(Base64.encode(sealed.encapsulatedKey)),
            "ciphertext": .string(Base64.encode(sealed.ciphertext)),
        ]
    }
}

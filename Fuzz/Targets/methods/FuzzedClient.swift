import JSONRPC
import Salt
import SealedSecrets
import Synchronization
import Wallet
import WalletRuntime

/// A client's end of a connection: what it asked, and what it was told.
final class FuzzedClient: WalletConnection {
    enum Kind {
        case walletExtension, otherExtension, commandLine
    }

    private struct State {
        var asked: [String?: [RPCRequest?]] = [:]
        var answers: [RPCResponse] = []
        var counts: [String?: Int] = [:]
        var announcements = 0
    }

    let id: ConnectionID
    let kind: Kind
    private let service: WalletService
    private let bell: Bell
    private let state = Mutex(State())
    private let sealingKey = Mutex<[UInt8]>([])

    init(_ kind: Kind, of wallet: FuzzedWallet) async {
        self.kind = kind
        id = wallet.nextConnection()
        service = wallet.service
        bell = wallet.bell
        await service.opened(self, peer: PeerProcess(pid: 1, uid: 0))
        if kind != .commandLine {
            let params: JSONObject = [
                "arguments": [], "browser": "firefox", "environment": [:], "version": "1.2.3",
                "caller": kind == .walletExtension ? "wallet@sidekey.app" : "somebody@example.com",
            ]
            await service.received(
                JSONSource(RPCNotification(method: "host.attach", params: params).serialized()), on: id)
        }
        var hello: JSONObject = [
            "protocol": 1, "version": "1.2.3", "client": kind == .commandLine ? "cli" : "extension",
        ]
        if kind != .commandLine {
            hello["profile"] = "3f0f1f2a-6c1e-4f0e-9d57-0f6f6f1c2a10"
            hello["connectionKey"] = "a5a4c0de-1f5e-4c53-8a39-6a1d2b3c4d5e"
        }
        let answer = await ask("hello", hello)
        promise(answer?["protocol"]?.int == 1, "a client is greeted")
        // Another extension is told no key; what it seals, it seals to one that the wallet doesn't have.
        let key =
            kind == .otherExtension
            ? SealingKey().publicKey : answer?["sealingKey"]?.string.flatMap { try? Base64.decode($0) }
        sealingKey.withLock { $0 = key ?? [] }
        state.withLock { $0 = State() }
    }

    /// How many requests the wallet said were queued.
    var announcements: Int { state.withLock(\.announcements) }

    var answers: [RPCResponse] { state.withLock(\.answers) }

    /// What was asked under an id; nil for a frame that was no request.
    func asked(_ id: String?) -> [RPCRequest?] { state.withLock { $0.asked[id] ?? [] } }

    /// Returns whether everything that was asked under an id is answered.
    func isAnswered(_ id: String?) -> Bool {
        state.withLock { $0.counts[id] ?? 0 >= $0.asked[id]?.count ?? 0 }
    }

    /// True if everything that was asked is answered.
    var isAnswered: Bool {
        state.withLock { state in state.asked.allSatisfy { state.counts[$0.key] ?? 0 >= $0.value.count } }
    }

    /// True if nothing is answered that wasn't asked, and nothing twice.
    var isAnsweredOnce: Bool {
        state.withLock { state in state.counts.allSatisfy { state.asked[$0.key]?.count ?? 0 >= $0.value } }
    }

    func send(_ payload: [UInt8]) {
        defer { bell.ring() }
        promise(payload.count <= 1_048_576, "what the wallet sends fits a frame")
        guard let message = try? RPCMessage(parsing: JSONSource(payload)) else {
            return promise(false, "what the wallet sends is a message")
        }
        state.withLock { state in
            switch message {
            case .response(let response):
                state.answers.append(response)
                state.counts[response.id, default: 0] += 1
            case .notification(let notification):
                promise(kind != .otherExtension, "others learn nothing")
                if notification.method == "com.wallet.request" { state.announcements += 1 }
            case .request: promise(false, "the wallet asks nothing")
            }
        }
    }

    func close() {}

    /// Sends a frame.
    ///
    /// - Returns: Whether it has to be answered, and under which id.
    func send(frame: [UInt8]) async -> (isDue: Bool, id: String?) {
        var due: (isDue: Bool, id: String?) = (true, nil)
        var request: RPCRequest?
        do throws(RPCFault) {
            switch try RPCMessage(parsing: JSONSource(frame)) {
            case .request(let asked): (request, due.id) = (asked, asked.id)
            default: due.isDue = false
            }
        } catch {
            due.id = error.id
        }
        if due.isDue { state.withLock { $0.asked[due.id, default: []].append(request) } }
        await service.received(JSONSource(frame), on: id)
        return due
    }

    /// A secret as a parameter, sealed for this connection; written as JSON.
    func sealed(_ text: String, for method: String, _ parameter: String) -> String {
        let purpose = SealingPurpose(method: method, parameter: parameter)
        let secret = SecretBytes(copying: Array(text.utf8))
        guard let key = try? SealingPublicKey(sealingKey.withLock { $0 }),
            let sealed = try? key.seal(secret, for: purpose)
        else {
            promise(false, "there is a key to seal to")
            return "{}"
        }
        let enc = Base64.encode(sealed.encapsulatedKey)
        return #"{"enc":"\#(enc)","ciphertext":"\#(Base64.encode(sealed.ciphertext))"}"#
    }

    /// Asks and waits for the result; nil for an error.
    func ask(_ method: String, _ params: JSONObject = [:]) async -> JSON? {
        _ = await send(frame: RPCRequest(id: "ask", method: method, params: params).serialized())
        await bell.wait(atMost: .seconds(60)) { state.withLock { $0.counts["ask"] != nil } }
        let answer = state.withLock { state in
            state.asked["ask"] = nil
            state.counts["ask"] = nil
            return state.answers.firstIndex { $0.id == "ask" }.map { state.answers.remove(at: $0) }
        }
        promise(answer != nil, "\(method) is answered")
        return try? answer?.outcome.get()
    }

    func lose() async {
        await service.closed(id)
    }
}

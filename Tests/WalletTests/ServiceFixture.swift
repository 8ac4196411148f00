import ApprovalQueue
import Fingerprints
import Foundation
import HardwareTokens
import JSONRPC
import Ledger
import Logging
import Pictures
import Pinentry
import Salt
import SecurityKeys
import SignedLists
import SolanaRPC
import Synchronization
import TPMSeals
import TestSupport
import Testing
import Wallet
import WalletKeys
import WalletNetwork
import WalletRuntime
import WalletState

/// A folder for a wallet; it goes with the last who uses it.
final class ServiceFolder: Sendable {
    let url = ScratchRoot.url.appendingPathComponent("sidekey-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}

/// A wallet in a folder of its own, spoken to without a socket.
final class ServiceFixture: Sendable {
    let home: ServiceFolder
    var folder: URL { home.url }
    let service: WalletService
    let stopped = Flag()
    let desktop = DesktopStandIn()

    static let passphrase = "correct horse battery staple"

    /// - Parameters:
    ///   - prompt: who answers outside the browser; with it there is a vault, with ``passphrase``.
    ///   - hasVault: whether there is one all the same.
    ///   - policy: what is decided where.
    ///   - clock: what time it is for the wallet; none passes unless a test says so, however slow the machine is.
    ///   - session: the time of its session, and of the waits behind wrong passphrases.
    ///   - wallClock: the date.
    ///   - reach: reaches an endpoint of the policy; fetch: fetches lists; network: in the place of the policy's.
    ///   - signals: accounts whose balances are asked for again.
    ///   - existing: the folder of a wallet that was closed.
    ///   - isListed: whether others can stand beside it, as the agent has it.
    ///   - releases: how the programs came here; check: how they know the extension; securityKey: uses one; tpm: uses the TPM; fingerprint: asks for a finger.
    ///   - modules: installed beside the wallet's own; omitted: those of the wallet's own that aren't.
    init(
        prompt: (any NativePrompt)? = nil, hasVault: Bool = true,
        policy: ApprovalPolicy = ApprovalPolicy(setting: .popup),
        clock: any MonotonicClock = ManualClock(), session: any Clock<Duration> = ContinuousClock(),
        wallClock: any WallClock = SystemWallClock(),
        reach: Wallet.Reach? = nil, fetch: FileFetch? = nil, decode: PictureDecode? = nil,
        network: (any SolanaNetwork)? = nil, signals: AccountSignals = AccountSignals(),
        home existing: ServiceFolder? = nil, isListed: Bool = false, releases: ReleaseSource = ReleaseSource(),
        check: ExtensionCheck? = nil, securityKey: SecurityKeyAsk? = nil, tpm: TPMAsk? = nil,
        ledger: LedgerAsk? = nil, token: HardwareTokenAsk? = nil, fingerprint: FingerprintReader? = nil,
        modules: [any WalletModule] = [],
        omitting omitted: Set<String> = []
    ) async throws {
        home = try existing ?? ServiceFolder()
        // The cheapest passphrase that a vault may have: what is tried here isn't how hard it is to guess.
        let lock = SessionLock(file: VaultFile(folder: home.url.path), clock: session, cost: .minimum)
        if prompt != nil, hasVault {
            try await lock.create(
                phrase: SeedPhrase(
                    parsing: SecretBytes(copying: Array((String(repeating: "abandon ", count: 23) + "art").utf8))),
                passphrase: SecretBytes(copying: Array(Self.passphrase.utf8)), unattended: false)
            try await Wallet.beginRecords(
                in: home.url.path, lock: lock, passphrase: Array(Self.passphrase.utf8), policy: policy)
        }
        var identity = AgentIdentity(version: "1.2.3", protocolNumber: 1, home: nil, pid: 1) { [stopped] in
            stopped.set()
        }
        identity.releases = releases
        if isListed {
            identity.opened = OpenedWallet(list: WalletList(folder: home.url.path), id: WalletList.firstID)
        }
        service = try await Wallet.open(
            folder: home.url.path, lock: lock, identity: identity,
            context: RuntimeContext(
                clock: clock, wallClock: wallClock,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }),
            prompt: prompt, desktop: desktop, reach: reach, fetch: fetch, decode: decode, securityKey: securityKey,
            tpm: tpm,
            ledger: ledger, token: token, fingerprint: fingerprint, check: check, network: network, signals: signals,
            modules: modules,
            omitting: omitted)
    }

    deinit {
        // Else a thousand tests hold their files open to the last.
        Task { [service] in await service.shutDown() }
    }

    /// A connection behind a host that the wallet's own extension, or another caller, started.
    ///
    /// - Parameters:
    ///   - display: What the system says that the user sits before.
    ///   - claim: What the host says of its own display.
    func attached(
        _ number: UInt64, caller: String = "wallet@sidekey.app", display: String? = ":0", claim: String? = nil,
        locale: String? = nil
    ) async -> RecordingConnection {
        desktop.become(display)
        let connection = await plain(number)
        var environment: JSONObject = claim.map { ["DISPLAY": .string(JSONString($0))] } ?? [:]
        environment["LANG"] = locale.map { .string(JSONString($0)) }
        let params: JSONObject = [
            "arguments": [], "browser": "firefox", "caller": .string(caller), "environment": .object(environment),
            "version": "4.5.6",
        ]
        await connection.receive(RPCNotification(method: "host.attach", params: params).serialized())
        return connection
    }

    /// A connection without a host.
    func plain(_ number: UInt64) async -> RecordingConnection {
        let connection = RecordingConnection(id: ConnectionID(number), fixture: self)
        await service.opened(connection.recorder, peer: PeerProcess(pid: 1, uid: 0))
        return connection
    }
}

/// What the system says of the user's desktop.
final class DesktopStandIn: UserDesktop {
    private let shown = Mutex<DesktopDisplay?>(nil)

    func display() async -> DesktopDisplay? { shown.withLock { $0 } }

    func become(_ display: String?, isAttested: Bool = true) {
        shown.withLock { shown in
            shown = display.map {
                DesktopDisplay(environment: DisplayEnvironment([("DISPLAY", $0)]), isAttested: isAttested)
            }
        }
    }
}

final class Flag: Sendable {
    private let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
}

/// The wallet's end of a connection, which keeps what the wallet sends.
///
/// The wallet holds it, and it holds no wallet: the two would keep each other past the test's end.
private final class Recorder: WalletConnection {
    let id: ConnectionID
    /// Read once, when it comes: a test that waits looks at all of it again and again.
    let sent = Mutex<[Result<RPCMessage, RPCFault>]>([])
    let closed = Flag()

    init(id: ConnectionID) { self.id = id }

    func send(_ payload: [UInt8]) {
        let message = Result { () throws(RPCFault) in try RPCMessage(parsing: JSONSource(payload)) }
        sent.withLock { $0.append(message) }
    }

    func close() { closed.set() }
}

/// A client's end of a connection.
final class RecordingConnection: Sendable {
    /// Held, since the wallet's folder goes with it.
    private let fixture: ServiceFixture
    fileprivate let recorder: Recorder
    private let next = Mutex(0)
    private let methods = Mutex<[String: String]>([:])
    private let sealingKey = Mutex<JSON?>(nil)

    init(id: ConnectionID, fixture: ServiceFixture) {
        recorder = Recorder(id: id)
        self.fixture = fixture
    }

    var id: ConnectionID { recorder.id }

    var isClosed: Bool { recorder.closed.isSet }

    func receive(_ payload: [UInt8]) async {
        await fixture.service.received(JSONSource(payload), on: id)
    }

    func call(_ method: String, _ params: JSONObject = [:]) async throws -> Result<JSON, RPCError> {
        try await outcome(of: begin(method, params))
    }

    /// Sends a request and returns its id.
    func begin(_ method: String, _ params: JSONObject = [:]) async -> String {
        let id = "\(next.withLock { $0 += 1; return $0 })"
        methods.withLock { $0[id] = method }
        await receive(RPCRequest(id: id, method: method, params: params).serialized())
        return id
    }

    func outcome(of id: String) async throws -> Result<JSON, RPCError> {
        let outcome = try #require(try await response { $0.id == id }).outcome
        // Whatever test asks: what is answered is what the method's manifest declares.
        let declared = fixture.service.manifests.flatMap(\.methods).first { $0.name == methods.withLock { $0[id] } }
        if case .success(let result) = outcome, let declared {
            #expect(declared.result.mismatch(result) == nil, "\(declared.name)")
        }
        return outcome
    }

    /// True once a request's answer has been sent; it doesn't wait.
    func isAnswered(_ id: String) -> Bool {
        recorder.sent.withLock { sent in
            sent.contains { message in
                if case .success(.response(let response)) = message { response.id == id } else { false }
            }
        }
    }

    /// What the wallet answers to bytes that are no request of a known id.
    func answer(to text: String) async throws -> RPCResponse {
        let before = recorder.sent.withLock(\.count)
        await receive(Array(text.utf8))
        return try #require(try await response(after: before) { _ in true })
    }

    func hello(_ params: JSONObject = [:]) async throws -> Result<JSON, RPCError> {
        var hello: JSONObject = [
            "protocol": 1, "client": "extension", "version": "1.2.3",
            "profile": "3f0f1f2a-6c1e-4f0e-9d57-0f6f6f1c2a10", "connectionKey": "a5a4c0de-1f5e-4c53-8a39-6a1d2b3c4d5e",
        ]
        for member in params.members {
            // A null takes the member out.
            hello[member.name.string] = member.value.isNull ? JSON?.none : member.value
        }
        let outcome = try await call("hello", hello)
        if let key = try? outcome.get()["sealingKey"] { sealingKey.withLock { $0 = key } }
        return outcome
    }

    /// The params of every notification of a method so far.
    func notifications(_ method: String) -> [JSONObject] {
        recorder.sent.withLock { sent in
            sent.compactMap { message in
                guard case .success(.notification(let notification)) = message, notification.method == method else {
                    return nil
                }
                return notification.params
            }
        }
    }

    /// A secret sealed for this connection and one parameter of a method.
    func sealed(_ text: String, for method: String, _ parameter: String = "passphrase") throws -> JSON {
        try SealedText.json(text, to: sealingKey.withLock { $0 }, for: method, parameter)
    }

    private func response(after start: Int = 0, _ matches: (RPCResponse) -> Bool) async throws -> RPCResponse? {
        for attempt in 0..<5000 {
            for message in recorder.sent.withLock({ $0.dropFirst(start) }) {
                if case .response(let response) = try message.get(), matches(response) { return response }
            }
            // All of it is looked at again each time: what takes long is looked at less often.
            try await Task.sleep(for: .milliseconds(attempt < 200 ? 1 : 50))
        }
        return nil
    }
}

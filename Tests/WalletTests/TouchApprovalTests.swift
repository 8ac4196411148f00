import Devices
import JSONRPC
import Salt
import Screens
import SecurityKeys
import SolanaTransactions
import Synchronization
import TestSupport
import Testing
import Wallet
import WalletState

/// Approvals in Sidekey's window by a touch: the wallet, the program between it and the key, and a key in software.
@Suite(.timeLimit(.minutes(10))) struct TouchApprovalTests {
    private static let touch = ScriptedWindow.Press(button: "device 0")
    /// Waits for what comes of the touch.
    private static let approve = ScriptedWindow.Press(button: "approve")
    private static let passphrase = ScriptedWindow.Press(button: "approve", secrets: [ServiceFixture.passphrase])
    private static let bob = PublicKey("8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9")

    private let window = ScriptedWindow()
    private let clock = ManualClock()
    private let programs: ProgramFolder
    private let folder: String

    init() throws {
        programs = try ProgramFolder()
        folder = try ScratchRoot.newFolder()
    }

    private var key: String { folder + "/key.json" }

    /// What `sidekey-device` answers can be taken, or changed, on its way.
    private final class Wire: Sendable {
        let program: SecurityKeyProgram
        let asked = Mutex<[SecurityKeyRequest]>([])
        let answers = Mutex<[SecurityKeyOutcome]>([])
        /// The answer that is given in the place of the key's.
        let replayed = Mutex<SecurityKeyOutcome?>(nil)

        init(_ path: String) { program = SecurityKeyProgram(path: path) }

        func ask(_ request: SecurityKeyRequest) async throws(SecurityKeyFault) -> SecurityKeyOutcome {
            asked.withLock { $0.append(request) }
            let outcome = try await program.ask(request)
            answers.withLock { $0.append(outcome) }
            return replayed.withLock { $0 } ?? outcome
        }
    }

    private struct Life {
        let fixture: ServiceFixture
        let browser: RecordingConnection
        let terminal: RecordingConnection
        let wire: Wire
        let account: PublicKey

        func status() async throws -> String? { try await browser.call("vault.status").get()["vault"]?.text }

        func proofs(_ id: JSON?) async throws -> [String] {
            let shown = try await browser.call("approvals.get", ["id": id ?? ""]).get()
            return (shown["wallet"]?["proofs"]?.array ?? []).compactMap(\.text)
        }
    }

    /// A locked wallet with a connected site, and a key that the passphrase added.
    private func life(pin: String? = nil, perRequest: Bool = true, display: String? = ":0") async throws -> Life {
        try programs.plug(key, pin.map { ["--pin", $0] } ?? [])
        let wire = Wire(programs.path + "/sidekey-device")
        var policy = ApprovalPolicy(setting: .native)
        policy.perRequest = perRequest
        let fixture = try await ServiceFixture(
            prompt: window, policy: policy, clock: clock,
            securityKey: { request throws(SecurityKeyFault) in try await wire.ask(request) })
        let browser = await fixture.attached(1, display: display)
        _ = try await browser.hello().get()
        let terminal = await fixture.plain(2)
        _ = try await terminal.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
        var added: JSONObject = [
            "name": "Key", "passphrase": try terminal.sealed(ServiceFixture.passphrase, for: "securitykey.add"),
        ]
        if let pin { added["pin"] = try terminal.sealed(pin, for: "securitykey.add", "pin") }
        _ = try await terminal.call("securitykey.add", added).get()
        let connect = await browser.begin("connect", Self.page(request: "connect"))
        window.expect(Self.passphrase)
        _ = try await browser.native().get()
        let connected = try await browser.outcome(of: connect).get()
        let account = try PublicKey(base58: #require(connected["publicKey"]?.text))
        _ = try await browser.call("vault.lock").get()
        return Life(fixture: fixture, browser: browser, terminal: terminal, wire: wire, account: account)
    }

    private static func page(_ params: JSONObject = [:], request: String) -> JSONObject {
        var page: JSONObject = [
            "origin": "https://dapp.example", "tab": 1, "document": "document-1", "request": .string(request),
        ]
        for member in params.members { page[member.name.string] = member.value }
        return page
    }

    private func pay(_ lamports: UInt64, _ life: Life, _ request: String = "pay") async throws -> String {
        try await sign(
            SystemProgram.transfer(from: life.account, to: Self.bob, lamports: lamports), life, request: request)
    }

    private func sign(_ instruction: Instruction, _ life: Life, request: String) async throws -> String {
        let transaction = try Transaction(feePayer: life.account, blockhash: Blockhash()) { instruction }
        return await life.browser.begin(
            "signTransaction", Self.page(["tx": .string(Base64.encode(transaction.encoded()))], request: request))
    }

    /// A power without a bound for somebody else.
    private func danger(_ life: Life, _ request: String = "danger") async throws -> String {
        try await sign(
            TokenProgram.approve(source: Self.bob, delegate: Self.bob, owner: life.account, amount: .max), life,
            request: request)
    }

    private var labels: [[String]] { window.screens.map { $0.buttons.map(\.label) } }

    @Test func `a touch approves the request in view, opens no session, and the next one takes another`() async throws {
        let life = try await life()
        for number in 1...3 {
            let paid = try await pay(5_000_000_000, life, "pay \(number)")
            let id = try await life.browser.waiting()["id"]
            #expect(try await life.proofs(id) == ["passphrase", "security-key"])
            // The button, and then nothing more than the touch: the screen that waits has no field.
            window.expect(Self.touch, Self.approve)
            #expect(try await life.browser.native().get()["state"]?.text == "answered")
            #expect(try await life.browser.outcome(of: paid).get()["signedTransaction"] != nil)
            #expect(try await life.status() == "locked")
        }
        #expect(labels.suffix(2).first == ["Reject", "Use security key", "Approve"])
        let waiting = try #require(window.screens.last)
        #expect(waiting.field == nil)
        #expect(waiting.parts.contains(.text("Touch your security key.", .note)))
        #expect(waiting.buttons.map(\.isEnabled) == [true, true, false])
        // Each time another challenge, for other salts.
        let used = life.wire.asked.withLock { asked in
            asked.compactMap {
                if case .use(let challenge, _, let slots) = $0 { (challenge, slots[0].salts) } else { nil }
            }
        }
        #expect(Set(used.map(\.0)).count == 3 && Set(used.map(\.1)).count == 3)
        // What was charged to presses: nothing.
        let policy = try await life.browser.call("policy.get").get()
        #expect(policy["pressLeft"] == policy["pressAllowance"])
    }

    @Test func `a danger isn't approved by a touch, and the button isn't there`() async throws {
        let life = try await life()
        _ = try await danger(life)
        let id = try await life.browser.waiting()["id"]
        #expect(try await life.proofs(id) == ["passphrase"])
        // Pressed all the same, by something that knows the button's name.
        window.expect(Self.touch)
        #expect(try await life.browser.native().get()["state"]?.text == "rejected")
        #expect(labels.last == ["Reject", "Approve"])
        #expect(life.wire.asked.withLock(\.count) == 1)
    }

    @Test func `a danger is approved by a key with its PIN, which the window asks for`() async throws {
        let life = try await life(pin: "123456")
        let asked = try await danger(life)
        let id = try await life.browser.waiting()["id"]
        #expect(try await life.proofs(id) == ["passphrase", "security-key-pin"])
        let pin = { ScriptedWindow.Press(button: "approve", secrets: [$0]) }
        window.expect(Self.touch, pin("000000"), pin("123456"), pin(""))
        // The waiting screens are replaced by what the key says; the presses on them wait for that.
        #expect(try await life.browser.native().get()["state"]?.text == "answered")
        _ = try await life.browser.outcome(of: asked).get()
        #expect(window.screens.contains { $0.field?.problem?.contains("left") == true })
        #expect(window.screens.contains { $0.field?.label == "PIN of the key:" })
        #expect(try await life.status() == "locked")
    }

    @Test func `a touch that was given for another request counts for nothing, and the passphrase still does`()
        async throws
    {
        let life = try await life()
        let first = try await pay(1, life, "first")
        window.expect(Self.touch, Self.approve)
        _ = try await life.browser.native().get()
        _ = try await life.browser.outcome(of: first).get()
        // The program between agent and key keeps what was signed, and hands it out for the next request.
        life.wire.replayed.withLock { $0 = life.wire.answers.withLock { $0.last } }
        let second = try await pay(2, life, "second")
        window.expect(Self.touch, Self.passphrase)
        #expect(try await life.browser.native().get()["state"]?.text == "answered")
        _ = try await life.browser.outcome(of: second).get()
        #expect(window.screens.last?.field?.problem?.hasPrefix("The security key gave a wrong answer") == true)
    }

    @Test(arguments: [("pulled", "pulled out"), ("deny", "refused"), ("late", "in time")])
    func `what goes wrong at the key is told, and the passphrase approves`(touch: String, said: String) async throws {
        let life = try await life()
        try programs.plug(key, ["--touch", touch])
        let paid = try await pay(1, life)
        window.expect(Self.touch, Self.passphrase)
        #expect(try await life.browser.native().get()["state"]?.text == "answered")
        _ = try await life.browser.outcome(of: paid).get()
        #expect(window.screens.last?.field?.problem?.contains(said) == true, "\(window.problems)")
    }

    @Test func `another key and a copy of the key approve nothing, and the passphrase does`() async throws {
        let life = try await life()
        let copy = try #require(SystemFile.read(key))
        _ = try await pay(1, life, "first")
        window.expect(Self.touch, Self.approve)
        #expect(try await life.browser.native().get()["state"]?.text == "answered")
        try SystemFile.write(folder + "/copy.json", copy)
        for (number, file) in ["copy.json", "other.json"].enumerated() {
            try programs.plug(folder + "/" + file)
            let paid = try await pay(2, life, "next \(number)")
            window.expect(Self.touch, Self.approve)
            #expect(try await life.browser.native().get()["state"]?.text == "rejected")
            #expect(try await life.browser.outcome(of: paid).reason == .rejected)
            // The pause after a no.
            clock.advance(by: .seconds(60))
        }
        #expect(window.problems.contains { $0.contains("may have been copied") })
        #expect(window.problems.contains { $0.contains("Plug in the one that you added") })
    }

    @Test func `the browser has no key touched for an approval, and takes no touch away`() async throws {
        let life = try await life()
        try programs.plug(key, ["--touch", "never"])
        let paid = try await pay(1, life)
        let waiting = try await life.browser.waiting()
        var approval = waiting
        approval["unlock"] = ["securityKey": true]
        #expect(try await life.browser.call("approvals.approve", approval).reason == .paramValue)
        #expect(life.wire.asked.withLock(\.count) == 1)

        window.expect(Self.touch, Self.approve)
        let native = await life.browser.begin("approvals.native", waiting)
        try await programs.wait(for: "waiting")
        _ = try await life.browser.call("securitykey.cancel").get()
        // Neither does it get a second use while the first waits.
        #expect(try await life.browser.call("vault.unlock", ["securityKey": true]).reason == .tooManyPending)
        #expect(!life.browser.isAnswered(native))
        _ = try await life.browser.call("approvals.reject", ["id": waiting["id"] ?? ""]).get()
        #expect(try await life.browser.outcome(of: native).reason == .notPending)
        try await programs.wait(for: "cancelled")
        #expect(try await life.browser.outcome(of: paid).reason == .rejected)
    }

    @Test func `back from the key leads to the passphrase, and the key stops waiting`() async throws {
        let life = try await life()
        try programs.plug(key, ["--touch", "never"])
        let paid = try await pay(1, life)
        window.expect(Self.touch, .back, Self.passphrase)
        #expect(try await life.browser.native().get()["state"]?.text == "answered")
        _ = try await life.browser.outcome(of: paid).get()
        #expect(labels.suffix(2).first == ["Reject", "Back", "Approve"])
    }

    @Test func `before a window that another program may have named, no touch counts`() async throws {
        let life = try await life(perRequest: false)
        life.fixture.desktop.become(":1", isAttested: false)
        _ = try await pay(2_000_000_000, life)
        window.expect(.init(button: "reject"))
        #expect(try await life.browser.native().get()["state"]?.text == "rejected")
        #expect(labels.last?.contains("Use security key") == false)
    }

    @Test func `at a terminal a touch alone is refused before any key blinks, and a PIN is enough`() async throws {
        let bare = try await life()
        _ = try await pay(1, bare)
        var approval = try await bare.browser.waiting()
        approval["unlock"] = ["securityKey": true]
        #expect(try await bare.terminal.call("approvals.approve", approval).reason == .passphraseRequired)
        #expect(bare.wire.asked.withLock(\.count) == 1)
    }

    @Test func `the challenge names the request, its bytes and its review`() {
        let subject = ApprovalSubject(id: "a", digest: "bb", review: "c")
        let salt = [UInt8](repeating: 9, count: 32)
        let encoded =
            Array("sidekey-approval-v1".utf8) + [
                1, 0, 0, 0, 0x61, 2, 0, 0, 0, 0x62, 0x62, 1, 0, 0, 0, 0x63, 32, 0, 0, 0,
            ]
            + salt
        #expect(subject.challenge(salt: salt) == SaltHash.sha256(encoded))
        for other in [
            ApprovalSubject(id: "b", digest: "bb", review: "c"), ApprovalSubject(id: "a", digest: "bc", review: "c"),
            ApprovalSubject(id: "a", digest: "bb", review: "d"), ApprovalSubject(id: "ab", digest: "b", review: "c"),
        ] {
            #expect(other.challenge(salt: salt) != subject.challenge(salt: salt))
        }
        #expect(subject.challenge(salt: salt) != subject.challenge(salt: Array(salt.dropLast()) + [8]))
    }
}

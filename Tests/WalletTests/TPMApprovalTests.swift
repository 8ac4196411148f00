import Devices
import JSONRPC
import Pinentry
import Screens
import SolanaTransactions
import TPMSeals
import TestSupport
import Testing
import Wallet
import WalletState

/// Approvals in Sidekey's window by the PIN that the TPM guards: the wallet, the program between it and the TPM, and a TPM in software.
@Suite(.timeLimit(.minutes(10))) struct TPMApprovalTests {
    private static let pin = "864209"
    private static let usePIN = ScriptedWindow.Press(button: "device 0")
    private static let passphrase = ScriptedWindow.Press(button: "approve", secrets: [ServiceFixture.passphrase])
    private static let bob = PublicKey("8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9")

    private let window = ScriptedWindow()
    private let programs: ProgramFolder
    private let tpm: SoftwareTPM

    init() throws {
        programs = try ProgramFolder()
        tpm = try SoftwareTPM(at: programs.path + "/tpm")
        try tpm.limit(3, interval: 1000)
    }

    private struct Life {
        let fixture: ServiceFixture
        let browser: RecordingConnection
        let terminal: RecordingConnection
        let account: PublicKey

        func status() async throws -> String? { try await browser.call("vault.status").get()["vault"]?.text }

        func proofs() async throws -> [String] {
            let id = try await browser.waiting()["id"]
            let shown = try await browser.call("approvals.get", ["id": id ?? ""]).get()
            return (shown["wallet"]?["proofs"]?.array ?? []).compactMap(\.text)
        }
    }

    /// A locked wallet that takes a proof for each approval, with a connected site and a PIN.
    private func life() async throws -> Life {
        var policy = ApprovalPolicy(setting: .native)
        policy.perRequest = true
        let program = TPMProgram(path: programs.path + "/sidekey-device")
        let fixture = try await ServiceFixture(
            prompt: window, policy: policy,
            tpm: { request throws(TPMFault) in try await program.ask(request) })
        let browser = await fixture.attached(1)
        _ = try await browser.hello().get()
        let terminal = await fixture.plain(2)
        _ = try await terminal.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
        let passphrase = try terminal.sealed(ServiceFixture.passphrase, for: "tpm.add")
        let pin = try terminal.sealed(Self.pin, for: "tpm.add", "pin")
        _ = try await terminal.call("tpm.add", ["passphrase": passphrase, "pin": pin]).get()
        let connect = await browser.begin("connect", Self.page(request: "connect"))
        window.expect(Self.passphrase)
        _ = try await browser.native().get()
        let connected = try await browser.outcome(of: connect).get()
        let account = try PublicKey(base58: #require(connected["publicKey"]?.text))
        _ = try await browser.call("vault.lock").get()
        return Life(fixture: fixture, browser: browser, terminal: terminal, account: account)
    }

    private static func page(_ params: JSONObject = [:], request: String) -> JSONObject {
        var page: JSONObject = [
            "origin": "https://dapp.example", "tab": 1, "document": "document-1", "request": .string(request),
        ]
        for member in params.members { page[member.name.string] = member.value }
        return page
    }

    private func sign(_ instruction: Instruction, _ life: Life, _ request: String) async throws -> String {
        let transaction = try Transaction(feePayer: life.account, blockhash: Blockhash()) { instruction }
        return await life.browser.begin(
            "signTransaction", Self.page(["tx": .string(Base64.encode(transaction.encoded()))], request: request))
    }

    private func pay(_ life: Life, _ request: String) async throws -> String {
        try await sign(SystemProgram.transfer(from: life.account, to: Self.bob, lamports: 5_000_000_000), life, request)
    }

    private func typed(_ pin: String) -> ScriptedWindow.Press {
        ScriptedWindow.Press(button: "approve", secrets: [pin])
    }

    @Test func `the PIN approves what the window shows, dangers too, and opens no session`() async throws {
        let life = try await life()
        // Added and not used yet: the passphrase's uses aren't its own.
        let before = try await life.browser.call("openings.list").get()["openings"]?.array ?? []
        #expect(before.contains { $0["kind"] == "tpm" && $0["last"] == nil })
        #expect(before.contains { $0["kind"] == "passphrase" && $0["last"] != nil })
        let paid = try await pay(life, "pay")
        #expect(try await life.proofs() == ["passphrase", "tpm-pin"])
        window.expect(Self.usePIN, typed(Self.pin), ScriptedWindow.Press(button: "approve"))
        #expect(try await life.browser.native().get()["state"]?.text == "answered")
        #expect(try await life.browser.outcome(of: paid).get()["signedTransaction"] != nil)
        #expect(window.screens.contains { $0.buttons.map(\.label).contains("Use this computer's PIN") })
        #expect(try await life.status() == "locked")
        let danger = try await sign(
            TokenProgram.approve(source: Self.bob, delegate: Self.bob, owner: life.account, amount: .max), life,
            "danger")
        window.expect(Self.usePIN, typed(Self.pin), ScriptedWindow.Press(button: "approve"))
        #expect(try await life.browser.native().get()["state"]?.text == "answered")
        _ = try await life.browser.outcome(of: danger).get()
        #expect(try await life.status() == "locked")
        // The list of what opens the wallet knows of it.
        let openings = try await life.browser.call("openings.list").get()["openings"]?.array ?? []
        #expect(openings.contains { $0["kind"] == "tpm" && $0["last"] != nil })
    }

    @Test func `wrong PINs are told with the tries that are left, and the passphrase approves once there are none`()
        async throws
    {
        let life = try await life()
        let paid = try await pay(life, "pay")
        window.expect(
            Self.usePIN, typed("12345"), typed("000000"), typed("000000"), typed("000000"), Self.passphrase)
        #expect(try await life.browser.native().get()["state"]?.text == "answered")
        _ = try await life.browser.outcome(of: paid).get()
        let problems = window.screens.compactMap { $0.field?.problem }
        #expect(problems.contains("The PIN has exactly six digits."))
        #expect(problems.contains { $0.contains("2 left") } && problems.contains { $0.contains("1 left") })
        // Now it takes not even the right one.
        let next = try await pay(life, "next")
        window.expect(Self.usePIN, typed(Self.pin), Self.passphrase)
        #expect(try await life.browser.native().get()["state"]?.text == "answered")
        _ = try await life.browser.outcome(of: next).get()
        #expect(try await life.status() == "locked")
    }

    @Test func `the TPM of another machine proves nothing, and the passphrase does`() async throws {
        let life = try await life()
        tpm.kill()
        let other = try SoftwareTPM(at: programs.path + "/tpm")
        let paid = try await pay(life, "pay")
        window.expect(Self.usePIN, typed(Self.pin), Self.passphrase)
        #expect(try await life.browser.native().get()["state"]?.text == "answered")
        _ = try await life.browser.outcome(of: paid).get()
        #expect(window.screens.last?.field?.problem != nil)
        withExtendedLifetime(other) {}
    }

    @Test func `at a terminal the PIN approves too, and a browser that has it approves nothing`() async throws {
        let life = try await life()
        let danger = try await sign(
            TokenProgram.approve(source: Self.bob, delegate: Self.bob, owner: life.account, amount: .max), life,
            "danger")
        let waiting = try await life.browser.waiting()
        let shown = try await life.terminal.call("approvals.get", ["id": waiting["id"] ?? ""]).get()
        #expect(shown["wallet"]?["proofs"]?.array?.contains("tpm-pin") == true)
        func approval(_ pin: String, from client: RecordingConnection) throws -> JSONObject {
            var approval = waiting
            approval["review"] = shown["reviewHash"]
            approval["unlock"] = ["tpm": true, "pin": try client.sealed(pin, for: "approvals.approve", "unlock.pin")]
            return approval
        }
        // It would have to be told the PIN, and no page of the extension asks for it.
        let hijacked = try approval(Self.pin, from: life.browser)
        #expect(try await life.browser.call("approvals.approve", hijacked).reason == .paramValue)
        for (pin, reason) in [("12345", RPCReason.tpmPINInvalid), ("000000", .tpmPINWrong)] {
            let refused = try approval(pin, from: life.terminal)
            #expect(try await life.terminal.call("approvals.approve", refused).reason == reason)
        }
        var bare = waiting
        bare["unlock"] = ["tpm": true]
        #expect(try await life.terminal.call("approvals.approve", bare).reason == .paramValue)
        let approved = try approval(Self.pin, from: life.terminal)
        #expect(try await life.terminal.call("approvals.approve", approved).get()["state"]?.text == "answered")
        #expect(try await life.browser.outcome(of: danger).get()["signedTransaction"] != nil)
        // Neither did it open a session.
        #expect(try await life.status() == "locked")
    }

    @Test func `two PINs that differ set nothing, and are asked for once more`() async throws {
        let program = TPMProgram(path: programs.path + "/sidekey-device")
        let ask: TPMAsk = { request throws(TPMFault) in try await program.ask(request) }
        let differing = [Self.passphrase, typed(Self.pin), typed("135790")]
        let fixture = try await ServiceFixture(prompt: ScriptedWindow(differing + [.cancel]), tpm: ask)
        let browser = await fixture.attached(1)
        _ = try await browser.hello().get()
        #expect(try await browser.call("tpm.add").reason == .rejected)
        #expect(try await browser.call("tpm.status").get()["slot"] == nil)

        let window = ScriptedWindow(differing + [typed("246802"), typed("246802")])
        let other = try await ServiceFixture(prompt: window, tpm: ask)
        let next = await other.attached(1)
        _ = try await next.hello().get()
        #expect(try await next.call("tpm.add").get()["slot"] != nil)
        #expect(window.questions.compactMap(\.error) == ["The two PINs differ. Choose one again."])
        // The last two count, and nothing that was typed before them.
        _ = try await next.call("vault.lock").get()
        window.expect(typed(Self.pin), typed("135790"), typed("246802"))
        #expect(try await next.call("vault.unlock", ["tpm": true]).get()["vault"]?.text == "unlocked")
        #expect(window.questions.count { $0.error?.contains("left") == true } == 2)
    }
}

import JSONRPC
import Pinentry
import TestSupport
import Testing
import Wallet
import WalletRuntime
import WalletState

/// Prompts appear before the user, whatever the program says that asks.
@Suite(.timeLimit(.minutes(15))) struct PromptPlaceTests {
    /// The asker's own display, with a program before it that presses Approve.
    private static let asker = ":99"

    private let prompt = ScriptedPrompt()

    /// A wallet, and a host that another program of the user's has started on its own display.
    private func asked(
        _ other: (any NativePrompt)? = nil, hasVault: Bool = true
    ) async throws -> (ServiceFixture, RecordingConnection) {
        let fixture = try await ServiceFixture(prompt: other ?? prompt, hasVault: hasVault)
        let host = await fixture.attached(1, display: nil, claim: Self.asker)
        _ = try await host.hello().get()
        return (fixture, host)
    }

    private func terminal(_ fixture: ServiceFixture, _ number: UInt64 = 7) async throws -> RecordingConnection {
        let terminal = await fixture.plain(number)
        _ = try await terminal.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
        return terminal
    }

    private func unlock(_ connection: RecordingConnection, _ environment: JSONObject? = nil) async throws {
        var params: JSONObject = [
            "passphrase": try connection.sealed(ServiceFixture.passphrase, for: "vault.unlock")
        ]
        params["environment"] = environment.map { .object($0) }
        _ = try await connection.call("vault.unlock", params).get()
    }

    private static func connect(_ number: Int) -> JSONObject {
        [
            "origin": .string("https://dapp-\(number).example"), "tab": .number(number),
            "document": .string("document-\(number)"),
            "request": "1",
        ]
    }

    /// Has a page connected, and answers the prompt with a press.
    private func press(_ host: RecordingConnection, for number: Int = 1) async throws -> Result<JSON, RPCError> {
        _ = await host.begin("connect", Self.connect(number))
        prompt.expect(.yes)
        return try await host.native()
    }

    @Test func `a program on a display of its own is not asked there`() async throws {
        let (_, host) = try await asked()
        for outcome in [try await host.call("vault.unlock", ["native": true]), try await press(host)] {
            #expect(outcome.reason == .promptUnavailable)
            guard case .failure(let error) = outcome else { return }
            #expect(error.data["command"]?.text?.hasPrefix("sidekey ") == true)
        }
        #expect(prompt.displays == [])
    }

    @Test func `the system says where the user sits`() async throws {
        let (fixture, host) = try await asked()
        fixture.desktop.become(":0")
        prompt.expect(.type(ServiceFixture.passphrase))
        _ = try await host.call("vault.unlock", ["native": true]).get()
        #expect(try await press(host).get()["state"]?.text == "answered")
        #expect(prompt.displays == [":0", ":0"])
    }

    @Test func `where the system doesn't, it is where the passphrase was proven last`() async throws {
        let (fixture, host) = try await asked()
        let terminal = try await terminal(fixture)
        try await unlock(terminal, ["DISPLAY": ":1", "LD_PRELOAD": "/evil.so"])
        #expect(try await press(host).get()["state"]?.text == "answered")
        try await unlock(terminal, ["DISPLAY": ":2"])
        #expect(try await press(host, for: 2).get()["state"]?.text == "answered")
        #expect(prompt.displays == [":1", ":2"])
        // From afar: no window can appear before that user.
        try await unlock(terminal, [:])
        #expect(try await press(host, for: 3).reason == .promptUnavailable)
        #expect(prompt.displays == [":1", ":2"])
    }

    @Test func `a passphrase that is typed into the popup proves its browser's place`() async throws {
        let (fixture, host) = try await asked()
        let browser = await fixture.attached(2, display: nil, claim: ":3")
        _ = try await browser.hello(["connectionKey": "b5a4c0de-1f5e-4c53-8a39-6a1d2b3c4d5e"]).get()
        try await unlock(browser)
        #expect(try await press(host).get()["state"]?.text == "answered")
        #expect(prompt.displays == [":3"])
        // A browser says so by its host alone.
        #expect(
            try await browser.call(
                "vault.unlock",
                [
                    "passphrase": browser.sealed(ServiceFixture.passphrase, for: "vault.unlock"),
                    "environment": ["DISPLAY": ":4"],
                ]
            ).reason == .paramUnknown)
    }

    @Test func `a wrong passphrase proves nothing`() async throws {
        let (fixture, host) = try await asked()
        let browser = try await terminal(fixture)
        let wrong = try browser.sealed("wrong", for: "vault.unlock")
        let tried = try await browser.call(
            "vault.unlock", ["passphrase": wrong, "environment": ["DISPLAY": .string(JSONString(Self.asker))]])
        #expect(tried.reason == .wrongPassphrase)
        #expect(try await host.call("vault.unlock", ["native": true]).reason == .promptUnavailable)
    }

    @Test func `where any program may have named the display, a press is not enough`() async throws {
        let (fixture, host) = try await asked()
        let terminal = try await terminal(fixture)
        try await unlock(terminal, ["DISPLAY": ":1"])
        fixture.desktop.become(Self.asker, isAttested: false)
        _ = await host.begin("connect", Self.connect(1))
        prompt.expect(.yes, .type(ServiceFixture.passphrase))
        // The press goes to a page that asks for the passphrase, and is none.
        #expect(try await host.native().get()["state"]?.text == "rejected")
        #expect(prompt.displays == [Self.asker])
        #expect(prompt.questions.last?.description?.contains("isn't sure that this is your screen") == true)
    }

    @Test func `it is enough where the passphrase was proven at the same display`() async throws {
        let (fixture, host) = try await asked()
        try await unlock(try await terminal(fixture), ["DISPLAY": ":1.0"])
        fixture.desktop.become(":1", isAttested: false)
        #expect(try await press(host).get()["state"]?.text == "answered")
        #expect(prompt.displays == [":1.0"])
    }

    @Test func `a passphrase that was typed into a prompt proves the prompt's display`() async throws {
        let (fixture, host) = try await asked()
        fixture.desktop.become(":5", isAttested: false)
        prompt.expect(.type(ServiceFixture.passphrase))
        _ = try await host.call("vault.unlock", ["native": true]).get()
        #expect(try await press(host).get()["state"]?.text == "answered")
        #expect(prompt.displays == [":5", ":5"])
    }

    @Test func `the first wallet is made where it is asked for, and that is proven then`() async throws {
        let window = ScriptedWindow()
        let (fixture, host) = try await asked(window, hasVault: false)
        let passphrase = "a long passphrase of mine"
        window.expect(.next, .fromPaper, .next(passphrase), .next)
        #expect(try await host.call("vault.setup", ["kind": "create"]).get() == ["outcome": "created"])
        #expect(window.displays == [Self.asker])
        _ = try await host.call("vault.lock").get()
        let other = await fixture.attached(2, display: nil, claim: ":4")
        _ = try await other.hello(["connectionKey": "b5a4c0de-1f5e-4c53-8a39-6a1d2b3c4d5e"]).get()
        window.expect(.next(passphrase))
        #expect(try await other.call("vault.unlock", ["native": true]).get()["vault"]?.text == "unlocked")
        #expect(window.displays == [Self.asker, Self.asker])
    }

    @Test func `another wallet in its place is not asked for where the asker says`() async throws {
        let (_, host) = try await asked()
        #expect(
            try await host.call("vault.setup", ["kind": "restore", "replace": true]).reason == .promptUnavailable)
        #expect(prompt.displays == [])
    }
}

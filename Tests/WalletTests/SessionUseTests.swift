import JSONRPC
import Testing
import Wallet
import WalletRuntime
import WalletState

/// The acts that prolong a session, on the real lock and its real clock.
@Suite(.timeLimit(.minutes(5))) struct SessionUseTests {
    private let text: JSONObject = ["message": "aGVsbG8="]

    private func life(_ more: JSONObject = [:]) async throws -> WalletLife {
        let life = try await WalletLife()
        _ = try await life.create(more).get()
        _ = try await life.prove("policy.set", ["session": 1_800_000]).get()
        _ = try await life.unlock().get()
        return life
    }

    private func left(_ life: WalletLife) async throws -> Int {
        try #require(try await life.browser.call("vault.status").get()["session"]?["remaining"]?.int)
    }

    /// What is left before, once so much time has passed as a busy machine takes to answer, and behind what somebody does.
    private func prolongs(
        _ life: WalletLife, after pause: Duration = .seconds(1), _ body: () async throws -> Void
    ) async throws -> Bool {
        try await Task.sleep(for: pause)
        let before = try await left(life)
        try await body()
        return try await left(life) > before
    }

    @Test func `an approval does, in the browser and by the passphrase in a terminal`() async throws {
        let life = try await life()
        let connect = try await life.ask("connect")
        let byConnecting = try await prolongs(life, after: .seconds(5)) { _ = try await life.approve(connect).get() }
        #expect(byConnecting)
        let first = try await life.ask("signMessage", text)
        let bySigning = try await prolongs(life, after: .seconds(5)) { _ = try await life.approve(first).get() }
        #expect(bySigning)
        let second = try await life.ask("signMessage", text)
        let byPassphrase = try await prolongs(life, after: .seconds(5)) {
            _ = try await life.approveNatively(second).get()
        }
        #expect(byPassphrase)
    }

    @Test func `no question, heartbeat or rejection does, and no approval that is refused`() async throws {
        let life = try await life()
        _ = try await life.approve(life.ask("connect")).get()
        _ = try await life.browser.call("policy.tighten", ["approvals": "risky"]).get()
        let id = try await life.ask("signMessage", text)
        for (method, params) in [
            ("vault.status", [:]), ("accounts.list", [:]), ("approvals.list", [:]), ("policy.get", [:]),
            ("approvals.get", ["id": .string(id)]), ("approvals.present", ["ids": [.string(id)]]),
            ("settings.set", ["theme": "dark"]), ("accounts.add", [:]),
        ] as [(String, JSONObject)] {
            let isProlonged = try await prolongs(life) { _ = try await life.browser.call(method, params).get() }
            #expect(!isProlonged, "\(method)")
        }
        let silently = try await prolongs(life) { _ = try await life.silentAccounts() }
        #expect(!silently)
        var refused: RPCError?
        let vainly = try await prolongs(life) {
            if case .failure(let error) = try await life.approve(id) { refused = error }
        }
        #expect(!vainly && refused != nil)
        let byRejecting = try await prolongs(life) {
            _ = try await life.browser.call("approvals.reject", ["id": .string(id)]).get()
        }
        #expect(!byRejecting)
    }

    @Test func `a script's approval doesn't`() async throws {
        let life = try await life(["unattended": true])
        let id = try await life.ask("connect")
        let isProlonged = try await prolongs(life) { _ = try await life.approve(id, from: life.commandLine).get() }
        #expect(!isProlonged)
    }
}

import JSONRPC
import TestSupport
import Testing
import Wallet
import WalletRuntime
import WalletState

/// The acts that prolong a session.
@Suite(.timeLimit(.minutes(5))) struct SessionUseTests {
    private let text: JSONObject = ["message": "aGVsbG8="]
    private let clock = SteppedClock()

    private func life(_ more: JSONObject = [:]) async throws -> WalletLife {
        let life = try await WalletLife(session: clock)
        _ = try await life.create(more).get()
        _ = try await life.prove("policy.set", ["session": 1_800_000]).get()
        _ = try await life.unlock().get()
        return life
    }

    private func left(_ life: WalletLife) async throws -> Int {
        try #require(try await life.browser.call("vault.status").get()["session"]?["remaining"]?.int)
    }

    /// True if what somebody does a minute later leaves more of the session than before, and false if it leaves as much.
    private func prolongs(_ life: WalletLife, _ body: () async throws -> Void) async throws -> Bool {
        clock.advance(by: .seconds(60))
        let before = try await left(life)
        try await body()
        let after = try await left(life)
        #expect(after >= before)
        return after > before
    }

    @Test func `an approval does, in the browser and by the passphrase in a terminal`() async throws {
        let life = try await life()
        let connect = try await life.ask("connect")
        let byConnecting = try await prolongs(life) { _ = try await life.approve(connect).get() }
        #expect(byConnecting)
        let first = try await life.ask("signMessage", text)
        let bySigning = try await prolongs(life) { _ = try await life.approve(first).get() }
        #expect(bySigning)
        let second = try await life.ask("signMessage", text)
        let byPassphrase = try await prolongs(life) {
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

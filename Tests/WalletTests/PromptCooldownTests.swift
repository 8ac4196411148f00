import JSONRPC
import Pinentry
import TestSupport
import Testing
import Wallet

/// After a prompt that nobody said yes to, the browser that asked for it has to wait.
@Suite struct PromptCooldownTests {
    private static let chromium = "chrome-extension://paccphjjcpbgedjijpjlbemoongimeok/"

    private let prompt = ScriptedPrompt()
    private let clock = ManualClock()

    private func connected() async throws -> (ServiceFixture, RecordingConnection) {
        let fixture = try await ServiceFixture(prompt: prompt, clock: clock)
        let connection = await fixture.attached(1)
        _ = try await connection.hello().get()
        return (fixture, connection)
    }

    private func unlock(_ connection: RecordingConnection) async throws -> Result<JSON, RPCError> {
        try await connection.call("vault.unlock", ["native": true])
    }

    /// Returns how many seconds the browser still has to wait, rounded up; nil where it was let through.
    private func wait(_ connection: RecordingConnection) async throws -> Int? {
        let opened = prompt.opened
        guard case .failure(let error) = try await unlock(connection), error.reason == .promptCooldown else {
            return nil
        }
        #expect(prompt.opened == opened)
        #expect(error.code == .tooManyPending)
        #expect(error.data["command"] == "sidekey unlock")
        return error.data["retryAfter"]?.int.map { ($0 + 999) / 1000 }
    }

    @Test func theWaitGrowsWithEveryClosedPrompt() async throws {
        let (_, connection) = try await connected()
        for seconds in [5, 15, 60, 60] {
            prompt.expect(.cancel)
            #expect(try await unlock(connection).reason == .rejected)
            #expect(try await wait(connection) == seconds)
            clock.advance(by: .seconds(seconds - 1))
            #expect(try await wait(connection) == 1)
            clock.advance(by: .seconds(1))
        }
    }

    @Test func aYesEndsIt() async throws {
        let (_, connection) = try await connected()
        for _ in 0..<2 {
            prompt.expect(.cancel)
            _ = try await unlock(connection)
            clock.advance(by: .seconds(60))
        }
        prompt.expect(.type(ServiceFixture.passphrase))
        _ = try await unlock(connection).get()
        prompt.expect(.cancel)
        #expect(try await unlock(connection).reason == .rejected)
        #expect(try await wait(connection) == 5)
    }

    @Test func tenQuietMinutesEndItToo() async throws {
        let (_, connection) = try await connected()
        prompt.expect(.cancel)
        _ = try await unlock(connection)
        clock.advance(by: .seconds(5 + 601))
        prompt.expect(.cancel)
        _ = try await unlock(connection)
        #expect(try await wait(connection) == 5)
    }

    @Test(arguments: [
        [ScriptedPrompt.Reply.timeOut], [.type("wrong"), .cancel], [.type("a"), .type("b"), .type("c")],
        [.fail(.timedOut)],
    ])
    func whateverIsNoYesCounts(replies: [ScriptedPrompt.Reply]) async throws {
        let (_, connection) = try await connected()
        for reply in replies { prompt.expect(reply) }
        _ = try await unlock(connection)
        #expect(try await wait(connection) == 5)
    }

    @Test func aPromptThatCouldNotBeShownCountsForNothing() async throws {
        let (_, connection) = try await connected()
        prompt.expect(.fail(.ended))
        #expect(try await unlock(connection).reason == .promptUnavailable)
        #expect(try await wait(connection) == nil)
    }

    @Test func everyPromptOfTheBrowserWaitsAndAnotherConnectionIsNoWayOut() async throws {
        let (fixture, connection) = try await connected()
        prompt.expect(.cancel)
        _ = try await unlock(connection)
        let page: JSONObject = [
            "origin": "https://dapp.example", "tab": 1, "document": "document-1", "request": "connect",
        ]
        _ = await connection.begin("connect", page)
        #expect(try await connection.native().reason == .promptCooldown)
        await fixture.service.closed(connection.id)
        let again = await fixture.attached(2)
        _ = try await again.hello(["profile": "3f0f1f2a-6c1e-4f0e-9d57-0f6f6f1c2a11"]).get()
        #expect(try await wait(again) == 5)
        // Another browser's user has closed nothing.
        let chromium = await fixture.attached(3, caller: Self.chromium)
        _ = try await chromium.hello(["connectionKey": "a5a4c0de-1f5e-4c53-8a39-6a1d2b3c4d5f"]).get()
        prompt.expect(.type(ServiceFixture.passphrase))
        _ = try await unlock(chromium).get()
        #expect(try await wait(again) == 5)
        // What the user types in a terminal isn't the browser's.
        let terminal = await fixture.plain(4)
        _ = try await terminal.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
        let passphrase = try terminal.sealed(ServiceFixture.passphrase, for: "vault.unlock")
        _ = try await terminal.call("vault.unlock", ["passphrase": passphrase]).get()
    }

    @Test func thoseThatWaitedBehindAClosedOneAreNotShown() async throws {
        let (_, connection) = try await connected()
        prompt.expect(.hold)
        let first = await connection.begin("vault.unlock", ["native": true])
        while prompt.open == 0 { try await Task.sleep(for: .milliseconds(2)) }
        let page: JSONObject = [
            "origin": "https://dapp.example", "tab": 1, "document": "document-1", "request": "connect",
        ]
        _ = await connection.begin("connect", page)
        let second = await connection.begin("approvals.native", try await connection.waiting())
        try await Task.sleep(for: .milliseconds(50))
        prompt.release()
        #expect(try await connection.outcome(of: first).reason == .rejected)
        #expect(try await connection.outcome(of: second).reason == .promptCooldown)
        #expect(prompt.opened == 1)
    }

    @Test func aPromptThatTheBrowserTakesAwayCounts() async throws {
        let (fixture, connection) = try await connected()
        prompt.expect(.wait)
        _ = await connection.begin("vault.unlock", ["native": true])
        while prompt.open == 0 { try await Task.sleep(for: .milliseconds(2)) }
        await fixture.service.closed(connection.id)
        while prompt.open > 0 { try await Task.sleep(for: .milliseconds(2)) }
        while await !fixture.service.isIdle { try await Task.sleep(for: .milliseconds(2)) }
        let again = await fixture.attached(2)
        _ = try await again.hello().get()
        #expect(try await wait(again) == 5)
    }
}

import JSONRPC
import TestSupport
import Testing
import Wallet
import WalletState

/// The list of what opens the wallet, and when each did so last.
@Suite struct OpeningTests {
    private static let passphrase = ServiceFixture.passphrase
    private static let start: Int64 = 1_800_000_000_000

    private func browser(
        _ home: ServiceFolder? = nil, _ policy: ApprovalPolicy = ApprovalPolicy(), at time: Int64 = Self.start
    ) async throws -> (ServiceFixture, RecordingConnection) {
        let fixture = try await ServiceFixture(
            prompt: ScriptedWindow(), hasVault: home == nil, policy: policy,
            wallClock: FixedWallClock(milliseconds: time), home: home)
        let connection = await fixture.attached(1)
        _ = try await connection.hello().get()
        return (fixture, connection)
    }

    private func openings(_ connection: RecordingConnection) async throws -> [JSON] {
        try await connection.call("openings.list").get()["openings"]?.array ?? []
    }

    private func unlock(_ connection: RecordingConnection) async throws {
        let sealed = try connection.sealed(Self.passphrase, for: "vault.unlock")
        _ = try await connection.call("vault.unlock", ["passphrase": sealed]).get()
    }

    @Test func `the passphrase is on the list, with the time of its last use from the first on`() async throws {
        let (fixture, connection) = try await browser()
        #expect(try await openings(connection) == [["kind": "passphrase"]])
        try await unlock(connection)
        #expect(try await openings(connection) == [["kind": "passphrase", "last": .number(Self.start)]])
        let (_, later) = try await browser(fixture.home, at: Self.start + 60_000)
        // A wrong passphrase opens nothing.
        let wrong = try later.sealed("not this one", for: "vault.unlock")
        _ = try await later.call("vault.unlock", ["passphrase": wrong])
        #expect(try await openings(later) == [["kind": "passphrase", "last": .number(Self.start)]])
        try await unlock(later)
        #expect(try await openings(later) == [["kind": "passphrase", "last": .number(Self.start + 60_000)]])
    }

    @Test func `the activity says what opened the session`() async throws {
        let (_, connection) = try await browser()
        try await unlock(connection)
        let entries = try await connection.call("activity.list").get()["entries"]?.array ?? []
        let line = try #require(entries.first { $0["kind"] == "unlocked" })
        #expect(line["detail"] == "passphrase" && line["by"] == "passphrase")
    }

    @Test func `without a wallet nothing opens it`() async throws {
        let fixture = try await ServiceFixture(hasVault: false)
        let connection = await fixture.attached(1)
        _ = try await connection.hello().get()
        #expect(try await openings(connection).isEmpty)
    }
}

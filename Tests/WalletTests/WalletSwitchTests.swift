import Foundation
import JSONRPC
import Pinentry
import Salt
import Screens
import Synchronization
import TestSupport
import Testing
import Wallet
import WalletKeys

/// Wallets side by side, with somebody before Sidekey's window.
@Suite struct WalletSwitchTests {
    private static let other = "violet harbor tin kettle"

    /// A wallet that is open, and another beside it.
    private func fixture(_ prompt: any NativePrompt) async throws -> (ServiceFixture, WalletList.Entry) {
        let fixture = try await ServiceFixture(prompt: prompt, isListed: true)
        let list = WalletList(folder: fixture.folder.path)
        let entry = try list.add(named: "Savings", at: 1)
        let words = String(repeating: "abandon ", count: 11) + "about"
        try await SessionLock(file: VaultFile(folder: entry.folder), cost: .minimum).create(
            phrase: SeedPhrase(parsing: SecretBytes(copying: Array(words.utf8))),
            passphrase: SecretBytes(copying: Array(Self.other.utf8)), unattended: false)
        return (fixture, try #require(list.entry(entry.id)))
    }

    private func browser(_ fixture: ServiceFixture) async throws -> RecordingConnection {
        let connection = await fixture.attached(1)
        _ = try await connection.hello().get()
        return connection
    }

    @Test func `a wallet is removed in the window, which shows its accounts and takes its passphrase`() async throws {
        let window = ScriptedWindow()
        let (fixture, other) = try await fixture(window)
        let connection = try await browser(fixture)
        let params: JSONObject = ["kind": "wallet", "wallet": .string(JSONString(other.id))]
        // A browser may have given it any name.
        _ = try await connection.call(
            "wallets.rename", ["wallet": .string(JSONString(other.id)), "name": "Empty one"]
        ).get()
        window.expect(.next(ServiceFixture.passphrase), .cancel)
        #expect(try await connection.call("vault.ceremony", params).get()["outcome"] == "cancelled")
        #expect(window.problems.count == 1)
        let said = window.screens.map { "\($0.parts)" }.joined()
        #expect(said.contains("HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk") && said.contains("Empty one"))
        #expect(SystemFile.names(in: other.folder).contains("vault"))
    }

    @Test func `its own passphrase removes it, and what the agent refuses is refused before anything is asked`()
        async throws
    {
        let window = ScriptedWindow()
        let (fixture, other) = try await fixture(window)
        let connection = try await browser(fixture)
        for (id, reason) in [("first", RPCReason.changeRefused), ("..", .walletUnknown), ("", .walletUnknown)] {
            let params: JSONObject = ["kind": "wallet", "wallet": .string(JSONString(id))]
            #expect(try await connection.call("vault.ceremony", params).reason == reason)
        }
        #expect(window.screens.isEmpty)
        window.expect(.next(Self.other))
        let params: JSONObject = ["kind": "wallet", "wallet": .string(JSONString(other.id))]
        #expect(try await connection.call("vault.ceremony", params).get()["outcome"] == "done")
        #expect(SystemFile.names(in: other.folder) == [])
        #expect(connection.notifications("vault.changed").last?["wallet"]?["count"] == 1)
        #expect(!fixture.stopped.isSet)
    }

    @Test func `during a ceremony no wallet is switched or added, and afterwards one is`() async throws {
        let window = HeldWindow()
        let (fixture, other) = try await fixture(window)
        let connection = try await browser(fixture)
        let terminal = await fixture.plain(2)
        _ = try await terminal.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
        let ceremony = await connection.begin("vault.ceremony", ["kind": "passphrase"])
        try await window.waitUntilAsked()
        let params: JSONObject = ["wallet": .string(JSONString(other.id))]
        for caller in [connection, terminal] {
            #expect(try await caller.call("wallets.switch", params).reason == .walletBusy)
            #expect(try await caller.call("wallets.add", ["name": "Third"]).reason == .walletBusy)
        }
        #expect(!fixture.stopped.isSet && WalletList(folder: fixture.folder.path).chosen == nil)
        window.close()
        _ = try await connection.outcome(of: ceremony)
        #expect(try await connection.call("wallets.switch", params).get()["switched"] == true)
        #expect(fixture.stopped.isSet && WalletList(folder: fixture.folder.path).chosen == other.id)
        // Whoever asks it while it leaves is told so, and it opens nothing any more.
        #expect(try await terminal.call("wallets.switch", params).reason == .cancelled)
        #expect(try await connection.call("vault.status").get()["vault"] == "locked")
    }

    @Test func `a choice that can't be written ends nothing`() async throws {
        let (fixture, other) = try await fixture(ScriptedWindow())
        let connection = try await browser(fixture)
        let sealed = try connection.sealed(ServiceFixture.passphrase, for: "vault.unlock")
        _ = try await connection.call("vault.unlock", ["passphrase": sealed]).get()
        try FileManager.default.createDirectory(
            atPath: "\(fixture.folder.path)/wallets/current/x", withIntermediateDirectories: true)
        let outcome = try await connection.call("wallets.switch", ["wallet": .string(JSONString(other.id))])
        #expect(outcome.reason == .storage)
        #expect(!fixture.stopped.isSet)
        #expect(try await connection.call("vault.status").get()["vault"] == "unlocked")
    }

    @Test func `a wallet inside another program stands alone`() async throws {
        let connection = try await browser(try await ServiceFixture(prompt: ScriptedWindow()))
        #expect(try await connection.call("wallets.list").reason == .changeRefused)
        #expect(try await connection.call("vault.status").get()["wallet"] == nil)
    }
}

/// A window that stays open until a test closes it.
private final class HeldWindow: NativePrompt {
    private let state = Mutex((isAsked: false, isClosed: false))

    func waitUntilAsked() async throws {
        while !state.withLock(\.isAsked) { try await Task.sleep(for: .milliseconds(5)) }
    }

    func close() { state.withLock { $0.isClosed = true } }

    func open(
        on display: DisplayEnvironment, limit: Duration
    ) async throws(PinentryError) -> any PromptConversation {
        state.withLock { $0.isAsked = true }
        while !state.withLock(\.isClosed), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(5)) }
        throw .cancelled
    }
}

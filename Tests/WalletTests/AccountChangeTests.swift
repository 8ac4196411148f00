import JSONRPC
import Pinentry
import TestSupport
import Testing
import Wallet

/// Changes of the accounts: in an open session, or by the passphrase from the command line.
@Suite struct AccountChangeTests {
    private func terminal() async throws -> (ServiceFixture, RecordingConnection) {
        let fixture = try await ServiceFixture(prompt: ScriptedPrompt())
        let connection = await fixture.plain(1)
        _ = try await connection.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
        return (fixture, connection)
    }

    private func change(
        _ connection: RecordingConnection, _ method: String, _ params: JSONObject, passphrase: String?
    ) async throws -> Result<JSON, RPCError> {
        var params = params
        if let passphrase { params["passphrase"] = try connection.sealed(passphrase, for: method) }
        return try await connection.call(method, params)
    }

    @Test func thePassphraseChangesAccountsAndOpensNoSession() async throws {
        let (_, connection) = try await terminal()
        #expect(try await change(connection, "accounts.add", [:], passphrase: nil).reason == .locked)
        #expect(try await change(connection, "accounts.add", [:], passphrase: "wrong").reason == .wrongPassphrase)
        let added = try await change(connection, "accounts.add", [:], passphrase: ServiceFixture.passphrase).get()
        let accounts = try #require(added["accounts"]?.array)
        #expect(accounts.map { $0["path"]?.text } == ["m/44'/501'/0'/0'", "m/44'/501'/1'/0'"])
        let second = try #require(accounts[1]["publicKey"])
        let params: JSONObject = ["publicKey": second, "label": "Rent", "hidden": true, "position": 0]
        #expect(try await change(connection, "accounts.update", params, passphrase: nil).reason == .passphraseRequired)
        let changed = try await change(
            connection, "accounts.update", params, passphrase: ServiceFixture.passphrase
        ).get()
        #expect(changed["accounts"]?[0]?["label"] == "Rent")
        #expect(changed["accounts"]?[0]?["hidden"] == true)
        #expect(try await connection.call("vault.status").get()["vault"]?.text == "locked")
    }

    @Test func anOpenSessionGoesOnAsItWas() async throws {
        let (_, connection) = try await terminal()
        let passphrase = try connection.sealed(ServiceFixture.passphrase, for: "vault.unlock")
        _ = try await connection.call("vault.unlock", ["passphrase": passphrase]).get()
        _ = try await change(connection, "accounts.add", [:], passphrase: ServiceFixture.passphrase).get()
        let status = try await connection.call("vault.status").get()
        #expect(status["vault"]?.text == "unlocked")
        #expect(status["accounts"]?.array?.count == 2)
        _ = try await change(connection, "accounts.add", [:], passphrase: nil).get()
    }

    @Test func theBrowserGivesNoPassphraseHere() async throws {
        let (fixture, _) = try await terminal()
        let connection = await fixture.attached(2)
        _ = try await connection.hello().get()
        let outcome = try await change(connection, "accounts.add", [:], passphrase: ServiceFixture.passphrase)
        #expect(outcome.reason == .paramUnknown)
    }

    private func unlockedBrowser(
        _ prompt: ScriptedPrompt, clock: ManualClock = ManualClock()
    ) async throws -> (ServiceFixture, RecordingConnection) {
        let fixture = try await ServiceFixture(prompt: prompt, clock: clock)
        let connection = await fixture.attached(1)
        _ = try await connection.hello().get()
        let passphrase = try connection.sealed(ServiceFixture.passphrase, for: "vault.unlock")
        _ = try await connection.call("vault.unlock", ["passphrase": passphrase]).get()
        return (fixture, connection)
    }

    @Test func theBrowserAddsTheNextAccountAloneAndTenOfThemInADay() async throws {
        let clock = ManualClock()
        let (fixture, connection) = try await unlockedBrowser(ScriptedPrompt(), clock: clock)
        for params in [["path": "m/44'/501'/7'"], ["secret": 1]] as [JSONObject] {
            #expect(try await connection.call("accounts.add", params).reason == .paramUnknown)
        }
        for number in 1...10 {
            let added = try await connection.call("accounts.add").get()["accounts"]?.array ?? []
            #expect(added.last?["path"]?.text == "m/44'/501'/\(number)'/0'")
        }
        let refused = try await connection.call("accounts.add")
        #expect(refused.reason == .nativeOnly)
        guard case .failure(let error) = refused else { return }
        #expect(error.data["command"] == "sidekey account add")
        // Neither time that is too short nor a lock gives one back; a day does, and the terminal always adds.
        clock.advance(by: .seconds(86_000))
        #expect(try await connection.call("accounts.add").reason == .nativeOnly)
        let terminal = await fixture.plain(2)
        _ = try await terminal.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
        _ = try await change(terminal, "accounts.add", [:], passphrase: ServiceFixture.passphrase).get()
        clock.advance(by: .seconds(3600))
        _ = try await connection.call("accounts.add").get()
    }

    @Test func aRestoreGivesTheBrowserNoFurtherTen() async throws {
        let life = try await WalletLife()
        _ = try await life.create().get()
        _ = try await life.unlock().get()
        for _ in 1...10 { _ = try await life.browser.call("accounts.add").get() }
        let backup = try #require(try await life.commandLine.call("vault.backup").get()["vault"])
        _ = try await life.prove("vault.restore", ["vault": backup]).get()
        _ = try await life.unlock().get()
        #expect(try await life.browser.call("accounts.add").reason == .nativeOnly)
    }

    @Test func theOrderTakesThePassphraseOutsideTheBrowser() async throws {
        let prompt = ScriptedPrompt()
        let (_, connection) = try await unlockedBrowser(prompt)
        let accounts = try await connection.call("accounts.add").get()["accounts"]?.array ?? []
        let second = try #require(accounts.last?["publicKey"])
        func move(_ more: JSONObject = [:]) async throws -> Result<JSON, RPCError> {
            var params: JSONObject = ["publicKey": second, "position": 0]
            for member in more.members { params[member.name.string] = member.value }
            return try await connection.call("accounts.update", params)
        }
        #expect(try await move().reason == .nativeOnly)
        #expect(try await move(["native": false]).reason == .nativeOnly)
        #expect(
            try await move(["publicKey": .string(String(repeating: "1", count: 32)), "native": true]).reason
                == .accountUnknown)
        #expect(prompt.opened == 0)
        prompt.expect(.cancel)
        #expect(try await move(["native": true]).reason == .rejected)
        #expect(try await connection.call("accounts.list").get()["accounts"]?[0]?["publicKey"] != second)
    }

    @Test func thePromptNamesTheAccountAndItsPlace() async throws {
        let prompt = ScriptedPrompt()
        let (_, connection) = try await unlockedBrowser(prompt)
        let accounts = try await connection.call("accounts.add").get()["accounts"]?.array ?? []
        let second = try #require(accounts.last?["publicKey"])
        prompt.expect(.type("wrong"), .type(ServiceFixture.passphrase))
        let params: JSONObject = ["publicKey": second, "position": 0, "native": true]
        let moved = try await connection.call("accounts.update", params).get()
        #expect(moved["accounts"]?[0]?["publicKey"] == second)
        let text = try #require(prompt.questions.last?.description)
        #expect(text.contains("  \(second.text ?? "?")\n  | Account 2\n") && text.contains("to position 1"))
    }

    @Test func atATerminalAPathAndAPlaceTakeThePassphraseInAnOpenSessionToo() async throws {
        let (_, connection) = try await terminal()
        let passphrase = try connection.sealed(ServiceFixture.passphrase, for: "vault.unlock")
        _ = try await connection.call("vault.unlock", ["passphrase": passphrase]).get()
        let path: JSONObject = ["path": "m/44'/501'/7'"]
        #expect(try await change(connection, "accounts.add", path, passphrase: nil).reason == .passphraseRequired)
        let added = try await change(connection, "accounts.add", path, passphrase: ServiceFixture.passphrase).get()
        let place: JSONObject = ["publicKey": try #require(added["accounts"]?[1]?["publicKey"]), "position": 0]
        #expect(try await change(connection, "accounts.update", place, passphrase: nil).reason == .passphraseRequired)
        _ = try await change(connection, "accounts.update", place, passphrase: ServiceFixture.passphrase).get()
    }
}

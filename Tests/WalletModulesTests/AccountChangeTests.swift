import JSONRPC
import Testing
import WalletModules

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
        #expect(try await change(connection, "accounts.update", params, passphrase: nil).reason == .locked)
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
}

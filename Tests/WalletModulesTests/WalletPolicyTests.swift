import Foundation
import GRDB
import JSONRPC
import Testing
import WalletModules
import WalletRuntime

/// Policy, grants and accounts as a browser and the command line meet them, on the real vault and database.
@Suite(.timeLimit(.minutes(5))) struct WalletPolicyTests {
    static let passphrase = "correct horse battery staple"
    private static let phrase = String(repeating: "abandon ", count: 23) + "art"

    /// A wallet with a browser and a command line at it.
    private struct Life {
        let fixture: ServiceFixture
        let browser: RecordingConnection
        let commandLine: RecordingConnection

        init(in folder: URL? = nil) async throws {
            fixture = try await ServiceFixture(folder: folder)
            browser = await fixture.attached(1)
            _ = try await browser.hello().get()
            commandLine = await fixture.plain(2)
            _ = try await commandLine.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
        }

        func create(_ more: JSONObject = [:]) async throws -> Result<JSON, RPCError> {
            var params: JSONObject = [
                "phrase": try commandLine.sealed(WalletPolicyTests.phrase, for: "vault.create", "phrase"),
                "passphrase": try commandLine.sealed(passphrase, for: "vault.create"), "unattended": false,
                "approvals": "popup",
            ]
            for member in more.members { params[member.name.string] = member.value }
            return try await commandLine.call("vault.create", params)
        }

        func unlock() async throws -> Result<JSON, RPCError> {
            try await browser.call("vault.unlock", ["passphrase": browser.sealed(passphrase, for: "vault.unlock")])
        }

        func prove(_ method: String, _ more: JSONObject = [:]) async throws -> Result<JSON, RPCError> {
            var params = more
            params["passphrase"] = try commandLine.sealed(passphrase, for: method)
            return try await commandLine.call(method, params)
        }

        func page(_ more: JSONObject = [:]) -> JSONObject {
            var params: JSONObject = [
                "origin": "https://dapp.example", "tab": 1, "document": "d", "request": .string(UUID().uuidString),
            ]
            for member in more.members { params[member.name.string] = member.value }
            return params
        }

        /// Sends a page's request and returns the id under which it waits.
        func ask(_ method: String, _ more: JSONObject = [:]) async throws -> String {
            let known = Set(browser.notifications("com.wallet.request").compactMap { $0["id"]?.text })
            await browser.receive(
                RPCRequest(id: UUID().uuidString, method: method, params: page(more)).serialized())
            for _ in 0..<5000 {
                let ids = browser.notifications("com.wallet.request").compactMap { $0["id"]?.text }
                if let id = ids.first(where: { !known.contains($0) }) { return id }
                try await Task.sleep(for: .milliseconds(1))
            }
            throw CancellationError()
        }

        func approve(
            _ id: String, from connection: RecordingConnection? = nil, _ more: JSONObject = [:]
        ) async throws -> Result<JSON, RPCError> {
            let connection = connection ?? browser
            let shown = try await connection.call("approvals.get", ["id": .string(id)]).get()
            var params: JSONObject = [
                "id": .string(id), "digest": try #require(shown["summary"]?["digest"]),
                "review": try #require(shown["reviewHash"]),
            ]
            for member in more.members { params[member.name.string] = member.value }
            return try await connection.call("approvals.approve", params)
        }

        func approveNatively(_ id: String) async throws -> Result<JSON, RPCError> {
            let passphrase = try commandLine.sealed(passphrase, for: "approvals.approve", "unlock.passphrase")
            return try await approve(id, from: commandLine, ["unlock": ["passphrase": passphrase]])
        }

        func approveByPassphrase(_ id: String) async throws -> Result<JSON, RPCError> {
            let passphrase = try browser.sealed(passphrase, for: "approvals.approve", "unlock.passphrase")
            return try await approve(id, ["unlock": ["passphrase": passphrase]])
        }

        func silentAccounts() async throws -> [JSON] {
            try await browser.call("connect", page(["silent": true])).get()["accounts"]?.array ?? []
        }

        func trust() async throws -> String? { try await browser.call("policy.get").get()["trust"]?.text }
    }

    private func reason(_ outcome: Result<JSON, RPCError>) -> RPCReason? {
        guard case .failure(let error) = outcome else { return nil }
        return error.reason
    }

    @Test func `what is risky is decided outside the browser, and the rest within the allowance`() async throws {
        let life = try await Life()
        _ = try await life.create().get()
        _ = try await life.unlock().get()
        #expect(try await life.trust() == "intact")
        _ = try await life.browser.call("policy.tighten", ["approvals": "risky"]).get()
        #expect(try await reason(life.browser.call("policy.tighten", ["approvals": "popup"])) == .nativeOnly)
        #expect(try await reason(life.browser.call("policy.tighten", ["allowance": "100000001"])) == .nativeOnly)
        #expect(try await reason(life.browser.call("policy.set", ["approvals": "popup"])) == .methodUnknown)

        _ = try await life.approve(life.ask("connect")).get()
        let first = try await life.ask("signMessage", ["message": "aGVsbG8="])
        let shown = try await life.browser.call("approvals.get", ["id": .string(first)]).get()
        #expect(shown["decision"] == "native")
        #expect(shown["reasons"] == ["first-signature"])
        #expect(try await reason(life.approve(first)) == .nativeOnly)
        #expect(try await life.approveNatively(first).get()["state"] == "answered")
        // The second text is the browser's to decide; what isn't text never is.
        _ = try await life.approve(life.ask("signMessage", ["message": "aGVsbG8="])).get()
        let binary = try await life.ask("signMessage", ["message": "/w=="])
        #expect(try await reason(life.approve(binary)) == .nativeOnly)
        #expect(try await life.browser.call("approvals.get", ["id": .string(binary)]).get()["reasons"] == ["binary"])
    }

    @Test func `no grant counts before the first unlock, and each is told then`() async throws {
        let before = try await Life()
        _ = try await before.create().get()
        _ = try await before.unlock().get()
        _ = try await before.approve(before.ask("connect")).get()
        #expect(try await before.silentAccounts().count == 1)
        await before.fixture.service.shutDown()

        let life = try await Life(in: before.fixture.folder)
        #expect(try await life.trust() == "unverified")
        #expect(try await life.silentAccounts().isEmpty)
        let id = try await life.ask("signMessage", ["message": "aGVsbG8="])
        let shown = try await life.browser.call("approvals.get", ["id": .string(id)]).get()
        #expect(shown["reasons"] == ["locked"])
        _ = try await life.unlock().get()
        #expect(try await life.trust() == "intact")
        #expect(try await life.silentAccounts().count == 1)
        #expect(life.browser.notifications("accounts.changed").last?["accounts"]?.array?.count == 1)
        #expect(try await life.approve(id).get()["state"] == "answered")
    }

    @Test func `records that somebody else changed are dropped, and every surface says so`() async throws {
        let before = try await Life()
        _ = try await before.create().get()
        _ = try await before.unlock().get()
        _ = try await before.approve(before.ask("connect")).get()
        await before.fixture.service.shutDown()
        let database = try DatabaseQueue(path: before.fixture.folder.path + "/wallet.sqlite")
        try await database.write { database in
            try database.execute(sql: "UPDATE connected_origin SET origin = 'https://evil.example'")
        }
        try database.close()

        let life = try await Life(in: before.fixture.folder)
        _ = try await life.unlock().get()
        #expect(try await life.trust() == "reset")
        #expect(try await life.browser.call("vault.status").get()["trust"] == "reset")
        #expect(try await life.browser.call("policy.get").get()["approvals"] == "native")
        #expect(try await life.browser.call("origins.list").get()["origins"]?.array?.isEmpty == true)
        #expect(try await reason(life.approve(life.ask("connect"))) == .passphraseRequired)
        let settled = try await life.prove(
            "policy.set", ["approvals": "popup", "perRequest": false, "recognition": "owl"])
        #expect(try settled.get()["trust"] == "intact")
        #expect(try settled.get()["recognition"] == "owl")
        let seen = try await life.browser.call("policy.get").get()
        #expect(seen["recognition"] == nil)
        #expect(seen["recognitionSet"] == true)
    }

    @Test func `a passphrase for one approval opens no session, not even the first after the start`() async throws {
        let before = try await Life()
        _ = try await before.create().get()
        _ = try await before.prove("policy.set", ["approvals": "popup", "perRequest": true]).get()
        _ = try await before.unlock().get()
        let first = try await before.ask("connect")
        #expect(try await reason(before.approve(first)) == .passphraseRequired)
        _ = try await before.browser.call("vault.lock").get()
        #expect(try await before.approveByPassphrase(first).get()["state"] == "answered")
        #expect(try await before.browser.call("vault.status").get()["vault"] == "locked")
        await before.fixture.service.shutDown()

        // What was settled is known only once that passphrase has brought the key.
        let life = try await Life(in: before.fixture.folder)
        let second = try await life.ask("signMessage", ["message": "aGVsbG8="])
        #expect(try await life.approveByPassphrase(second).get()["state"] == "answered")
        #expect(try await life.browser.call("vault.status").get()["vault"] == "locked")
        #expect(try await life.trust() == "intact")
    }

    @Test func `a site that names no account is shown the first that isn't hidden`() async throws {
        let life = try await Life()
        _ = try await life.create(["paths": ["m/44'/501'/0'/0'", "m/44'/501'/1'/0'"]]).get()
        _ = try await life.unlock().get()
        let accounts = try #require(try await life.browser.call("accounts.list").get()["accounts"]?.array)
        let first = try #require(accounts.first?["publicKey"])
        _ = try await life.browser.call("accounts.update", ["publicKey": first, "hidden": true]).get()
        _ = try await life.approve(life.ask("connect")).get()
        #expect(try await life.silentAccounts().compactMap { $0["publicKey"] } == [accounts.last?["publicKey"]])
    }

    @Test func `a site is shown fewer accounts by the browser, and more by the passphrase only`() async throws {
        let life = try await Life()
        _ = try await life.create().get()
        _ = try await life.unlock().get()
        let accounts = try await life.browser.call("accounts.add").get()["accounts"]?.array ?? []
        let names = accounts.compactMap { $0["publicKey"] }
        #expect(names.count == 2)
        _ = try await life.approve(life.ask("connect"), ["accounts": .array(names)]).get()
        let origin: JSON = "https://dapp.example"
        let fewer: JSONObject = ["origin": origin, "accounts": .array(Array(names.suffix(1)))]
        #expect(try await life.browser.call("origins.set", fewer).get()["changed"] == 1)
        #expect(try await life.silentAccounts().compactMap { $0["publicKey"] } == Array(names.suffix(1)))
        let more: JSONObject = ["origin": origin, "accounts": .array(names)]
        #expect(try await reason(life.browser.call("origins.set", more)) == .nativeOnly)
        #expect(try await life.prove("origins.set", more).get()["changed"] == 1)
        #expect(try await life.silentAccounts().count == 2)
    }

    @Test func `accounts are named and hidden in a session, and imported and removed by the passphrase`() async throws {
        let life = try await Life()
        _ = try await life.create(["paths": ["m/44'/501'", "m/44'/501'/0'/0'"]]).get()
        #expect(try await reason(life.browser.call("accounts.add")) == .locked)
        _ = try await life.unlock().get()
        var accounts = try await life.browser.call("accounts.list").get()["accounts"]?.array ?? []
        #expect(accounts.compactMap { $0["path"]?.text } == ["m/44'/501'", "m/44'/501'/0'/0'"])
        let first = try #require(accounts.first?["publicKey"])
        let changed: JSONObject = ["publicKey": first, "label": "Savings", "hidden": true, "position": 1]
        accounts = try await life.browser.call("accounts.update", changed).get()["accounts"]?.array ?? []
        #expect(accounts[1]["label"] == "Savings")
        #expect(accounts[1]["hidden"] == true)
        let key = try life.commandLine.sealed(String(repeating: "k", count: 32), for: "accounts.import", "key")
        accounts = try await life.prove("accounts.import", ["key": key]).get()["accounts"]?.array ?? []
        #expect(accounts.count == 3)
        #expect(accounts[2]["imported"] == true)
        let imported: JSONObject = ["publicKey": try #require(accounts[2]["publicKey"])]
        #expect(try await reason(life.browser.call("accounts.remove", imported)) == .methodUnknown)
        #expect(try await life.prove("accounts.remove", imported).get()["accounts"]?.array?.count == 2)
    }

    @Test func `passphrase and key change, and grants stay; a backup comes back and asks for them anew`() async throws {
        let life = try await Life()
        _ = try await life.create().get()
        _ = try await life.unlock().get()
        _ = try await life.approve(life.ask("connect")).get()
        let backup = try #require(try await life.commandLine.call("vault.backup").get()["vault"])
        _ = try await life.prove("vault.rotate").get()
        #expect(try await life.silentAccounts().count == 1)
        let new = try life.commandLine.sealed("another horse", for: "vault.changePassphrase", "newPassphrase")
        _ = try await life.prove("vault.changePassphrase", ["newPassphrase": new]).get()
        #expect(try await reason(life.unlock()) == .wrongPassphrase)
        #expect(try await life.prove("vault.restore", ["vault": backup]).get()["vault"] == "locked")
        _ = try await life.unlock().get()
        #expect(try await life.trust() == "intact")
        #expect(try await life.silentAccounts().isEmpty)
    }
}

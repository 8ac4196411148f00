import Foundation
import JSONRPC
import TestSupport
import Testing
import Wallet
import WalletKeys

/// A wallet from before there were policies: a vault of format 1, and no records.
@Suite(.timeLimit(.minutes(5))) struct OlderWalletTests {
    private let fixture: ServiceFixture
    private let browser: RecordingConnection
    private let commandLine: RecordingConnection

    init() async throws {
        let home = try ServiceFolder()
        _ = try PythonScript("vectors_keys.py").run(
            ["older", home.url.path + "/vault"], input: Data(ServiceFixture.passphrase.utf8))
        fixture = try await ServiceFixture(home: home)
        browser = await fixture.attached(1)
        _ = try await browser.hello().get()
        commandLine = await fixture.plain(2)
        _ = try await commandLine.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
    }

    @Test func `its first proof opens no session, approves and signs, and the first session writes it anew`()
        async throws
    {
        let accounts = try vault().accounts
        _ = try await approve(ask("connect")).get()
        let signing = try await ask("signMessage", ["message": "aGVsbG8="])
        #expect(try await approve(signing).get()["state"] == "answered")
        #expect(try await browser.call("vault.status").get()["vault"] == "locked")
        #expect(try await browser.call("policy.get").get()["trust"] == "intact")
        #expect(try vault().format == 1)

        _ = try await unlock().get()
        #expect(try vault().format == 2)
        #expect(try vault().accounts == accounts)
        #expect(try await browser.call("policy.get").get()["trust"] == "intact")
        // What was granted by the proof still counts.
        #expect(try await browser.call("connect", page(["silent": true])).get()["accounts"]?.array?.count == 1)
    }

    @Test func `a session writes it anew at once, and the next agent finds its records in order`() async throws {
        let accounts = try vault().accounts
        _ = try await unlock().get()
        #expect(try vault().format == 2)
        #expect(try vault().accounts == accounts)
        await fixture.service.shutDown()
        let next = try await ServiceFixture(home: fixture.home)
        let later = await next.attached(1)
        _ = try await later.hello().get()
        let sealed = try later.sealed(ServiceFixture.passphrase, for: "vault.unlock")
        _ = try await later.call("vault.unlock", ["passphrase": sealed]).get()
        #expect(try await later.call("policy.get").get()["trust"] == "intact")
    }

    /// Each of these writes the vault in the present format, in which missing records are records that somebody took away.
    @Test(arguments: ["vault.changePassphrase", "vault.rotate", "policy.set"])
    func `a change by the passphrase alone has its records written first`(_ method: String) async throws {
        var params: JSONObject = ["passphrase": try commandLine.sealed(ServiceFixture.passphrase, for: method)]
        switch method {
        case "vault.changePassphrase":
            params["newPassphrase"] = try commandLine.sealed(ServiceFixture.passphrase, for: method, "newPassphrase")
        case "policy.set": params["allowance"] = "5"
        default: break
        }
        _ = try await commandLine.call(method, params).get()
        #expect(try vault().format == (method == "policy.set" ? 1 : 2))
        _ = try await unlock().get()
        #expect(try vault().format == 2)
        let policy = try await browser.call("policy.get").get()
        #expect(policy["trust"] == "intact")
        #expect(policy["allowance"] == (method == "policy.set" ? "5" : "100000000"))
    }

    private func vault() throws -> Vault {
        try #require(try VaultFile(folder: fixture.folder.path).read())
    }

    private func unlock() async throws -> Result<JSON, RPCError> {
        try await browser.call(
            "vault.unlock", ["passphrase": browser.sealed(ServiceFixture.passphrase, for: "vault.unlock")])
    }

    private func page(_ more: JSONObject = [:]) -> JSONObject {
        var params: JSONObject = [
            "origin": "https://dapp.example", "tab": 1, "document": "d", "request": .string(UUID().uuidString),
        ]
        for member in more.members { params[member.name.string] = member.value }
        return params
    }

    /// Sends a page's request and returns the id under which it waits.
    private func ask(_ method: String, _ more: JSONObject = [:]) async throws -> JSON {
        let known = browser.notifications("com.wallet.request").count
        _ = await browser.begin(method, page(more))
        for _ in 0..<5000 {
            let requests = browser.notifications("com.wallet.request")
            if requests.count > known, let id = requests.last?["id"] { return id }
            try await Task.sleep(for: .milliseconds(1))
        }
        throw CancellationError()
    }

    /// Approves on the command line with the passphrase.
    private func approve(_ id: JSON) async throws -> Result<JSON, RPCError> {
        let shown = try await commandLine.call("approvals.get", ["id": id]).get()
        let method = "approvals.approve"
        return try await commandLine.call(
            method,
            [
                "id": id, "digest": try #require(shown["summary"]?["digest"]),
                "review": try #require(shown["reviewHash"]),
                "unlock": [
                    "passphrase": try commandLine.sealed(ServiceFixture.passphrase, for: method, "unlock.passphrase")
                ],
            ])
    }
}

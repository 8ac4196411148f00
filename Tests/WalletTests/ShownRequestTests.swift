import JSONRPC
import Testing

/// A request's members for a surface, so that it asks nothing else before it can show it.
@Suite struct ShownRequestTests {
    private let text: JSONObject = ["message": "aGVsbG8="]

    private func life() async throws -> WalletLife {
        let life = try await WalletLife()
        _ = try await life.create().get()
        _ = try await life.unlock().get()
        return life
    }

    private func shown(_ id: String, on connection: RecordingConnection) async throws -> JSON {
        try await connection.call("approvals.get", ["id": .string(id)]).get()
    }

    @Test func `reading a request in the browser presents it, and in a terminal doesn't`() async throws {
        let life = try await life()
        let id = try await life.ask("connect")
        #expect(try await shown(id, on: life.commandLine)["summary"]?["state"] == "queued")
        #expect(try await shown(id, on: life.browser)["summary"]?["state"] == "presented")
    }

    @Test func `the announcement has what the list has`() async throws {
        let life = try await life()
        let id = try await life.ask("connect")
        let announced = try #require(life.browser.notifications("com.wallet.request").last?["summary"])
        let listed = try await life.browser.call("approvals.list").get()["requests"]?.array ?? []
        #expect(listed.count == 1 && announced["id"]?.text == id && announced["own"] == true)
        for name in ["id", "digest", "origin", "method", "state", "tab", "container", "private", "own", "created"] {
            #expect(announced[name] != nil && announced[name] == listed[0][name], "\(name)")
        }
        #expect(life.commandLine.notifications("com.wallet.request").last?["summary"]?["own"] == false)
    }

    @Test func `a site is offered the accounts that aren't hidden, and a signature names its own`() async throws {
        let life = try await life()
        for _ in 0..<2 { _ = try await life.browser.call("accounts.add").get() }
        let accounts = try await life.browser.call("accounts.list").get()["accounts"]?.array ?? []
        let keys = accounts.compactMap { $0["publicKey"]?.text }
        #expect(keys.count == 3)
        func hide(_ key: String) async throws {
            _ = try await life.browser.call("accounts.update", ["publicKey": .string(key), "hidden": true]).get()
        }
        func offered(_ id: String) async throws -> [String] {
            let wallet = try #require(try await shown(id, on: life.browser)["wallet"])
            #expect(wallet["trust"] == "intact" && wallet["perRequest"] == false && wallet["passkeys"] == false)
            #expect(wallet["lost"] == nil)
            return wallet["accounts"]?.array?.compactMap { $0["publicKey"]?.text } ?? []
        }
        try await hide(keys[1])
        let connect = try await life.ask("connect")
        #expect(try await offered(connect) == [keys[0], keys[2]])
        _ = try await life.approve(connect).get()
        let message = try await life.ask("signMessage", text)
        #expect(try await offered(message) == [keys[0]])
        try await hide(keys[0])
        // A hidden account is named where it would sign.
        #expect(try await offered(message) == [keys[0]])
    }

    @Test func `a connection shares the first account that isn't hidden, and says so`() async throws {
        let life = try await life()
        _ = try await life.browser.call("accounts.add").get()
        let accounts = try await life.browser.call("accounts.list").get()["accounts"]?.array ?? []
        let keys = accounts.compactMap { $0["publicKey"]?.text }
        _ = try await life.browser.call("accounts.update", ["publicKey": .string(keys[0]), "hidden": true]).get()
        let connect = try await life.ask("connect")
        for connection in [life.browser, life.commandLine] {
            #expect(try await shown(connect, on: connection)["wallet"]?["shares"]?.array?.map(\.text) == [keys[1]])
        }
        let drawn = try await life.browser.call("approvals.get", ["id": .string(connect), "language": "en"]).get()
        let fact = try #require(drawn["shown"]?["shares"]?.array?.first)
        #expect(fact["name"] == "Shares" && fact["value"]?.text?.hasPrefix(keys[1]) == true, "\(fact)")
        #expect(fact["value"]?.text?.hasSuffix("(your account)") == true)
        _ = try await life.approve(connect).get()
        let message = try await life.ask("signMessage", text)
        #expect(try await shown(message, on: life.browser)["wallet"]?["shares"] == nil)
    }

    @Test func `where every approval takes the passphrase, the request says so`() async throws {
        let life = try await life()
        _ = try await life.browser.call("policy.tighten", ["perRequest": true]).get()
        let id = try await life.ask("connect")
        #expect(try await shown(id, on: life.browser)["wallet"]?["perRequest"] == true)
        #expect(try await life.browser.call("approvals.get", ["id": .string(id), "from": 1]).get()["wallet"] == nil)
    }
}

import Foundation
import GRDB
import JSONRPC
import Testing
import Wallet
import WalletRuntime

/// Policy, grants and accounts as a browser and the command line meet them, on the real vault and database.
@Suite(.timeLimit(.minutes(5))) struct WalletPolicyTests {
    private func reason(_ outcome: Result<JSON, RPCError>) -> RPCReason? {
        guard case .failure(let error) = outcome else { return nil }
        return error.reason
    }

    @Test func `what is risky is decided outside the browser, and the rest within the allowance`() async throws {
        let life = try await WalletLife()
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
        #expect(shown["reasons"] == ["message", "first-signature"])
        #expect(try await reason(life.approve(first)) == .nativeOnly)
        #expect(try await life.approveNatively(first).get()["state"] == "answered")
        // No text is the browser's to decide, however often the site has signed; a sign-in to the site itself is.
        let second = try await life.ask("signMessage", ["message": "aGVsbG8="])
        #expect(try await reason(life.approve(second)) == .nativeOnly)
        #expect(try await life.browser.call("approvals.get", ["id": .string(second)]).get()["reasons"] == ["message"])
        _ = try await life.approve(life.ask("signIn", ["nonce": "12345678"])).get()
        let binary = try await life.ask("signMessage", ["message": "/w=="])
        #expect(try await reason(life.approve(binary)) == .nativeOnly)
        #expect(try await life.browser.call("approvals.get", ["id": .string(binary)]).get()["reasons"] == ["binary"])
    }

    @Test func `no grant counts before the first unlock, and a page that was connected sees its accounts all the same`()
        async throws
    {
        let before = try await WalletLife()
        _ = try await before.create().get()
        _ = try await before.unlock().get()
        _ = try await before.approve(before.ask("connect")).get()
        #expect(try await before.silentAccounts().count == 1)
        await before.fixture.service.shutDown()

        let life = try await WalletLife(in: before.fixture.home)
        #expect(try await life.trust() == "unverified")
        // An app that is told that it isn't connected forgets the wallet.
        #expect(try await life.silentAccounts().count == 1)
        #expect(try await life.browser.call("getAccounts", life.page()).get()["accounts"]?.array?.count == 1)
        #expect(try await life.browser.call("connect", life.page()).get()["accounts"]?.array?.count == 1)
        #expect(try await life.silentAccounts(origin: "https://stranger.example").isEmpty)
        let id = try await life.ask("signMessage", ["message": "aGVsbG8="])
        let shown = try await life.browser.call("approvals.get", ["id": .string(id)]).get()
        #expect(shown["reasons"] == ["locked"])
        _ = try await life.unlock().get()
        #expect(try await life.trust() == "intact")
        #expect(try await life.silentAccounts().count == 1)
        #expect(life.browser.notifications("accounts.changed").last?["accounts"]?.array?.count == 1)
        #expect(try await life.approve(id).get()["state"] == "answered")
    }

    @Test(arguments: [
        ("UPDATE connected_origin SET accounts = 'So11111111111111111111111111111111111111112'", 0),
        ("UPDATE connected_origin SET granted = 1", 1),
    ])
    func `a grant that somebody else wrote shows accounts of this wallet at most, and is over with the first unlock`(
        _ edit: String, _ shown: Int
    ) async throws {
        let before = try await WalletLife()
        _ = try await before.create().get()
        _ = try await before.unlock().get()
        _ = try await before.approve(before.ask("connect")).get()
        await before.fixture.service.shutDown()
        let database = try DatabaseQueue(path: before.fixture.folder.path + "/wallet.sqlite")
        try await database.write { try $0.execute(sql: edit) }
        try database.close()

        let life = try await WalletLife(in: before.fixture.home)
        #expect(try await life.silentAccounts().count == shown)
        _ = try await life.unlock().get()
        #expect(try await life.silentAccounts().isEmpty)
        #expect(life.browser.notifications("accounts.changed").last?["accounts"]?.array?.isEmpty == true)
    }

    @Test func `records that somebody else changed are dropped, and every surface says so`() async throws {
        let before = try await WalletLife()
        _ = try await before.create().get()
        _ = try await before.unlock().get()
        _ = try await before.approve(before.ask("connect")).get()
        await before.fixture.service.shutDown()
        let database = try DatabaseQueue(path: before.fixture.folder.path + "/wallet.sqlite")
        try await database.write { database in
            try database.execute(sql: "UPDATE connected_origin SET origin = 'https://evil.example'")
        }
        try database.close()

        let life = try await WalletLife(in: before.fixture.home)
        _ = try await life.unlock().get()
        #expect(try await life.trust() == "reset")
        #expect(try await life.browser.call("vault.status").get()["trust"] == "reset")
        #expect(try await life.browser.call("policy.get").get()["approvals"] == "native")
        #expect(try await life.browser.call("origins.list").get()["origins"]?.array?.isEmpty == true)
        #expect(try await reason(life.approve(life.ask("connect"))) == .nativeOnly)
        let settled = try await life.prove(
            "policy.set", ["approvals": "popup", "perRequest": false, "recognition": "owl"])
        #expect(try settled.get()["trust"] == "intact")
        #expect(try settled.get()["recognition"] == "owl")
        let seen = try await life.browser.call("policy.get").get()
        #expect(seen["recognition"] == nil)
        #expect(seen["recognitionSet"] == true)
    }

    @Test func `a passphrase for one approval opens no session, not even the first after the start`() async throws {
        let before = try await WalletLife()
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
        let life = try await WalletLife(in: before.fixture.home)
        let second = try await life.ask("signMessage", ["message": "aGVsbG8="])
        #expect(try await life.approveByPassphrase(second).get()["state"] == "answered")
        #expect(try await life.browser.call("vault.status").get()["vault"] == "locked")
        #expect(try await life.trust() == "intact")
    }

    @Test func `a site that names no account is shown the first that isn't hidden`() async throws {
        let life = try await WalletLife()
        _ = try await life.create(["paths": ["m/44'/501'/0'/0'", "m/44'/501'/1'/0'"]]).get()
        _ = try await life.unlock().get()
        let accounts = try #require(try await life.browser.call("accounts.list").get()["accounts"]?.array)
        let first = try #require(accounts.first?["publicKey"])
        _ = try await life.browser.call("accounts.update", ["publicKey": first, "hidden": true]).get()
        _ = try await life.approve(life.ask("connect")).get()
        #expect(try await life.silentAccounts().compactMap { $0["publicKey"] } == [accounts.last?["publicKey"]])
    }

    @Test func `guards are tightened by the browser, and loosened by the passphrase only`() async throws {
        let life = try await WalletLife()
        _ = try await life.create().get()
        _ = try await life.unlock().get()
        _ = try await life.approve(life.ask("connect")).get()
        func site() async throws -> JSON? {
            try await life.browser.call("origins.list").get()["origins"]?.array?.first
        }
        let origin = try #require(try await site()?["origin"])
        #expect(try await site()?["guards"] == true)
        let usual = try await life.browser.call("policy.get").get()
        #expect(usual["guards"] == ["tolerance": 100, "off": []])
        let less = try await life.browser.call("policy.tighten", ["guards": ["tolerance": 50]]).get()
        #expect(less["guards"]?["tolerance"] == 50)
        for loosening in [["tolerance": 51], ["off": [origin]], ["tolerance": 0, "off": [origin]]] as [JSON] {
            #expect(try await reason(life.browser.call("policy.tighten", ["guards": loosening])) == .nativeOnly)
        }
        for wrong in [["tolerance": 1_001], ["off": ["sidekey"]], ["off": ["https://\u{e4}.example"]]] as [JSON] {
            #expect(try await reason(life.prove("policy.set", ["guards": wrong])) == .paramValue)
        }
        let off = try await life.prove("policy.set", ["guards": ["off": [origin]]]).get()
        #expect(off["guards"] == ["tolerance": 50, "off": [origin]])
        #expect(try await site()?["guards"] == false)
        let on = try await life.browser.call("policy.tighten", ["guards": ["on": [origin]]]).get()
        #expect(on["guards"]?["off"] == [])
        #expect(try await site()?["guards"] == true)
        // Who is connected anew begins with guards.
        _ = try await life.prove("policy.set", ["guards": ["off": [origin]]]).get()
        _ = try await life.browser.call("origins.revoke", ["origin": origin]).get()
        #expect(try await life.browser.call("policy.get").get()["guards"]?["off"] == [])
    }

    @Test func `guards are as the user set them after the next start`() async throws {
        let before = try await WalletLife()
        _ = try await before.create().get()
        _ = try await before.unlock().get()
        let rules: JSON = ["tolerance": 0, "off": ["http://localhost:8899", "https://dapp.example"]]
        let set = try await before.prove("policy.set", ["guards": rules]).get()
        #expect(set["guards"] == rules)
        await before.fixture.service.shutDown()
        let life = try await WalletLife(in: before.fixture.home)
        _ = try await life.unlock().get()
        #expect(try await life.trust() == "intact")
        #expect(try await life.browser.call("policy.get").get()["guards"] == rules)
    }

    @Test func `a site is shown fewer accounts by the browser, and more by the passphrase only`() async throws {
        let life = try await WalletLife()
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
        let life = try await WalletLife()
        _ = try await life.create(["paths": ["m/44'/501'", "m/44'/501'/0'/0'"]]).get()
        #expect(try await reason(life.browser.call("accounts.add")) == .locked)
        _ = try await life.unlock().get()
        var accounts = try await life.browser.call("accounts.list").get()["accounts"]?.array ?? []
        #expect(accounts.compactMap { $0["path"]?.text } == ["m/44'/501'", "m/44'/501'/0'/0'"])
        let first = try #require(accounts.first?["publicKey"])
        let changed: JSONObject = ["publicKey": first, "label": "Savings", "hidden": true]
        accounts = try await life.browser.call("accounts.update", changed).get()["accounts"]?.array ?? []
        #expect(accounts[0]["label"] == "Savings")
        let moved: JSONObject = ["publicKey": first, "position": 1]
        #expect(try await reason(life.browser.call("accounts.update", moved)) == .nativeOnly)
        accounts = try await life.prove("accounts.update", moved).get()["accounts"]?.array ?? []
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
        let life = try await WalletLife()
        _ = try await life.create().get()
        _ = try await life.unlock().get()
        _ = try await life.approve(life.ask("connect")).get()
        let backup = try #require(try await life.commandLine.call("vault.backup").get()["vault"])
        _ = try await life.prove("vault.rotate").get()
        #expect(try await life.silentAccounts().count == 1)
        let new = try life.commandLine.sealed("another horse battery", for: "vault.changePassphrase", "newPassphrase")
        _ = try await life.prove("vault.changePassphrase", ["newPassphrase": new]).get()
        #expect(try await reason(life.unlock()) == .wrongPassphrase)
        #expect(try await life.prove("vault.restore", ["vault": backup]).get()["vault"] == "locked")
        _ = try await life.unlock().get()
        #expect(try await life.trust() == "intact")
        #expect(try await life.silentAccounts().isEmpty)
    }

    @Test func `the network is chosen outside the browser, and the browser sees no endpoint's key`() async throws {
        let life = try await WalletLife()
        _ = try await life.create().get()
        #expect(try await life.browser.call("policy.get").get()["network"]?["off"] == true)
        _ = try await life.unlock().get()
        #expect(
            try await life.browser.call("policy.get").get()["network"]
                == ["cluster": "mainnet", "off": false, "endpoints": [:]])

        let endpoints: JSON = ["devnet": ["https://rpc.example/secret"], "localnet": []]
        let change: JSONObject = ["network": ["cluster": "devnet", "endpoints": endpoints]]
        #expect(try await reason(life.browser.call("policy.tighten", change)) == .paramUnknown)
        #expect(try await reason(life.commandLine.call("policy.set", change)) == .paramMissing)
        _ = try await life.prove("policy.set", change).get()
        #expect(try await life.commandLine.call("policy.get").get()["network"]?["endpoints"] == endpoints)
        let seen = try await life.browser.call("policy.get").get()["network"]
        #expect(seen?["cluster"] == "devnet")
        #expect(seen?["endpoints"]?["devnet"] == ["https://rpc.example/…"])

        // What isn't named stays, and null is the public endpoint again.
        _ = try await life.prove("policy.set", ["network": ["off": true, "endpoints": ["localnet": .null]]]).get()
        #expect(
            try await life.commandLine.call("policy.get").get()["network"]
                == ["cluster": "devnet", "off": true, "endpoints": ["devnet": ["https://rpc.example/secret"]]])
        for fault in [
            ["cluster": "mainnet-beta"], ["endpoints": ["devnet": ["http://rpc.example"]]], ["more": true],
            ["endpoints": ["devnet": ["https://rpc.example", "https://rpc.example"]]], ["off": "yes"],
        ] as [JSON] {
            let outcome = try await life.prove("policy.set", ["network": fault])
            #expect(reason(outcome) == .paramValue, "\(fault)")
        }

        // It is part of what stands under the vault's code: the next agent finds it.
        await life.fixture.service.shutDown()
        let next = try await WalletLife(in: life.fixture.home)
        #expect(try await next.browser.call("policy.get").get()["network"]?["cluster"] == "mainnet")
        _ = try await next.unlock().get()
        #expect(try await next.trust() == "intact")
        #expect(try await next.browser.call("policy.get").get()["network"]?["cluster"] == "devnet")
    }
}

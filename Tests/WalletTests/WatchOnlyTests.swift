import JSONRPC
import SolanaTransactions
import TestSupport
import Testing
import Wallet
import WalletRuntime

/// Watch-only accounts: shown like any account, and never taken for one that has a key.
@Suite(.timeLimit(.minutes(5))) struct WatchOnlyTests {
    private let prefix = "sidekey watch only"

    private func watch(_ life: WalletLife, _ address: String, _ label: String? = nil) async throws -> Result<
        JSON, RPCError
    > {
        var params: JSONObject = ["address": .string(address)]
        params["label"] = label.map { .string(JSONString($0)) }
        return try await life.browser.call("accounts.watch", params)
    }

    private func unlocked() async throws -> (life: WalletLife, node: LocalNode, own: String, bob: String) {
        let node = try LocalNode(["--slot-ms", "200"])
        let life = try await WalletLife(network: LoopbackNetwork(node), clock: SystemMonotonicClock())
        _ = try await life.create().get()
        _ = try await life.unlock().get()
        let accounts = try await life.browser.call("accounts.list").get()["accounts"]?.array
        let own = try #require(accounts?.first?["publicKey"]?.text)
        try node.control(["set": .string(own), "lamports": 5_000_000_000])
        try node.control(["advance": 2])
        return (life, node, own, try node.seeded("accounts", "bob", "publicKey"))
    }

    @Test func `it is added in an open session, and stands apart from the wallet's own`() async throws {
        let (life, _, own, bob) = try await unlocked()
        let listed = try await watch(life, bob, "Cold").get()
        #expect(listed["accounts"]?.array?.map { $0["publicKey"]?.text } == [own])
        #expect(
            listed["watched"] == [["publicKey": .string(bob), "label": "Cold", "hidden": false, "watchOnly": true]])
        #expect(try await life.browser.call("vault.status").get()["accounts"]?.array?.count == 1)
        // Named and hidden like an account; it has no place among those that a site gets.
        let change: JSONObject = ["publicKey": .string(bob), "label": "Vault", "hidden": true]
        let changed = try await life.browser.call("accounts.update", change).get()
        #expect(
            changed["watched"] == [["publicKey": .string(bob), "label": "Vault", "hidden": true, "watchOnly": true]])
        let shown = try await life.browser.call("accounts.update", ["publicKey": .string(bob), "hidden": false]).get()
        #expect(shown["watched"]?[0]?["hidden"] == false)
        let moved: JSONObject = ["publicKey": .string(bob), "position": 0, "native": true]
        #expect(try await life.browser.call("accounts.update", moved).reason == .paramValue)
        for label in ["", " x", "a\nb", bob, "alice.sol"] {
            let change: JSONObject = ["publicKey": .string(bob), "label": .string(JSONString(label))]
            #expect(try await life.browser.call("accounts.update", change).reason == .paramValue, "\(label)")
        }
        #expect(try await watch(life, own).reason == .accountExists)
        #expect(try await watch(life, bob).reason == .accountExists)
        #expect(try await watch(life, "x").reason == .paramValue)
        // Locked, it is still shown, and nothing changes without the passphrase, which a browser can't give here.
        _ = try await life.browser.call("vault.lock").get()
        #expect(try await life.browser.call("accounts.list").get()["watched"]?.array?.count == 1)
        for (method, member) in [("accounts.watch", "address"), ("accounts.unwatch", "publicKey")] {
            #expect(try await life.browser.call(method, [member: .string(bob)]).reason == .locked)
        }
        #expect(try await life.prove("accounts.unwatch", ["publicKey": .string(bob)]).get()["watched"] == [])
        #expect(
            try await life.prove("accounts.watch", ["address": .string(bob)]).get()["watched"]?[0]?["label"]
                == "Watch-only 1")
    }

    @Test func `what it holds is shown, and nothing is asked about an address that isn't watched`() async throws {
        let (life, node, _, bob) = try await unlocked()
        defer { withExtendedLifetime(node) {} }
        try node.control(["set": .string(bob), "lamports": 77])
        try node.control(["advance": 2])
        let questions: [(String, JSONObject)] = [
            ("portfolio.balance", ["account": .string(bob)]), ("portfolio.tokens", ["account": .string(bob)]),
            ("portfolio.history", ["account": .string(bob)]), ("accounts.qr", ["publicKey": .string(bob)]),
            ("nfts.list", ["account": .string(bob)]), ("stake.list", ["account": .string(bob)]),
        ]
        for (method, params) in questions {
            #expect(try await life.browser.call(method, params).reason == .accountUnknown, "\(method)")
        }
        _ = try await watch(life, bob).get()
        for (method, params) in questions { _ = try await life.browser.call(method, params).get() }
        #expect(try await life.browser.call("portfolio.balance", ["account": .string(bob)]).get()["lamports"] == "77")
        // Without a name it is the wallet's own account, hidden or not.
        let own = try #require(try await life.browser.call("portfolio.balance").get()["account"]?.text)
        _ = try await life.browser.call("accounts.update", ["publicKey": .string(own), "hidden": true]).get()
        #expect(try await life.browser.call("portfolio.balance").get()["account"]?.text == own)
        _ = try await life.browser.call("accounts.unwatch", ["publicKey": .string(bob)]).get()
        #expect(try await life.browser.call("portfolio.balance", ["account": .string(bob)]).reason == .accountUnknown)
    }

    @Test func `it signs nothing and sends nothing, and the error says why`() async throws {
        let (life, _, _, bob) = try await unlocked()
        _ = try await watch(life, bob).get()
        let account: JSONObject = ["account": .string(bob)]
        func with(_ more: JSONObject) -> JSONObject {
            var params = account
            for member in more.members { params[member.name.string] = member.value }
            return params
        }
        let vote = try PublicKey(bytes: [UInt8](repeating: 90, count: 32)).base58
        let calls: [(String, JSONObject)] = [
            ("transfer.preview", with(["to": .string(bob), "amount": "1"])),
            ("transfer.send", with(["to": .string(bob), "amount": "1"])), ("transfer.revoke", account),
            ("transfer.reclaim", account), ("transfer.burn", with(["mint": .string(bob)])),
            ("stake.delegate", with(["amount": "1000000000", "vote": .string(vote)])),
        ]
        for (method, params) in calls {
            #expect(try await life.browser.call(method, params).reason == .accountWatchOnly, "\(method)")
        }
        let message = with(["message": .string(Base64.encode(Array(prefix.utf8)))])
        #expect(try await life.commandLine.call("message.sign", message).reason == .accountWatchOnly)
        #expect(try await life.prove("accounts.remove", ["publicKey": .string(bob)]).reason == .accountWatchOnly)
        #expect(life.waiting.isEmpty)
    }

    @Test func `no site is given it, by whatever surface`() async throws {
        let (life, _, own, bob) = try await unlocked()
        _ = try await watch(life, bob).get()
        for accounts in [[bob], [own, bob]] {
            let asked = try await life.begin("connect")
            let shown = try await life.browser.call("approvals.get", ["id": .string(asked.waiting)]).get()
            #expect(shown["wallet"]?["accounts"]?.array?.map { $0["publicKey"]?.text } == [own])
            let chosen: JSONObject = ["accounts": .array(accounts.map { .string($0) })]
            #expect(try await life.approve(asked.waiting, chosen).reason == .accountUnknown)
            // The page hears of no account either.
            #expect(try await life.browser.outcome(of: asked.own).reason != nil)
            #expect(try await life.silentAccounts().isEmpty)
        }
        _ = try await life.approve(life.ask("connect")).get()
        let site: JSONObject = ["origin": "https://dapp.example", "accounts": [.string(own), .string(bob)]]
        #expect(try await life.prove("origins.set", site).reason == .accountUnknown)
        #expect(try await life.silentAccounts().map { $0["publicKey"]?.text } == [own])
        let asked = life.page(["account": .string(bob), "message": .string(Base64.encode(Array(prefix.utf8)))])
        #expect(try await life.browser.call("signMessage", asked).reason == .accountNotGranted)
    }

    @Test func `it makes no recipient known, and a review never calls it the user's own`() async throws {
        let (life, node, _, bob) = try await unlocked()
        defer { withExtendedLifetime(node) {} }
        let order: JSONObject = ["to": .string(bob), "amount": "1", "priority": "none"]
        /// The preview's findings, and what a surface shows of the request, which is rejected then.
        func looked() async throws -> (findings: JSON?, shown: JSON) {
            let plan = try await life.browser.call("transfer.preview", order).get()
            let known = life.waiting
            _ = await life.browser.begin("transfer.send", order)
            let id = try await life.next(after: known)
            var answer = try await life.browser.call("approvals.get", ["id": .string(id), "language": "en"]).get()
            while answer["waiting"] != nil {
                try await Task.sleep(for: .milliseconds(20))
                answer = try await life.browser.call("approvals.get", ["id": .string(id), "language": "en"]).get()
            }
            _ = try await life.browser.call("approvals.reject", ["id": .string(id)]).get()
            return (plan["findings"], try #require(answer["shown"]))
        }
        let before = try await looked()
        _ = try await watch(life, bob, "My other account").get()
        let after = try await looked()
        #expect(after.findings == before.findings)
        for member in ["sentence", "findings", "changes", "facts"] {
            #expect(after.shown[member] == before.shown[member], "\(member)")
        }
        let text = String(decoding: after.shown.serialized(), as: UTF8.self)
        #expect(text.contains(bob) && !text.contains("My other account"))
    }

    @Test func `one whose key comes is an account like any other, and none comes back`() async throws {
        let (life, _, _, _) = try await unlocked()
        let second = try #require(
            try await life.browser.call("accounts.add").get()["accounts"]?.array?.last?["publicKey"]?.text)
        _ = try await life.prove("accounts.remove", ["publicKey": .string(second)]).get()
        #expect(try await watch(life, second, "Old").get()["watched"]?.array?.count == 1)
        let back = try await life.browser.call("accounts.add").get()
        #expect(back["watched"] == [])
        #expect(back["accounts"]?.array?.last?["publicKey"]?.text == second)
        let gone = try await life.prove("accounts.remove", ["publicKey": .string(second)]).get()
        #expect(gone["watched"] == [] && gone["accounts"]?.array?.count == 1)
    }

    @Test func `the browser adds 64 and no more, and each addition and removal is in the activity`() async throws {
        let (life, _, _, bob) = try await unlocked()
        for number in 0..<64 {
            let bytes = [UInt8](repeating: 9, count: 31) + [UInt8(number)]
            _ = try await watch(life, PublicKey(bytes: bytes).description).get()
        }
        #expect(try await watch(life, bob).reason == .tooManyWatched)
        let last = try #require(
            try await life.browser.call("accounts.list").get()["watched"]?.array?.last?["publicKey"]?.text)
        _ = try await life.browser.call("accounts.unwatch", ["publicKey": .string(last)]).get()
        let entries = try await life.commandLine.call("activity.list").get()["entries"]?.array ?? []
        let kinds = Set(entries.compactMap { $0["kind"]?.text })
        #expect(kinds.isSuperset(of: ["watch-added", "watch-removed"]))
    }
}

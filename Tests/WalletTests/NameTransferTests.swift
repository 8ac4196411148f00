import JSONRPC
import SolanaTransactions
import TestSupport
import Testing
import Wallet
import WalletRuntime

/// Paying by name, from the call to the chain: the real vault, queue and database, and the local node.
@Suite(.timeLimit(.minutes(5))) struct NameTransferTests {
    private struct Bank {
        let node: LocalNode
        let life: WalletLife
        let scene: NameScene

        init(_ options: [String] = []) async throws {
            node = try LocalNode(["--slot-ms", "200"] + options)
            life = try await WalletLife(network: LoopbackNetwork(node), clock: SystemMonotonicClock())
            scene = NameScene(node: node)
            _ = try await life.create().get()
            _ = try await life.unlock().get()
            let accounts = try await life.browser.call("accounts.list").get()["accounts"]?.array
            let account = try #require(accounts?.first?["publicKey"]?.text)
            try node.control(["set": .string(account), "lamports": 5_000_000_000])
            try node.control(["advance": 2])
        }

        func key(_ person: String) throws -> PublicKey {
            try PublicKey(base58: node.seeded("accounts", person, "publicKey"))
        }

        func preview(_ to: String, _ more: JSONObject = [:]) async throws -> JSON {
            try await life.browser.call("transfer.preview", NameTransferTests.order(to, more)).get()
        }

        /// Sends, and returns what the review found and what the surfaces call the addresses; approves it with the passphrase where that is asked for.
        func pay(_ to: String, _ more: JSONObject = [:]) async throws -> (proof: String?, rules: [String], names: JSON)
        {
            let known = life.waiting
            let own = await life.browser.begin("transfer.send", NameTransferTests.order(to, more))
            let id = try await life.next(after: known)
            let shown = try await life.browser.call("approvals.get", ["id": .string(id)]).get()
            _ = try await life.approve(id).get()
            _ = try await life.browser.outcome(of: own).get()
            return (shown["proof"]?.text, SendingLife.findings(shown), shown["names"] ?? .null)
        }
    }

    private static func order(_ to: String, _ more: JSONObject = [:]) -> JSONObject {
        var order: JSONObject = ["to": .string(JSONString(to)), "amount": "0.01", "priority": "none"]
        for member in more.members { order[member.name.string] = member.value }
        return order
    }

    private func reason(_ outcome: Result<JSON, RPCError>) -> RPCReason? {
        guard case .failure(let error) = outcome else { return nil }
        return error.reason
    }

    private func findings(_ answer: JSON) -> [String] {
        (answer["findings"]?.array ?? []).compactMap { $0["name"]?.text }.filter { $0.hasPrefix("name-") }
    }

    @Test func `a name is paid at the address that the preview showed, and both stand in the review`() async throws {
        let bank = try await Bank(["--endpoints", "2"])
        let bob = try bank.key("bob")
        try bank.scene.sol("bob", owner: bob)
        let plan = try await bank.preview("bob.sol")
        #expect(plan["to"]?.text == bob.base58 && plan["resolved"]?["name"] == "bob.sol" && findings(plan) == [])
        #expect(plan["resolved"]?["nodes"]?.array?.map { $0["node"] } == ["node 1", "node 2"])
        let paid = try await bank.pay("bob.sol", ["address": .string(bob.base58)])
        #expect(!paid.rules.contains("R62"))
        let named: JSON = ["address": .string(bob.base58), "label": "bob.sol", "kind": "name"]
        #expect(paid.names.array?.contains(named) == true)
        // What was shown is what is paid.
        let other = Self.order("bob.sol", ["address": .string(try bank.key("carol").base58)])
        #expect(try await reason(bank.life.browser.call("transfer.send", other)) == .nameMoved)
        for (to, expected) in [
            ("nobody.sol", RPCReason.nameUnknown), ("Bob.sol", .nameInvalid), ("bоb.sol", .nameInvalid),
            ("pay.bob.sol", .nameInvalid), ("bob.sns", .nameUnknown),
        ] {
            #expect(try await reason(bank.life.browser.call("transfer.preview", Self.order(to))) == expected, "\(to)")
        }
    }

    @Test func `a name that stands for another address than last time is a danger, until it is paid there`()
        async throws
    {
        let bank = try await Bank()
        let (bob, carol) = (try bank.key("bob"), try bank.key("carol"))
        try bank.scene.sol("bob", owner: bob)
        #expect(try await findings(bank.preview("bob.sol")) == ["name-alone"])
        // Looking alone makes nothing known: whoever asks first by a lying node would decide what counts as changed.
        try bank.scene.sol("bob", owner: carol)
        #expect(try await findings(bank.preview("bob.sol")) == ["name-alone"])
        _ = try await bank.pay("bob.sol")
        try bank.scene.sol("bob", owner: bob)
        let plan = try await bank.preview("bob.sol")
        #expect(findings(plan) == ["name-changed", "name-alone"] && plan["to"]?.text == bob.base58)
        let changed = plan["findings"]?.array?.first { $0["name"] == "name-changed" }
        #expect(changed?["address"]?.text == carol.base58 && changed?["level"] == "danger")
        let paid = try await bank.pay("bob.sol")
        #expect(paid.proof == "danger" && paid.rules.contains("R62"))
        #expect(try await findings(bank.preview("bob.sol")) == ["name-alone"])
    }

    @Test func `the old account of a name is told where it is somebody else's`() async throws {
        let bank = try await Bank()
        let (bob, carol) = (try bank.key("bob"), try bank.key("carol"))
        try bank.scene.sol("bob", owner: bob)
        try bank.scene.sns("bob", owner: bob)
        #expect(try await findings(bank.preview("bob.sol")) == ["name-alone"])
        try bank.scene.sns("bob", owner: carol)
        let plan = try await bank.preview("bob.sol")
        #expect(plan["to"]?.text == bob.base58 && findings(plan) == ["name-differs", "name-alone"])
        #expect(try await bank.preview("bob.sns")["to"]?.text == carol.base58)
    }

    @Test func `a contact keeps the name it was added by, and says when that leads elsewhere`() async throws {
        let bank = try await Bank()
        let (bob, carol) = (try bank.key("bob"), try bank.key("carol"))
        try bank.scene.sol("bob", owner: bob)
        var contact: JSONObject = ["address": .string(carol.base58), "label": "Bob", "name": "bob.sol"]
        #expect(try await reason(bank.life.prove("contacts.add", contact)) == .nameMoved)
        contact["address"] = .string(bob.base58)
        #expect(try await bank.life.prove("contacts.add", contact).get()["name"] == "bob.sol")
        let listed = try await bank.life.browser.call("contacts.list").get()["contacts"]?.array
        #expect(listed?.map { $0["name"] } == ["bob.sol"])
        let plan = try await bank.preview("Bob")
        #expect(plan["resolved"]?["name"] == "bob.sol" && findings(plan) == ["name-alone"])
        // A label that ends as a name does would hide the name.
        let label: JSONObject = ["address": .string(carol.base58), "label": "carol.sol"]
        #expect(try await reason(bank.life.prove("contacts.add", label)) == .paramValue)

        try bank.scene.sol("bob", owner: carol)
        let moved = try await bank.preview("Bob")
        #expect(moved["to"]?.text == bob.base58 && findings(moved) == ["name-changed", "name-alone"])
        #expect(moved["findings"]?.array?.first { $0["name"] == "name-changed" }?["address"]?.text == carol.base58)
        let paid = try await bank.pay("Bob")
        #expect(paid.proof == "danger" && paid.rules.contains("R62"))
        let named: JSON = [
            "address": .string(bob.base58), "label": "Bob", "kind": "contact", "name": "bob.sol",
        ]
        #expect(paid.names.array?.contains(named) == true)
        // Paid by name at the new address, it is a danger as well, and stays one: the contact's address is the proven one.
        let asked = try await bank.life.browser.call("names.resolve", ["name": "bob.sol"]).get()
        #expect(asked["address"]?.text == carol.base58 && findings(asked) == ["name-changed", "name-alone"])
        for _ in 1...2 { #expect(try await bank.pay("bob.sol").rules.contains("R62")) }
        // A node that says nothing takes no payment to a contact away.
        try bank.node.control(["fault": "error", "method": "getMultipleAccounts", "count": 1])
        #expect(try await bank.preview("Bob")["resolved"] == ["name": "bob.sol", "nodes": []])
    }

    @Test func `nodes that disagree send nothing, and an address goes by its own name`() async throws {
        let bank = try await Bank(["--endpoints", "2"])
        let (bob, carol) = (try bank.key("bob"), try bank.key("carol"))
        try bank.scene.sol("bob", owner: bob)
        let lie = Base64.encode(NameScene.record("bob", owner: carol))
        let record = try RecordService.record(of: "bob").base58
        try bank.node.control(
            ["fault": "lie", "account": .string(record), "data": .string(lie)], endpoint: 1)
        guard case .failure(let error) = try await bank.life.browser.call("transfer.preview", Self.order("bob.sol"))
        else {
            Issue.record("two nodes that differ were believed")
            return
        }
        #expect(error.reason == .nameDisputed)
        #expect(error.data["addresses"] == [.string(bob.base58), .string(carol.base58)])
        try bank.scene.sns("bob", owner: bob)
        try bank.scene.primary(bob, label: "bob")
        let asked: JSONObject = ["address": .string(bob.base58)]
        let found = try await bank.life.commandLine.call("names.reverse", asked).get()
        #expect(found["resolved"]?["name"] == "bob.sns" && findings(found) == [])
        let none = try await bank.life.commandLine.call("names.reverse", ["address": .string(carol.base58)]).get()
        #expect(none["resolved"] == nil && none["address"]?.text == carol.base58)
    }
}

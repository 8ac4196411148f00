import ApprovalQueue
import JSONRPC
import SolanaTransactions
import TestSupport
import Testing
import Wallet
import WalletNetwork
import WalletRuntime

/// The names that addresses chose for themselves: beside the address, quoted, and worth nothing.
@Suite(.timeLimit(.minutes(5))) struct ClaimedNameTests {
    private func preview(_ to: PublicKey, _ sending: SendingLife) async throws -> JSON {
        let order: JSONObject = ["to": .string(to.base58), "amount": "0.01", "priority": "none"]
        return try await sending.life.browser.call("transfer.preview", order).get()
    }

    private func found(_ answer: JSON) -> [String] {
        (answer["findings"]?.array ?? []).compactMap { $0["name"]?.text }.filter { $0.hasPrefix("name-") }
    }

    private func call(_ label: String, _ address: PublicKey, _ sending: SendingLife) throws {
        try NameScene(node: sending.node).call(address.base58, label)
    }

    /// A request as it is shown once the names of its addresses are there, or nothing is awaited any more.
    private func settled(_ id: String, _ sending: SendingLife) async throws -> JSON {
        try await sending.life.commandLine.call("approvals.get", ["id": .string(id)]).get()
    }

    private func name(of address: PublicKey, in shown: JSON) -> JSON? {
        shown["names"]?.array?.first { $0["address"]?.text == address.base58 }
    }

    @Test func `a preview tells what a pasted address calls itself, and warns where that is like a contact`()
        async throws
    {
        let sending = try await SendingLife("--slot-ms", "400")
        let stranger = sending.stranger
        try sending.node.control(["advance": 2])
        #expect(try await preview(stranger, sending)["claimed"] == nil)
        try call("carol", stranger, sending)
        let plan = try await preview(stranger, sending)
        #expect(plan["claimed"]?["name"] == "carol.sns" && found(plan) == [] && plan["to"]?.text == stranger.base58)
        #expect(plan["resolved"] == nil && plan["label"] == nil)
        // Whatever it is called, it isn't paid by that name: nothing is kept.
        let known = sending.life.waiting
        let own = await sending.life.browser.begin(
            "transfer.send", ["to": .string(stranger.base58), "amount": "0.01", "priority": "none"])
        let id = try await sending.life.next(after: known)
        let shown = try await settled(id, sending)
        #expect(
            name(of: stranger, in: shown)
                == ["address": .string(stranger.base58), "label": "carol.sns", "kind": "claim"])
        _ = try await sending.life.approve(id).get()
        _ = try await sending.life.browser.outcome(of: own).get()
        let asked: JSONObject = ["address": .string(stranger.base58)]
        #expect(try await found(sending.life.commandLine.call("names.reverse", asked).get()) == ["name-alone"])

        let bob = try PublicKey(base58: sending.node.seeded("accounts", "bob", "publicKey"))
        let contact: JSONObject = ["address": .string(bob.base58), "label": "Carol"]
        let added = try await sending.life.prove("contacts.add", contact).get()
        #expect(added["claimed"] == nil && added["findings"] == nil)
        let like = try await preview(stranger, sending)
        #expect(like["claimed"] == nil && found(like) == ["name-like"])
        let finding = like["findings"]?.array?.first { $0["name"] == "name-like" }
        #expect(finding?["address"]?.text == bob.base58 && finding?["level"] == "warning")
        #expect(try await found(sending.life.commandLine.call("names.reverse", asked).get()).contains("name-like"))
        // The contact's own label stands alone, whatever the address calls itself.
        let named: JSONObject = ["address": .string(stranger.base58), "label": "Caroline"]
        #expect(try await sending.life.prove("contacts.add", named).get()["findings"]?.array?.count == 1)
    }

    @Test func `an added contact is told with the name that its address chose`() async throws {
        let sending = try await SendingLife("--slot-ms", "400")
        try call("carol", sending.stranger, sending)
        let contact: JSONObject = ["address": .string(sending.stranger.base58), "label": "Neighbour"]
        let added = try await sending.life.prove("contacts.add", contact).get()
        #expect(added["claimed"]?["name"] == "carol.sns" && added["label"] == "Neighbour" && added["name"] == nil)
        // It is told, and not kept.
        let listed = try await sending.life.browser.call("contacts.list").get()["contacts"]?.array
        #expect(listed?.first?["claimed"] == nil && listed?.first?["name"] == nil)
        #expect(try await preview(sending.stranger, sending)["claimed"]?["name"] == "carol.sns")
    }

    @Test func `no answer about a name takes nothing from a preview`() async throws {
        let sending = try await SendingLife("--slot-ms", "400")
        try call("carol", sending.stranger, sending)
        let primary = try NameService.primary(of: sending.stranger)
        try sending.node.control(["fault": "lie", "account": .string(primary.base58), "missing": true])
        let plan = try await preview(sending.stranger, sending)
        #expect(plan["claimed"] == nil && plan["fee"] != nil && found(plan) == [])
    }

    @Test(arguments: ["signTransaction", "sendTransaction"])
    func `a site's recipient is shown with the name that it chose, which counts for nothing`(method: String)
        async throws
    {
        let sending = try await SendingLife("--slot-ms", "400")
        let stranger = sending.stranger
        let plain = try await sending.life.begin(method, SendingLife.params(sending.transfer(1_000_000)))
        let before = try await settled(plain.waiting, sending)
        #expect(name(of: stranger, in: before) == nil)
        _ = try await sending.life.browser.call("approvals.reject", ["id": .string(plain.waiting)]).get()

        try call("carol", stranger, sending)
        let asked = try await sending.life.begin(method, SendingLife.params(sending.transfer(1_000_000)))
        let shown = try await settled(asked.waiting, sending)
        let claim: JSON = ["address": .string(stranger.base58), "label": "carol.sns", "kind": "claim"]
        #expect(name(of: stranger, in: shown) == claim)
        for member in ["decision", "reasons", "proof", "confirm", "within"] { #expect(shown[member] == before[member]) }
        #expect(SendingLife.findings(shown) == SendingLife.findings(before))
        let get: JSONObject = ["id": .string(asked.waiting), "language": "en"]
        let text = try await sending.life.browser.call("approvals.get", get).get()
        let recipient = text["shown"]?["facts"]?.array?.first { $0["name"] == "Recipient" || $0["name"] == "To" }
        #expect(recipient?["value"]?.text == "\(stranger.base58) (calls itself “carol.sns”)")
        #expect(text["shown"]?["sentence"]?.text?.contains("carol") == false)
        // The hash covers it, and an approval names that hash as of any other review.
        #expect(shown["reviewHash"] == text["reviewHash"])
        #expect(try await sending.life.approve(asked.waiting).get()["state"] == "answered")
        _ = try await sending.life.browser.outcome(of: asked.own).get()

        // The same of an address whose name is like a contact's.
        let bob = try PublicKey(base58: sending.node.seeded("accounts", "bob", "publicKey"))
        _ = try await sending.life.prove("contacts.add", ["address": .string(bob.base58), "label": "Car0l"]).get()
        let other = try await sending.life.begin(method, SendingLife.params(sending.transfer(2_000_000)))
        let like = try await settled(other.waiting, sending)
        #expect(
            name(of: stranger, in: like)?["like"] == ["address": .string(bob.base58), "name": "Car0l"])
        #expect(SendingLife.findings(like) == SendingLife.findings(before))
        let second: JSONObject = ["id": .string(other.waiting), "language": "en"]
        let words = try await sending.life.browser.call("approvals.get", second).get()["shown"]?["facts"]?.array
        #expect(
            words?.contains {
                $0["value"]?.text
                    == "\(stranger.base58) (calls itself “carol.sns”, like “Car0l”, but is a different address)"
            } == true)
    }

    @Test func `a contact, and a name that was paid by, take the place of what an address chose`() async throws {
        let sending = try await SendingLife("--slot-ms", "400")
        let stranger = sending.stranger
        let scene = NameScene(node: sending.node)
        try scene.sol("shop", owner: stranger)
        try call("carol", stranger, sending)
        let known = sending.life.waiting
        let own = await sending.life.browser.begin(
            "transfer.send", ["to": "shop.sol", "amount": "0.01", "priority": "none"])
        let id = try await sending.life.next(after: known)
        #expect(try await name(of: stranger, in: settled(id, sending))?["label"] == "shop.sol")
        _ = try await sending.life.approve(id).get()
        _ = try await sending.life.browser.outcome(of: own).get()
        // A site pays the same address: it is known by the name that was kept.
        let kept = try await sending.life.begin("signTransaction", SendingLife.params(sending.transfer(1_000_000)))
        #expect(
            try await name(of: stranger, in: settled(kept.waiting, sending))
                == ["address": .string(stranger.base58), "label": "shop.sol", "kind": "name"])
        // A site that names no cluster means the one that the user prefers.
        let params: JSONObject = ["tx": .string(Base64.encode(try await sending.transfer(3_000_000).encoded()))]
        let unnamed = try await sending.life.begin("signTransaction", params)
        #expect(try await name(of: stranger, in: settled(unnamed.waiting, sending))?["label"] == "shop.sol")
        let contact: JSONObject = ["address": .string(stranger.base58), "label": "Neighbour"]
        _ = try await sending.life.prove("contacts.add", contact).get()
        #expect(try await name(of: stranger, in: settled(kept.waiting, sending))?["kind"] == "contact")
    }
}

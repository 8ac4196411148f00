import ApprovalQueue
import Foundation
import JSONRPC
import Pinentry
import SolanaTransactions
import TestSupport
import Testing
import WalletState

/// The address book as its callers meet it, and what a review makes of it; on the real vault and database.
@Suite(.timeLimit(.minutes(5))) struct ContactsTests {
    private let friend = PublicKey("8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9")
    /// The same first and last four characters.
    private let poison = PublicKey("8qbHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHfeR9")

    private func reason(_ outcome: Result<JSON, RPCError>) -> RPCReason? {
        guard case .failure(let error) = outcome else { return nil }
        return error.reason
    }

    private func contact(_ label: JSON = "Bob", _ address: PublicKey? = nil) -> JSONObject {
        ["address": .string((address ?? friend).base58), "label": label]
    }

    @Test func `nothing but the passphrase outside the browser changes it`() async throws {
        let life = try await WalletLife()
        _ = try await life.create().get()
        for method in ["contacts.add", "contacts.update", "contacts.remove"] {
            var params = contact()
            if method == "contacts.remove" { params["label"] = JSON?.none }
            #expect(try await reason(life.browser.call(method, params)) == .nativeOnly)
            params["native"] = false
            #expect(try await reason(life.browser.call(method, params)) == .nativeOnly)
            params["passphrase"] = try life.browser.sealed(WalletLife.passphrase, for: method)
            #expect(try await reason(life.browser.call(method, params)) == .paramUnknown)
            // Where nobody can be asked, nothing is changed, whatever session is open.
            params["passphrase"] = JSON?.none
            params["native"] = true
            #expect(try await reason(life.browser.call(method, params)) == .locked)
        }
        #expect(try await reason(life.commandLine.call("contacts.add", contact())) == .passphraseRequired)
        #expect(try await reason(life.browser.call("contacts.list")) == .locked)
        let added = try await life.prove("contacts.add", contact()).get()
        #expect(added["address"]?.text == friend.base58 && added["label"] == "Bob" && added["onCurve"] == false)
        #expect(try await life.prove("contacts.update", contact("Robert")).get()["label"] == "Robert")
        let listed = try await life.browser.call("contacts.list").get()["contacts"]?.array
        #expect(listed?.map { $0["label"] } == ["Robert"])
        let named: JSONObject = ["address": .string(friend.base58)]
        #expect(try await reason(life.commandLine.call("contacts.remove", named)) == .passphraseRequired)
        _ = try await life.prove("contacts.remove", named).get()
        #expect(try await life.browser.call("contacts.list").get()["contacts"]?.array?.isEmpty == true)
        #expect(try await reason(life.prove("contacts.remove", named)) == .contactUnknown)
        let kinds = try await life.browser.call("activity.list").get()["entries"]?.array?.compactMap {
            $0["kind"]?.text
        }
        #expect(Set(kinds ?? []).isSuperset(of: ["contact-added", "contact-changed", "contact-removed"]))
    }

    @Test func `those of a file are added together with one proof, or none of them`() async throws {
        let life = try await WalletLife()
        _ = try await life.create().get()
        func rows(_ contacts: JSONObject...) -> JSONObject { ["contacts": .array(contacts.map { .object($0) })] }
        func names() async throws -> [String] {
            try await life.browser.call("contacts.list").get()["contacts"]?.array?.compactMap { $0["label"]?.text }
                ?? []
        }
        #expect(try await reason(life.browser.call("contacts.import", rows(contact()))) == .methodUnknown)
        #expect(try await reason(life.commandLine.call("contacts.import", rows(contact()))) == .passphraseRequired)
        _ = try await life.prove("contacts.add", contact()).get()
        let (one, two) = (
            try PublicKey(bytes: [UInt8](repeating: 1, count: 32)),
            try PublicKey(bytes: [UInt8](repeating: 2, count: 32))
        )
        // The name of the last one is taken, so the first isn't added either.
        let taken = try await life.prove("contacts.import", rows(contact("Ann", one), contact("BOB", two)))
        #expect(reason(taken) == .contactExists)
        for wrong in [
            rows(), rows(contact("Ann", one), contact("Eve", one)), rows(contact("", one)), rows(contact("a\nb", one)),
            rows(["address": "1", "label": "Ann"]), rows(["address": .string(one.base58)]), ["contacts": ["Ann"]],
        ] as [JSONObject] {
            guard case .failure(let error) = try await life.prove("contacts.import", wrong) else {
                Issue.record("\(wrong) was taken")
                continue
            }
            #expect(error.code == .invalidParams)
        }
        #expect(try await names() == ["Bob"])
        // Who is a contact keeps the name that the user gave.
        let done = try await life.prove("contacts.import", rows(contact("Robert"), contact("Ann", one))).get()
        #expect(done["added"]?.int == 1 && done["present"]?.int == 1)
        #expect(try await names() == ["Ann", "Bob"])
    }

    @Test func `from the browser, a prompt says what is to change and asks for the passphrase each time`() async throws
    {
        let prompt = ScriptedPrompt()
        let fixture = try await ServiceFixture(prompt: prompt)
        let browser = await fixture.attached(1)
        _ = try await browser.hello().get()
        let unlock = try browser.sealed(ServiceFixture.passphrase, for: "vault.unlock")
        _ = try await browser.call("vault.unlock", ["passphrase": unlock]).get()

        func change(_ method: String, _ label: JSON?) async throws -> Result<JSON, RPCError> {
            var params: JSONObject = ["address": .string(friend.base58), "native": true]
            params["label"] = label
            return try await browser.call(method, params)
        }
        func names() async throws -> [String] {
            try await browser.call("contacts.list").get()["contacts"]?.array?.compactMap { $0["label"]?.text } ?? []
        }
        prompt.expect(.type("wrong one"), .type(ServiceFixture.passphrase))
        #expect(try await change("contacts.add", "Bob").get()["label"] == "Bob")
        prompt.expect(.type(ServiceFixture.passphrase))
        #expect(try await change("contacts.update", "Robert").get()["label"] == "Robert")
        #expect(try await names() == ["Robert"])
        prompt.expect(.type(ServiceFixture.passphrase))
        _ = try await change("contacts.remove", nil).get()
        prompt.expect(.cancel)
        #expect(try await reason(change("contacts.add", "Bob")) == .rejected)
        #expect(try await names().isEmpty)

        let asked = prompt.questions.map { $0.description ?? "" }
        #expect(asked.count == 5 && asked.allSatisfy { $0.contains(friend.base58) })
        #expect(asked[0].contains("| Bob") && asked[2].contains("| Bob") && asked[2].contains("| Robert"))
        #expect(asked[3].contains("| Robert"))
    }

    @Test func `a label hides nothing and passes for no address`() async throws {
        let life = try await WalletLife()
        _ = try await life.create().get()
        let wrong: [JSON] = [
            "", " Bob", "Bob ", "Bo\nb", "Bo\u{202e}b", "Bo\u{200b}b", .string(poison.base58), #"\u{41}"#,
            .string(JSONString(String(repeating: "é", count: 33))),
        ]
        for label in wrong {
            #expect(try await reason(life.prove("contacts.add", contact(label))) == .paramValue)
        }
        #expect(try await reason(life.prove("contacts.add", ["address": "abc", "label": "Bob"])) == .paramValue)
        _ = try await life.prove("contacts.add", contact(.string(JSONString(String(repeating: "é", count: 32))))).get()
    }

    @Test func `the list goes on after its cursor`() async throws {
        let life = try await WalletLife()
        _ = try await life.create().get()
        for number in 1...5 {
            let address = try PublicKey(bytes: [UInt8](repeating: UInt8(number), count: 32))
            _ = try await life.prove("contacts.add", contact(.string("label \(number)"), address)).get()
        }
        var labels: [String] = []
        var params: JSONObject = ["limit": 2]
        for _ in 0..<5 {
            let page = try await life.browser.call("contacts.list", params).get()
            labels += page["contacts"]?.array?.compactMap { $0["label"]?.text } ?? []
            guard let cursor = page["cursor"] else { break }
            params["cursor"] = cursor
        }
        #expect(labels == (1...5).map { "label \($0)" })
        #expect(try await reason(life.browser.call("contacts.list", ["cursor": "x"])) == .paramValue)
    }

    @Test func `a review knows whom the user knows, from the moment it is so`() async throws {
        let life = try await WalletLife()
        _ = try await life.create().get()
        _ = try await life.unlock().get()
        _ = try await life.approve(life.ask("connect")).get()
        let accounts = try await life.browser.call("accounts.list").get()["accounts"]?.array
        let account = try PublicKey(base58: #require(accounts?.first?["publicKey"]?.text))
        let transaction = try Transaction(feePayer: account, blockhash: Blockhash()) {
            SystemProgram.transfer(from: account, to: poison, lamports: 5)
        }
        let params: JSONObject = ["tx": .string(Base64.encode(transaction.encoded()))]
        let (id, own) = try await life.begin("signTransaction", params)
        #expect(try await rules(life, id).contains("R37") == false)
        // The user gives the real one a name while the poisoned request waits.
        _ = try await life.prove("contacts.add", contact()).get()
        #expect(try await reason(life.approve(id)) == .reviewMismatch)
        #expect(try await rules(life, id).contains("R37"))
        _ = try await life.browser.call("approvals.reject", ["id": .string(id)]).get()
        #expect(try await reason(life.browser.outcome(of: own)) == .rejected)
        #expect(try await rules(life, life.ask("signTransaction", params)).contains("R37"))
    }

    @Test func `nothing that nodes tell takes the warning of a look-alike away`() async throws {
        let life = try await WalletLife()
        _ = try await life.create().get()
        _ = try await life.unlock().get()
        _ = try await life.approve(life.ask("connect")).get()
        let accounts = try await life.browser.call("accounts.list").get()["accounts"]?.array
        let account = try PublicKey(base58: #require(accounts?.first?["publicKey"]?.text))
        func asked(_ to: PublicKey) throws -> JSONObject {
            let transaction = try Transaction(feePayer: account, blockhash: Blockhash()) {
                SystemProgram.transfer(from: account, to: to, lamports: 5)
            }
            return ["tx": .string(Base64.encode(transaction.encoded()))]
        }
        #expect(try await rules(life, life.ask("signTransaction", asked(poison))).contains("R37") == false)
        // The wallet pays a friend, whom no node and no contact tells of.
        _ = try await life.approve(life.ask("signTransaction", asked(friend))).get()
        #expect(try await rules(life, life.ask("signTransaction", asked(poison))).contains("R37"))

        // A node's history, with more rows than anybody reads and with one more look-alike's model at its end.
        let told = PublicKey("HzzHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfzzz")
        let imitated = PublicKey("HzzHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHfzzz")
        try await tellHistory(of: account, paying: Self.crowd + [told], in: life)
        #expect(try await rules(life, life.ask("signTransaction", asked(poison))).contains("R37"))
        #expect(try await rules(life, life.ask("signTransaction", asked(imitated))).contains("R37"))
    }

    /// Writes a history as the wallet does with what a node tells: one transaction with a payment to each.
    private func tellHistory(of account: PublicKey, paying others: [PublicKey], in life: WalletLife) async throws {
        let history = TransactionHistory(
            database: try WalletDatabase(path: life.fixture.folder.appendingPathComponent("wallet.sqlite").path))
        let key = ClusterAccount(cluster: "solana:mainnet", account: account.base58)
        let found = FoundTransaction(signature: "told", slot: 1)
        try #require(try await history.add([found], newerThan: nil, of: account.base58, isWhole: true, to: key))
        let movements = others.map {
            SavedMovement(
                isIncoming: false, amount: 1, mint: nil, decimals: 9, counterparty: $0.base58, counterparties: 1,
                recipients: 1)
        }
        let activity = SavedTransaction.Activity(fee: 5_000, paysFee: true, isSigner: true, movements: movements)
        try await history.describe(["told": activity], of: key)
    }

    /// 2,100 addresses, all of which stand before any other in the order of the alphabet.
    private static var crowd: [PublicKey] {
        get throws {
            try (0..<2_100).map { number in
                try PublicKey(
                    bytes: [0, 0] + [UInt8](repeating: UInt8(number & 0xFF), count: 28) + [UInt8(number >> 8), 7])
            }
        }
    }

    private func rules(_ life: WalletLife, _ id: String) async throws -> [String] {
        let shown = try await life.browser.call("approvals.get", ["id": .string(id)]).get()
        return shown["review"]?["items"]?.array?.flatMap { $0["findings"]?.array ?? [] }.compactMap { $0["id"]?.text }
            ?? []
    }
}

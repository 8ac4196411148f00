import JSONRPC
import SolanaRPC
import SolanaTransactions
import TestSupport
import Testing
import Wallet
import WalletRuntime

/// Transfers from the call to the chain: the real vault, queue and database, and the local node.
@Suite(.timeLimit(.minutes(5))) struct TransferTests {
    /// A wallet with SOL and USDX at a node of its own.
    private struct Bank {
        let node: LocalNode
        let life: WalletLife
        let account: String

        /// - Parameter policy: What `policy.set` is told; the browser decides everything without it.
        init(_ policy: JSONObject? = nil) async throws {
            // Slots pass by themselves, so that what is sent is confirmed; a blockhash lives for 30 s.
            node = try LocalNode(["--slot-ms", "200"])
            life = try await WalletLife(network: LoopbackNetwork(node), clock: SystemMonotonicClock())
            _ = try await life.create().get()
            if let policy { _ = try await life.prove("policy.set", policy).get() }
            _ = try await life.unlock().get()
            let accounts = try await life.browser.call("accounts.list").get()["accounts"]?.array
            account = try #require(accounts?.first?["publicKey"]?.text)
            try give(5_000_000_000)
            try node.control(["mint": "USDX", "to": .string(account), "amount": 7_000_000])
            try node.control(["advance": 2])
        }

        /// Sets what the account has, and has it confirmed.
        func give(_ lamports: UInt64) throws {
            try node.control(["set": .string(account), "lamports": .number(lamports)])
            try node.control(["advance": 2])
        }

        func person(_ name: String) throws -> String { try node.seeded("accounts", name, "publicKey") }

        func balance(_ address: String) async throws -> UInt64 {
            let rpc = SolanaRPC(LoopbackTransport(node))
            return try await rpc.getBalance(of: PublicKey(base58: address), RPCContextOptions(.processed)).value
        }
    }

    private func reason(_ outcome: Result<JSON, RPCError>) -> RPCReason? {
        guard case .failure(let error) = outcome else { return nil }
        return error.reason
    }

    @Test func `a preview asks nobody, and what is sent then is what it said`() async throws {
        let bank = try await Bank()
        let bob = try bank.person("bob")
        let order: JSONObject = ["to": .string(bob), "amount": "1.25", "memo": "rent", "priority": "none"]
        let plan = try await bank.life.browser.call("transfer.preview", order).get()
        #expect(plan["amount"] == "1250000000" && plan["fee"] == "5000" && plan["total"] == "1250005000")
        #expect(plan["account"]?.text == bank.account && plan["cluster"] == "solana:localnet")
        #expect(plan["findings"] == [] && plan["balance"] == "5000000000")
        #expect(bank.life.waiting.isEmpty)

        let before = try await bank.balance(bob)
        let own = await bank.life.browser.begin("transfer.send", order)
        let id = try await bank.life.next(after: [])
        let shown = try await bank.life.browser.call("approvals.get", ["id": .string(id)]).get()
        #expect(shown["summary"]?["origin"] == "sidekey" && shown["summary"]?["method"] == "sendTransaction")
        #expect(shown["summary"]?["account"]?.text == bank.account && shown["summary"]?["own"] == true)
        #expect(try await bank.balance(bob) == before)
        _ = try await bank.life.approve(id).get()
        let result = try await bank.life.browser.outcome(of: own).get()
        let signature = try Signature(base58: #require(result["signature"]?.text))
        #expect(try bank.node.control([:])["sent"] == [.string(signature.base58)])
        #expect(try await bank.balance(bob) == before + 1_250_000_000)
        #expect(try await bank.balance(bank.account) == 5_000_000_000 - 1_250_005_000)
    }

    @Test func `what was shown is what is sent, and a node is asked for a blockhash alone`() async throws {
        let bank = try await Bank()
        let bob = try bank.person("bob")
        let order: JSONObject = ["to": .string(bob), "amount": "0.25"]
        func asked() throws -> [Int] {
            let requests = try bank.node.control([:])["requests"]
            return ["getFeeForMessage", "getRecentPrioritizationFees"].map { requests?[$0]?.int ?? 0 }
        }
        func sent(_ order: JSONObject) async throws -> (fee: JSON?, asked: [Int]) {
            let (waiting, before) = (bank.life.waiting, try asked())
            let own = await bank.life.browser.begin("transfer.send", order)
            let id = try await bank.life.next(after: waiting)
            let after = try asked()
            _ = try await bank.life.approve(id).get()
            let fee = try await bank.life.browser.outcome(of: own).get()["fee"]
            return (fee, zip(after, before).map { $0 - $1 })
        }
        let plan = try await bank.life.browser.call("transfer.preview", order).get()
        let first = try await sent(order)
        #expect(first.asked == [0, 0] && first.fee == plan["fee"])
        // A preview counts for one transfer, and for none but what it showed.
        #expect(try await sent(order).asked == [1, 1])
        _ = try await bank.life.browser.call("transfer.preview", order).get()
        var more = order
        more["amount"] = "0.26"
        #expect(try await sent(more).asked == [1, 1])
        // Nor for another client.
        _ = try await bank.life.commandLine.call("transfer.preview", order).get()
        #expect(try await sent(order).asked == [1, 1])
    }

    @Test func `tokens go to a contact by its label, and the account that is made is paid for`() async throws {
        let bank = try await Bank()
        let carol = try bank.person("carol")
        _ = try await bank.life.prove("contacts.add", ["address": .string(carol), "label": "Carol"]).get()
        let mint = try bank.node.seeded("mints", "USDX", "address")
        let order: JSONObject = ["to": "carol", "all": true, "mint": .string(mint), "priority": "none"]
        let plan = try await bank.life.commandLine.call("transfer.preview", order).get()
        #expect(plan["amount"] == "7000000" && plan["decimals"] == 6 && plan["label"] == "Carol")
        #expect(plan["accountCost"] == "2039280" && plan["total"] == "2044280" && plan["to"]?.text == carol)
        #expect(plan["findings"]?.array?.map { $0["name"] } == ["contact"])
        let own = await bank.life.commandLine.begin("transfer.send", order)
        let id = try await bank.life.next(after: [])
        // Another connection's request, in the browser: no window of its own opens there, and it can be decided.
        #expect(bank.life.browser.notifications("com.wallet.request").last?["own"] == false)
        _ = try await bank.life.approveNatively(id).get()
        #expect(try await bank.life.commandLine.outcome(of: own).get()["signature"] != nil)
        let again = try await bank.life.commandLine.call("transfer.preview", order)
        #expect(reason(again) == .fundsMissing)
    }

    @Test func `the allowance bounds what the browser alone may send`() async throws {
        let bank = try await Bank(["approvals": "risky", "allowance": "1000000000"])
        let bob = try bank.person("bob")
        func ask(_ more: JSONObject) async throws -> JSON {
            var order: JSONObject = ["to": .string(bob), "priority": "none"]
            for member in more.members { order[member.name.string] = member.value }
            let known = bank.life.waiting
            _ = await bank.life.browser.begin("transfer.send", order)
            return try await bank.life.browser.call(
                "approvals.get", ["id": .string(bank.life.next(after: known))]
            ).get()
        }
        #expect(try await ask(["amount": "0.5"])["decision"] == "popup")
        let much = try await ask(["amount": "1"])
        #expect(much["decision"] == "native" && much["reasons"] == ["allowance"])
        let mint = try bank.node.seeded("mints", "USDX", "address")
        let tokens = try await ask(["amount": "1", "mint": .string(mint)])
        #expect(tokens["decision"] == "native" && tokens["reasons"] == ["tokens"])
    }

    @Test func `what can't be sent is said before anything waits`() async throws {
        let bank = try await Bank()
        let bob = try bank.person("bob")
        let mint = try bank.node.seeded("mints", "USDX", "address")
        for (more, expected) in [
            (["amount": "1e3"], .amountInvalid), (["amount": "0"], .amountInvalid), (["amount": "6"], .fundsMissing),
            (["amount": "1", "all": true], .paramMissing), ([:], .paramMissing),
            (["amount": "4.999994"], .belowRent), (["amount": "1", "to": .string(mint)], .recipientRefused),
            (["amount": "1", "to": "nobody"], .contactUnknown), (["amount": "1", "mint": .string(bob)], .tokenRefused),
            (["amount": "1", "account": .string(bob)], .accountUnknown),
            (["amount": "1", "priority": "x"], .paramValue),
            (["amount": "1", "priorityCap": "10000001"], .paramValue), (["amount": "1", "cluster": "x"], .paramValue),
            (["amount": "1", "memo": ""], .paramValue),
        ] as [(JSONObject, RPCReason)] {
            var order: JSONObject = ["to": .string(bob)]
            for member in more.members { order[member.name.string] = member.value }
            for method in ["transfer.preview", "transfer.send"] {
                #expect(try await reason(bank.life.browser.call(method, order)) == expected, "\(JSON.object(more))")
            }
        }
        #expect(bank.life.waiting.isEmpty)
        let page = bank.life.page(["to": .string(bob), "amount": "1"])
        #expect(try await reason(bank.life.browser.call("transfer.send", page)) == .paramUnknown)
        bank.node.kill()
        let order: JSONObject = ["to": .string(bob), "amount": "1"]
        #expect(try await reason(bank.life.browser.call("transfer.preview", order)) == .nodeUnreachable)
        let offline = try await WalletLife()
        _ = try await offline.create().get()
        #expect(try await reason(offline.browser.call("transfer.preview", order)) == .noNetwork)
    }

    @Test func `whom the history says was paid is what a look-alike is seen by`() async throws {
        let bank = try await Bank()
        let bob = try bank.person("bob")
        let poison = try LookalikeAddress.of(PublicKey(base58: bob))
        let order: JSONObject = ["to": .string(poison.base58), "amount": "0.01", "allowOffCurve": true]
        func likes() async throws -> [String] {
            let plan = try await bank.life.browser.call("transfer.preview", order).get()
            return (plan["findings"]?.array ?? []).filter { $0["name"] == "looks-like" }
                .compactMap { $0["address"]?.text }
        }
        #expect(try await likes() == [])
        let own = await bank.life.browser.begin("transfer.send", ["to": .string(bob), "amount": "0.01"])
        let paid = try await bank.life.next(after: [])
        _ = try await bank.life.approve(paid).get()
        _ = try await bank.life.browser.outcome(of: own).get()
        _ = try await bank.life.browser.call("portfolio.history").get()
        #expect(try await likes() == [bob])
        // A page's request is reviewed by the same knowledge.
        let again = await bank.life.browser.begin("transfer.send", order)
        let id = try await bank.life.next(after: [paid])
        let shown = try await bank.life.browser.call("approvals.get", ["id": .string(id)]).get()
        let rules = shown["review"]?["items"]?.array?.flatMap { $0["findings"]?.array ?? [] }
        #expect(rules?.contains { $0["id"] == "R37" && $0["level"] == "danger" } == true)
        _ = try await bank.life.browser.call("approvals.reject", ["id": .string(id)]).get()
        #expect(try await reason(bank.life.browser.outcome(of: again)) == .rejected)
    }

    @Test func `what has changed since is not signed, and a rejected one goes nowhere`() async throws {
        let bank = try await Bank()
        let bob = try bank.person("bob")
        let before = try await bank.balance(bob)
        let order: JSONObject = ["to": .string(bob), "amount": "1", "priority": "none"]
        let first = await bank.life.browser.begin("transfer.send", order)
        let id = try await bank.life.next(after: [])
        // Somebody else has spent it meanwhile: it would fail, and is shown again as a danger.
        try bank.give(1_000_000)
        #expect(try await reason(bank.life.approve(id)) == .reviewMismatch)
        let again = try await bank.life.browser.call("approvals.get", ["id": .string(id)]).get()
        #expect(again["proof"] == "danger")
        _ = try await bank.life.browser.call("approvals.reject", ["id": .string(id)]).get()
        #expect(try await reason(bank.life.browser.outcome(of: first)) == .rejected)
        try bank.give(5_000_000_000)
        let known = bank.life.waiting
        let second = await bank.life.browser.begin("transfer.send", order)
        let next = try await bank.life.next(after: known)
        _ = try await bank.life.browser.call("approvals.reject", ["id": .string(next)]).get()
        #expect(try await reason(bank.life.browser.outcome(of: second)) == .rejected)
        let late = bank.life.waiting
        let third = await bank.life.browser.begin("transfer.send", order)
        let old = try await bank.life.next(after: late)
        try bank.node.control(["advance": 200])
        #expect(try await reason(bank.life.approve(old)) == .blockhashExpired)
        #expect(try await reason(bank.life.browser.outcome(of: third)) == .blockhashExpired)
        #expect(try await bank.balance(bob) == before)
        #expect(try bank.node.control([:])["sent"] == [])
    }

    @Test func `delegates are revoked through the same queue`() async throws {
        let bank = try await Bank()
        #expect(try await reason(bank.life.browser.call("transfer.revoke")) == .nothingToRevoke)
        let mint = try PublicKey(base58: bank.node.seeded("mints", "USDX", "address"))
        let owner = try PublicKey(base58: bank.account)
        let holding = AssociatedTokenProgram.address(owner: owner, mint: mint)
        // A token account as it is once carol may take 5 of it.
        var data = mint.bytes + owner.bytes + [0x40, 0x42, 0x0F, 0, 0, 0, 0, 0]
        data += try [1, 0, 0, 0] + PublicKey(base58: bank.person("carol")).bytes + [1]
        data += [UInt8](repeating: 0, count: 12) + [5, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 36)
        try bank.node.control([
            "set": .string(holding.base58), "lamports": 2_039_280 as JSON, "owner": .string(TokenProgram.id.base58),
            "data": .string(Base64.encode(data)),
        ])
        try bank.node.control(["advance": 2])
        let own = await bank.life.browser.begin("transfer.revoke", ["accounts": [.string(holding.base58)]])
        let id = try await bank.life.next(after: [])
        _ = try await bank.life.approve(id).get()
        let result = try await bank.life.browser.outcome(of: own).get()
        #expect(result["revoked"]?.array?.first?["account"]?.text == holding.base58 && result["left"] == 0)
        #expect(try await reason(bank.life.browser.call("transfer.revoke")) == .nothingToRevoke)
    }
}

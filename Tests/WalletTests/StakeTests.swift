import JSONRPC
import SolanaRPC
import SolanaTransactions
import TestSupport
import Testing
import Wallet
import WalletRuntime

/// Stakes by the agent's methods: the real vault, queue, review and database, and the local node.
@Suite(.timeLimit(.minutes(5))) struct StakeTests {
    private static let epoch = 432_000
    private static let deposit = 2_282_880

    private struct Bank {
        let node: LocalNode
        let life: WalletLife
        let account: String
        let vote: String

        init() async throws {
            node = try LocalNode(["--slot-ms", "200"])
            life = try await WalletLife(network: LoopbackNetwork(node), clock: SystemMonotonicClock())
            _ = try await life.create().get()
            _ = try await life.prove("policy.set", ["approvals": "risky"]).get()
            _ = try await life.unlock().get()
            let accounts = try await life.browser.call("accounts.list").get()["accounts"]?.array
            account = try #require(accounts?.first?["publicKey"]?.text)
            vote = try PublicKey(bytes: [UInt8](repeating: 90, count: 32)).base58
            try node.control(["set": .string(account), "lamports": 5_000_000_000])
            try validator(vote)
        }

        func validator(_ vote: String, isDelinquent: Bool = false) throws {
            try node.control([
                "validator": .string(vote), "commission": 5, "credits": [100, 200], "staked": 1_000_000_000_000,
                "delinquent": .bool(isDelinquent),
            ])
            try node.control(["advance": 2])
        }

        func stakes() async throws -> [JSON] {
            try await life.commandLine.call("stake.list").get()["stakes"]?.array ?? []
        }

        /// Begins one of the three transactions, looks at its review, and approves it in Sidekey's window.
        func decide(
            _ method: String, _ params: JSONObject, _ sentence: String
        ) async throws -> (result: JSON, shown: JSON) {
            let before = life.waiting
            let own = await life.browser.begin(method, params)
            let id = try await life.next(after: before)
            let get: JSONObject = ["id": .string(id), "language": "en"]
            var shown = try await life.browser.call("approvals.get", get).get()
            while shown["waiting"] != nil {
                try await Task.sleep(for: .milliseconds(20))
                shown = try await life.browser.call("approvals.get", get).get()
            }
            #expect(shown["shown"]?["sentence"]?.text?.hasPrefix(sentence) == true, "\(shown)")
            // No bytes of the Stake program have a bound in lamports, so the popup alone can't let them out.
            #expect(shown["decision"] == "native" && shown["summary"]?["origin"] ?? "sidekey" == "sidekey")
            _ = try await life.approveNatively(id).get()
            return (try await life.browser.outcome(of: own).get(), shown)
        }
    }

    private func error(_ outcome: Result<JSON, RPCError>) -> RPCError? {
        guard case .failure(let error) = outcome else { return nil }
        return error
    }

    @Test func `a stake is reviewed and approved like any transaction, from its beginning to its end`() async throws {
        let bank = try await Bank()
        #expect(try await bank.stakes().isEmpty)
        let ask: JSONObject = ["vote": .string(bank.vote)]
        let offer = try await bank.life.browser.call("stake.validators", ask).get()
        #expect(offer["minimum"] == "1000000000" && offer["deposit"]?.text == "\(Self.deposit)")
        let validator = try #require(offer["validators"]?[0])
        #expect(validator["commission"] == 5 && validator["delinquent"] == false)
        #expect(validator["history"]?[0] == ["epoch": "1", "credits": "200"])

        var order = ask
        order["amount"] = "2"
        let (made, shown) = try await bank.decide(
            "stake.delegate", order, "You stake 2.00228288 SOL with the validator ")
        #expect(shown["review"]?["items"]?[0]?["level"] != "danger")
        #expect(made["amount"] == "2000000000" && made["deposit"]?.text == "\(Self.deposit)")
        #expect(made["commission"] == 5 && made["signature"]?.text != nil)
        let stake = try #require(try await bank.stakes().first)
        #expect(stake["address"] == made["stake"] && stake["state"] == "activating")
        #expect(stake["vote"]?.text == bank.vote && stake["powers"] == ["staker", "withdrawer"])
        #expect(stake["validator"] == ["commission": 5, "delinquent": false] && stake["withdrawable"] == "0")

        let one: JSONObject = ["stake": made["stake"] ?? .null]
        try bank.node.control(["advance": .number(Self.epoch)])
        #expect(try await bank.stakes().first?["state"] == "active")
        var all = one
        all["all"] = true
        let early = error(try await bank.life.commandLine.call("stake.withdraw", all))
        #expect(early?.reason == .stakeRefused && early?.data["fault"] == "staked")
        _ = try await bank.decide("stake.deactivate", one, "You stop staking the SOL in ")
        #expect(try await bank.stakes().first?["state"] == "deactivating")
        try bank.node.control(["advance": .number(Self.epoch)])
        let free = try #require(try await bank.stakes().first)
        #expect(free["state"] == "inactive" && free["closes"] == true && free["withdrawable"] == free["lamports"])
        let (back, _) = try await bank.decide("stake.withdraw", all, "You receive 2.00228288 SOL")
        #expect(back["closed"] == true && back["amount"]?.text == "\(2_000_000_000 + Self.deposit)")
        #expect(try await bank.stakes().isEmpty)
    }

    @Test func `what can't be staked or changed is refused with its reason, before anybody is asked`() async throws {
        let bank = try await Bank()
        let behind = try PublicKey(bytes: [UInt8](repeating: 91, count: 32)).base58
        try bank.validator(behind, isDelinquent: true)
        func refused(_ method: String, _ params: JSONObject) async throws -> RPCError? {
            error(try await bank.life.commandLine.call(method, params))
        }
        let small = try await refused("stake.delegate", ["amount": "0.5", "vote": .string(bank.vote)])
        #expect(small?.reason == .stakeTooSmall && small?.data["minimum"] == "1000000000")
        let nobody = try await refused("stake.delegate", ["amount": "1", "vote": .string(bank.account)])
        #expect(nobody?.reason == .validatorRefused && nobody?.data["fault"] == "unknown")
        let late = try await refused("stake.delegate", ["amount": "1", "vote": .string(behind)])
        #expect(late?.reason == .validatorRefused && late?.data["fault"] == "delinquent")
        #expect(
            try await refused("stake.delegate", ["amount": "9", "vote": .string(bank.vote)])?.reason == .fundsMissing)
        #expect(
            try await refused("stake.delegate", ["amount": "1,5", "vote": .string(bank.vote)])?.reason == .amountInvalid
        )
        let unknown = try await refused("stake.deactivate", ["stake": .string(bank.account)])
        #expect(unknown?.reason == .stakeRefused && unknown?.data["fault"] == "unknown")
        #expect(try await refused("stake.withdraw", ["stake": .string(bank.account)])?.reason == .paramMissing)
        #expect(bank.life.waiting.isEmpty)
        // No page reaches a stake.
        let page = bank.life.page(["amount": "1", "vote": .string(bank.vote)])
        #expect(error(try await bank.life.browser.call("stake.delegate", page)) != nil)
        // Whoever was told may stake with it all the same.
        let before = bank.life.waiting
        _ = await bank.life.browser.begin(
            "stake.delegate", ["amount": "1", "vote": .string(behind), "acceptDelinquent": true])
        _ = try await bank.life.next(after: before)
    }

    @Test func `the list of validators comes page by page, and liquid staking has only sites of the registry`()
        async throws
    {
        let bank = try await Bank()
        for seed in UInt8(100)..<105 {
            try bank.validator(PublicKey(bytes: [UInt8](repeating: seed, count: 32)).base58)
        }
        var seen: Set<String> = []
        var params: JSONObject = ["limit": 4]
        for _ in 0..<2 {
            let page = try await bank.life.commandLine.call("stake.validators", params).get()
            #expect(page["count"] == 6)
            seen.formUnion((page["validators"]?.array ?? []).compactMap { $0["vote"]?.text })
            params["cursor"] = page["cursor"]
        }
        #expect(seen.count == 6 && params["cursor"] == nil)
        let programs = try await bank.life.browser.call("stake.liquid").get()["programs"]?.array ?? []
        #expect(programs.map { $0["publisher"] } == ["Marinade", "Sanctum", "Jito"])
        #expect(programs.allSatisfy { $0["site"]?.text?.hasPrefix("https://") == true })
    }
}

import JSONRPC
import TestSupport
import Testing
import Wallet
import WalletRuntime

/// Budgets and amounts for presses as the extension and the command line set and read them.
@Suite(.timeLimit(.minutes(5))) struct BudgetPolicyTests {
    private static let dollar = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"
    private static let unlisted = "vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg"
    private static let site = "https://dapp.example"

    private func life() async throws -> WalletLife {
        let life = try await WalletLife()
        _ = try await life.create(["approvals": "risky"]).get()
        _ = try await life.unlock().get()
        return life
    }

    private static func budget(_ origin: String, _ spend: [(asset: String, amount: String)]) -> JSON {
        [
            "origin": .string(JSONString(origin)),
            "spend": .array(
                spend.map { ["asset": .string(JSONString($0.asset)), "amount": .string(JSONString($0.amount))] }),
        ]
    }

    @Test func `a budget is answered with what is left, since when, and the names of what is known`() async throws {
        let life = try await life()
        let before = try await life.browser.call("policy.get").get()
        #expect(before["budgets"] == [] && before["pressAmounts"] == [])
        let budget = Self.budget(Self.site, [("SOL", "2000000000"), (Self.dollar, "500000000"), (Self.unlisted, "7")])
        let amounts: JSON = [["asset": .string(JSONString(Self.dollar)), "amount": "9"]]
        let set = try await life.prove("policy.set", ["budgets": [budget], "pressAmounts": amounts]).get()
        let row = try #require(set["budgets"]?.array?.first)
        #expect(row["origin"]?.text == Self.site && (row["since"]?.int ?? 0) > 0)
        #expect(
            row["spend"] == [
                ["asset": "SOL", "amount": "2000000000", "left": "2000000000", "symbol": "SOL", "decimals": 9],
                [
                    "asset": .string(JSONString(Self.dollar)), "amount": "500000000", "left": "500000000",
                    "symbol": "USDC", "decimals": 6,
                ],
                ["asset": .string(JSONString(Self.unlisted)), "amount": "7", "left": "7"],
            ])
        #expect(set["pressAmounts"]?.array?.first?["left"] == "9")
        #expect(try await life.browser.call("policy.get").get()["budgets"] == set["budgets"])
        // Whole in its place, and gone where nothing is left of it.
        let smaller = Self.budget(Self.site, [(Self.dollar, "1")])
        let less = try await life.browser.call("policy.tighten", ["budgets": [smaller]]).get()
        #expect(less["budgets"]?.array?.first?["spend"]?.array?.count == 1)
        let none = try await life.browser.call(
            "policy.tighten",
            [
                "budgets": [Self.budget(Self.site, [])],
                "pressAmounts": [["asset": .string(JSONString(Self.dollar)), "amount": "0"]],
            ]
        ).get()
        #expect(none["budgets"] == [] && none["pressAmounts"] == [])
    }

    @Test func `what would let more through is refused without the passphrase`() async throws {
        let life = try await life()
        for change in [
            ["budgets": [Self.budget(Self.site, [("SOL", "1")])]],
            ["pressAmounts": [["asset": .string(JSONString(Self.dollar)), "amount": "1"]]],
        ] as [JSONObject] {
            for connection in [life.browser, life.commandLine] {
                guard case .failure(let error) = try await connection.call("policy.tighten", change) else {
                    Issue.record("it was let through")
                    continue
                }
                #expect(error.reason == .nativeOnly)
            }
        }
    }

    @Test func `what is no budget is refused with its name`() async throws {
        let life = try await life()
        let wrapped = "So11111111111111111111111111111111111111112"
        let many = (0...16).map { ("\(Self.unlisted.dropLast(2))\(["a", "b"][$0 % 2])\($0 % 9 + 1)", "1") }
        for budgets in [
            [], ["x"], [Self.budget("dapp.example", [("SOL", "1")])], [Self.budget("null", [])],
            [Self.budget(Self.site, [("USDC", "1")])], [Self.budget(Self.site, [("sol", "1")])],
            [Self.budget(Self.site, [(wrapped, "1")])], [Self.budget(Self.site, [("SOL", "-1")])],
            [Self.budget(Self.site, [("SOL", "1"), ("SOL", "2")])], [Self.budget(Self.site, many)],
            [Self.budget(Self.site, []), Self.budget(Self.site, [])],
            [["origin": .string(JSONString(Self.site)), "spend": [], "more": 1]],
        ] as [[JSON]] {
            guard case .failure(let error) = try await life.prove("policy.set", ["budgets": .array(budgets)]) else {
                Issue.record("\(budgets) was taken")
                continue
            }
            #expect(error.code == .invalidParams, "\(budgets)")
        }
        let sol: JSONObject = ["pressAmounts": [["asset": "SOL", "amount": "1"]]]
        guard case .failure(let error) = try await life.prove("policy.set", sol) else {
            Issue.record("SOL was taken")
            return
        }
        #expect(error.code == .invalidParams)
    }
}

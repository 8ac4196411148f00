import Foundation
import JSONRPC
import SolanaRPC
import SolanaTransactions
import TestSupport
import Testing
import WalletNetwork

/// The bytes of transfers against those of `solders` and `spl.token` (PyPI).
@Suite(.timeLimit(.minutes(5))) struct TransferEncodingTests {
    private func independent(_ planned: PlannedTransaction, _ kind: String, _ what: JSON, memo: String? = nil) throws
        -> [UInt8]
    {
        let price = Self.price(of: planned.transaction)
        let object: JSONObject = [
            "from": .string(planned.transaction.message.feePayer.base58),
            "blockhash": .string(planned.lifetime.blockhash.base58),
            "units": planned.computeUnits.map { .number(UInt64($0)) } ?? .null, "price": .number(price),
            "memo": memo.map { .string(JSONString($0)) } ?? .null,
        ]
        var line = object
        line[kind] = what
        let answer = try PythonScript("transfer_messages.py").run(input: Data(JSON.object(line).serialized()))
        let digits = String(decoding: answer, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return stride(from: 0, to: digits.count, by: 2).compactMap { place in
            let start = digits.index(digits.startIndex, offsetBy: place)
            return UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16)
        }
    }

    /// The price in the second instruction of the compute budget.
    private static func price(of transaction: Transaction) -> UInt64 {
        for instruction in transaction.message.instructions {
            let data = Array(instruction.data)
            guard data.count == 9, data[0] == 3 else { continue }
            return data[1...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        return 0
    }

    @Test func `transfers and revocations`() async throws {
        let chain = try TransferChain()
        let (alice, bob, fresh) = (try chain.key("alice"), try chain.key("bob"), try TransferChain.fresh(6))
        let memo = "für \u{1f989}"
        for priority in [PriorityFee(.none), PriorityFee(.high)] {
            let sol = try await chain.plan(
                TransferOrder(.sol, .decimal("0.1"), from: alice, to: fresh, memo: memo, priority: priority)
            ).transaction
            #expect(
                try independent(
                    sol, "sol", ["to": .string(fresh.base58), "lamports": .number(UInt64(100_000_000))], memo: memo)
                    == sol.transaction.messageBytes)
            for (symbol, program, to) in [
                ("USDX", TokenProgram.id, bob), ("USDX", TokenProgram.id, fresh), ("FEEX", Token2022Program.id, fresh),
            ] {
                let mint = try chain.mint(symbol)
                let plan = try await chain.plan(
                    TransferOrder(
                        .token(mint: mint), .decimal("2"), from: alice, to: to, memo: memo, priority: priority))
                let token: JSON = [
                    "program": .string(program.base58), "mint": .string(mint.base58), "to": .string(to.base58),
                    "create": .bool(plan.accountCost != nil), "amount": .number(plan.amount),
                    "decimals": .number(UInt64(plan.decimals)),
                ]
                #expect(
                    try independent(plan.transaction, "token", token, memo: memo)
                        == plan.transaction.transaction.messageBytes)
            }
            let revocation = try await chain.planner(own: [bob]).revocation(of: nil, by: bob, priority: priority)
            let accounts = revocation.revoked.map { each -> JSON in
                ["program": .string(each.program.base58), "account": .string(each.account.base58)]
            }
            #expect(
                try independent(revocation.transaction, "revoke", .array(accounts))
                    == revocation.transaction.transaction.messageBytes)
            // A price, for the second time round.
            let draft = try await TransactionDraft(node: chain.endpoint, payer: alice)
            let paid = try await draft.finished(
                [SystemProgram.transfer(from: alice, to: bob, lamports: 1)],
                ComputeBudget(limit: 10_000, price: 40_000), fee: 0, showing: [])
            try await chain.execute(paid, by: "alice")
        }
    }
}

import JSONRPC
import SolanaRPC
import SolanaTransactions
import TestSupport
import Testing
import WalletNetwork

/// Gains and losses of transactions, against the local node and as PyPI's solana client reads them.
@Suite(.timeLimit(.minutes(5))) struct AccountActivityTests {
    private func activity(
        _ people: NodePayments, _ signature: Signature, _ person: String
    ) async throws -> AccountActivity {
        let executed = try #require(try await people.wallet.rpc.getTransaction(signature, commitment: .confirmed))
        return try executed.activity(of: people.key(person), tokenAccounts: [])
    }

    @Test func `a payment is the same amount on both sides, without the fee`() async throws {
        let people = NodePayments(try LocalNode())
        let (alice, bob) = (try people.key("alice"), try people.key("bob"))
        let sent = try await people.send(by: "alice") {
            SystemProgram.transfer(from: alice, to: bob, lamports: 1_234_567)
        }
        let ours = try await activity(people, sent, "alice")
        #expect(ours.isSigner && ours.paysFee && ours.movements.count == 1)
        #expect(ours.movements[0].isIncoming == false && ours.movements[0].amount == 1_234_567)
        #expect(ours.movements[0].counterparty == bob && ours.movements[0].mint == nil)
        let theirs = try await activity(people, sent, "bob")
        #expect(!theirs.isSigner && !theirs.paysFee && theirs.movements.count == 1)
        #expect(theirs.movements[0].isIncoming && theirs.movements[0].amount == 1_234_567)
        #expect(theirs.movements[0].counterparty == alice && theirs.movements[0].recipients == 1)
        #expect(try await activity(people, sent, "carol").movements.isEmpty)
    }

    @Test func `tokens, the rent for their account, a split and a failure are told as they were`() async throws {
        let people = NodePayments(try LocalNode())
        let (alice, bob, carol) = (try people.key("alice"), try people.key("bob"), try people.key("carol"))
        let (mint, from, to) = (
            try people.mint("USDX"), try people.account(alice, "USDX"), try people.account(carol, "USDX")
        )
        let tokens = try await people.send(by: "alice") {
            AssociatedTokenProgram.createIdempotent(payer: alice, owner: carol, mint: mint)
            TokenProgram.transferChecked(
                source: from, mint: mint, destination: to, authority: alice, amount: 7_000_000, decimals: 6)
        }
        let sender = try await activity(people, tokens, "alice")
        #expect(sender.movements.map(\.amount) == [2_039_280, 7_000_000])
        #expect(sender.movements.map(\.counterparty) == [to, carol])
        #expect(sender.movements[1].mint == mint && sender.movements[1].decimals == 6)
        let receiver = try await activity(people, tokens, "carol")
        #expect(receiver.movements.map(\.amount) == [7_000_000])
        #expect(receiver.movements[0].isIncoming && receiver.movements[0].counterparty == alice)

        let split = try await people.send(by: "carol") {
            SystemProgram.transfer(from: carol, to: alice, lamports: 10)
            SystemProgram.transfer(from: carol, to: bob, lamports: 20)
        }
        let one = try #require(try await activity(people, split, "alice").movements.first)
        #expect(one.counterparty == carol && one.counterparties == 1 && one.recipients == 2)
        let payer = try #require(try await activity(people, split, "carol").movements.first)
        #expect(payer.amount == 30 && payer.counterparty == nil && payer.counterparties == 2)

        let failed = try await people.send(by: "alice", skipsPreflight: true) {
            SystemProgram.transfer(from: alice, to: bob, lamports: 500_000_000_000)
        }
        let failure = try await activity(people, failed, "alice")
        #expect(failure.movements.isEmpty && failure.paysFee && failure.isSigner)

        for person in ["alice", "bob", "carol"] { try await compare(people, person) }
    }

    /// Holds each transaction of a person's history against the other client's reading of it.
    private func compare(_ people: NodePayments, _ person: String) async throws {
        let history = try PortfolioTests.reading(people.node, people.key(person))["history"]?.array ?? []
        #expect(history.count > 2)
        for told in history {
            let signature = try Signature(base58: #require(told["signature"]?.text))
            let activity = try await activity(people, signature, person)
            #expect(activity.paysFee == told["pays"]?.bool)
            let changes = Dictionary(
                uniqueKeysWithValues: activity.movements.map {
                    ($0.mint?.base58 ?? "SOL", ($0.isIncoming ? "" : "-") + String($0.amount))
                })
            let expected = Dictionary(
                uniqueKeysWithValues: (told["changes"]?.object?.members ?? []).map {
                    ($0.name.string, $0.value.text ?? "")
                })
            #expect(changes == expected)
        }
    }

    @Test func `more than there can be is no answer`() async throws {
        let people = NodePayments(try LocalNode())
        let alice = try people.key("alice")
        let sent = try await people.send(by: "alice") { SystemProgram.transfer(from: alice, to: alice, lamports: 1) }
        let honest = try await people.wallet.rpc.fetch(
            "getTransaction",
            [
                .string(sent.base58),
                ["encoding": "base64", "commitment": "confirmed", "maxSupportedTransactionVersion": 1],
            ])
        var result = try #require(honest.object)
        var meta = try #require(result["meta"]?.object)
        let balance: JSON = [
            "mint": .string(try people.mint("USDX").base58), "owner": .string(alice.base58),
            "uiTokenAmount": ["amount": "18446744073709551615", "decimals": 6],
        ]
        meta["preTokenBalances"] = []
        meta["postTokenBalances"] = .array(
            try (0..<2).map { place in
                var one = try #require(balance.object)
                one["accountIndex"] = .number(place)
                return .object(one)
            })
        result["meta"] = .object(meta)
        let lie = JSON.object(result)
        let liar = NetworkNode(name: "liar", transport: FixedTransport { _ in lie })
        let executed = try #require(try await liar.rpc.getTransaction(sent))
        #expect(throws: SolanaRPCError.answer(method: "getTransaction", path: "meta")) {
            try executed.activity(of: alice, tokenAccounts: [])
        }
    }
}

import JSONRPC
import SolanaTransactions
import Testing
import TransactionReview

/// What the simulation shows against what the instructions or a program's promise say.
@Suite struct ContradictionTests {
    private typealias Samples = ChainSamples
    private let me = Samples.me
    private let friend = Samples.friend
    private let mine = Samples.mine
    private let sol = Samples.sol

    private func reviewed(
        _ steps: [Instruction], _ before: [PublicKey: ChainAccount?], becoming after: [PublicKey: ChainAccount?]
    ) throws -> (ReviewSubject, ReviewVerdict, ChainFacts) {
        let subject = try Samples.subject(steps)
        let facts = Samples.facts(before, becoming: after)
        return (subject, ReviewVerdict(subject, facts: facts), facts)
    }

    private func ids(
        _ steps: [Instruction], _ before: [PublicKey: ChainAccount?], becoming after: [PublicKey: ChainAccount?]
    ) throws -> [String] {
        try reviewed(steps, before, becoming: after).1.findings.map(\.id).filter { ["R35", "R52", "R61"].contains($0) }
    }

    @Test func `SOL: more leaves, or less`() throws {
        func found(_ left: UInt64) throws -> [String] {
            try ids(
                [Samples.pay(friend, 3 * sol)], [me: Samples.wallet(10 * sol), friend: Samples.wallet()],
                becoming: [me: Samples.wallet(left)])
        }
        let exact = 7 * sol - 5_000
        #expect(try found(exact) == [])
        #expect(try found(exact - 10_000_000) == ["R35"])
        #expect(try found(exact - 9_999_999) == [])
        #expect(try found(exact + 10_000_000) == [])
        #expect(try found(exact + 10_000_001) == ["R61"])
        // A node that hides the loss altogether.
        #expect(try found(10 * sol) == ["R61"])
    }

    @Test func `tokens: more leaves, or less; less arrives, or more`() throws {
        func found(_ step: Instruction, _ left: UInt64) throws -> [String] {
            try ids(
                [step],
                [
                    me: Samples.wallet(), mine: Samples.tokens(of: me, 100), Samples.mint: Samples.mint(),
                    Samples.friends: Samples.tokens(of: friend, 100),
                ], becoming: [me: Samples.wallet(sol - 5_000), mine: Samples.tokens(of: me, left)])
        }
        let out = Samples.send(30)
        #expect(try found(out, 70) == [] && found(out, 69) == ["R35"] && found(out, 71) == ["R61"])
        #expect(try found(out, 100) == ["R61"])
        let into = TokenProgram.transfer(source: Samples.friends, destination: mine, authority: me, amount: 30)
        #expect(try found(into, 130) == [] && found(into, 129) == ["R35"] && found(into, 131) == ["R61"])
    }

    @Test func `every surface's JSON has the contradiction, and both numbers`() throws {
        let (subject, verdict, facts) = try reviewed(
            [Samples.pay(friend, 3 * sol)], [me: Samples.wallet(10 * sol), friend: Samples.wallet()],
            becoming: [me: Samples.wallet(10 * sol)])
        // `decode --json` and `approvals.get` write an item with the one and a request with the other.
        let item = subject.review.json(subject, verdict, facts: facts)
        let found = item["findings"]?.array?.first { $0["id"] == "R61" }
        #expect(found?["level"] == "warning")
        let totals = ReviewTotals([subject], [verdict], facts: [facts]).json
        #expect(totals["warnings"]?.array?.contains { $0["id"] == "R61" } == true)
        let change = totals["changes"]?.array?.first
        #expect(change?["leaving"] == .string(JSONString("\(3 * sol + 5_000)")))
        #expect(change?["expected"]?["before"] == change?["expected"]?["after"])
        let (greedy, worse, seen) = try reviewed(
            [Samples.pay(friend, 3 * sol)], [me: Samples.wallet(10 * sol), friend: Samples.wallet()],
            becoming: [me: Samples.wallet(sol)])
        let told = greedy.review.json(greedy, worse, facts: seen)["findings"]?.array?.first { $0["id"] == "R35" }
        #expect(told?["level"] == "danger")
        #expect(ReviewTotals([greedy], [worse], facts: [seen]).json["level"] == "danger")
    }
}

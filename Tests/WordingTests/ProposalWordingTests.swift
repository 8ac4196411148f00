import JSONRPC
import Testing
import Wording

/// Votes, proposals and checks in words.
@Suite struct ProposalWordingTests {
    private func lines(_ instruction: JSON, in words: Phrasebook = .english) -> [String] {
        let item: JSON = ["kind": "transaction", "instructions": [instruction]]
        return summary(item, totals: nil, in: words).lines()
    }

    private func summary(_ item: JSON, totals: JSON?, in words: Phrasebook = .english) -> ReviewSummary {
        ReviewSummary(
            summary: ["origin": "https://dapp.example", "account": "A"], kind: "transactions", items: [item],
            totals: totals, names: nil, shares: [], isComplete: true, in: words)
    }

    private func checked(_ check: JSON, in words: Phrasebook = .english) -> [String] {
        lines(
            [
                "program": "L", "programName": "Lighthouse", "name": "assert", "known": true, "fields": [],
                "checks": [check],
            ], in: words)
    }

    private func proposed(_ proposal: JSON) -> [String] {
        lines([
            "program": "S", "programName": "Squads v4", "name": "vaultTransactionCreate", "known": true, "fields": [],
            "proposal": proposal,
        ])
    }

    @Test func `a vote says what a node says of the proposal, and by itself it is the same lines without the sentence`()
    {
        let pay: JSON = [
            "program": "11111111111111111111111111111111", "programName": "System", "name": "Transfer", "known": true,
            "fields": [["name": "lamports", "value": "7000000000"]], "effects": [],
        ]
        let vote: JSON = ["act": "approves", "account": "P", "source": "node", "instructions": [pay], "more": 0]
        let lines = proposed(vote)
        #expect(
            lines.contains { $0.hasSuffix("You vote for the proposal in P. A node says that this is what it does:") })
        #expect(lines.contains { $0.contains("1.1. ") && $0.contains("7 SOL") })
        // What it does is read without a press.
        let item: JSON = [
            "kind": "transaction", "state": "read", "complete": true, "instructions": [["proposal": vote]],
        ]
        #expect(summary(item, totals: nil).items.map(\.isOpen) == [true])
        let alone = ReviewSummary.contents(of: vote, in: .english).flatMap { $0.lines("") }
        #expect(alone.first?.hasPrefix("1. ") == true && alone.first?.contains("7 SOL") == true)
        let unread = ReviewSummary.contents(of: ["act": "approves", "account": "P"], in: .english)
        #expect(unread.flatMap { $0.lines("") } == ["Sidekey can't read the proposed instructions."])
        #expect(proposed(["act": "approves", "account": "P"]).contains { $0.contains("isn't in this transaction") })
    }

    @Test func `a check is one sentence with its amount in the unit that people use`() {
        let cases: [(JSON, String)] = [
            (
                ["kind": "lamports", "account": "A", "comparison": "GreaterThanOrEqual", "value": "1200000000"],
                "Checks the SOL in A: at least 1.2 SOL."
            ),
            (
                [
                    "kind": "tokenAmount", "account": "T", "comparison": "GreaterThanOrEqual", "value": "5000000",
                    "mint": "M", "known": "USDC", "decimals": 6,
                ], "Checks the tokens in T: at least 5 USDC."
            ),
            (
                ["kind": "tokenDelegate", "account": "T", "comparison": "Equal", "value": "none"],
                "Checks who else may spend the tokens in T: exactly nobody."
            ),
            (
                ["kind": "lamportsDelta", "account": "A", "comparison": "GreaterThan", "value": "-500000000"],
                "Checks how much SOL A gains or loses: more than −0.5 SOL."
            ),
            (
                ["kind": "slot", "comparison": "LessThanOrEqual", "value": "9"],
                "Checks the slot of the network: at most 9."
            ),
            // A way to compare that has no words, and a kind that this release doesn't know.
            (
                ["kind": "lamports", "account": "A", "comparison": "Contains", "value": "4"], "Checks an account: A."
            ),
            (["kind": "new", "account": "A"], "Checks an account: A."), (["kind": "new"], "Checks an account."),
            (["kind": "epoch", "comparison": "Contains", "value": "4"], "Checks the time of the network."),
        ]
        for (check, sentence) in cases {
            #expect(checked(check).contains { $0.hasSuffix(sentence) }, "\(checked(check))")
        }
        for language in Language.allCases {
            let words = Phrasebook(language)
            let lines = checked(
                ["kind": "lamports", "account": "A", "comparison": "LessThan", "value": "5"], in: words)
            #expect(lines.contains { $0.contains("A") && $0.contains("0") && $0.contains("SOL") })
        }
    }

    @Test func `every kind of check has a sentence of its own, or is a check of an account`() {
        let kinds = [
            "lamports", "size", "owner", "contents", "tokenMint", "tokenOwner", "tokenAmount", "tokenDelegate",
            "tokenDelegated", "tokenCloser", "tokenState", "tokenDerived", "mintAuthority", "mintSupply",
            "mintDecimals", "mintFreezer", "stake", "stakeStaker", "stakeWithdrawer", "stakeVote", "stakeAmount",
            "program", "programAuthority", "slot", "epoch", "time", "lamportsDelta", "delta", "note", "noteClosed",
        ]
        let said = Set(
            kinds.map { kind in
                checked(["kind": .string(JSONString(kind)), "account": "A", "comparison": "Equal", "value": "7"])
            })
        #expect(said.count == kinds.count)
    }

    @Test func `what a proposal would do stands below it, instruction by instruction`() {
        let pay: JSON = [
            "program": "P", "programName": "System", "name": "Transfer", "known": true,
            "fields": [["name": "to", "value": "B"], ["name": "lamports", "value": "500000000"]], "effects": [],
        ]
        let other: JSON = ["program": "X", "known": false, "fields": [], "accounts": [], "effects": []]
        let lines = proposed(["act": "creates", "source": "bytes", "instructions": [pay, other], "more": 3])
        let start = lines.firstIndex { $0.contains("It proposes these instructions.") }
        let rest = start.map { lines[($0 + 1)...].map { $0.trimmingPrefix(while: { $0 == " " }) } } ?? []
        #expect(rest.contains { $0.hasPrefix("1.1. Sends 0.5 SOL") })
        #expect(rest.contains { $0.hasPrefix("1.2. X: unknown instruction") })
        #expect(rest.contains("Instructions that aren't shown: 3"))
    }

    @Test func `what isn't in the transaction is said to be elsewhere`() {
        let cases: [(JSON, String)] = [
            (["act": "runs", "account": "P"], "It runs the proposal in P. What that does isn't in this transaction."),
            (
                ["act": "approves", "account": "P"],
                "You vote for the proposal in P. What it does isn't in this transaction."
            ),
            (
                ["act": "creates", "account": "P"],
                "It proposes the instructions in P. They aren't in this transaction."
            ),
            (["act": "creates", "source": "bytes"], "Sidekey can't read the proposed instructions."),
            (["act": "creates", "source": "bytes", "instructions": [], "more": 0], "It proposes no instructions."),
            (
                ["act": "runs", "source": "node", "account": "P", "instructions": [], "more": 2],
                "It runs an approved proposal. A node says that these are its instructions:"
            ),
        ]
        for (proposal, sentence) in cases {
            #expect(proposed(proposal).contains { $0.hasSuffix(sentence) }, "\(proposed(proposal))")
        }
    }

    @Test func `what is done without an amount has a sentence for what it is`() {
        let fee: JSON = [
            "account": "A", "asset": "lamports", "leaving": "5000", "arriving": "0", "bounded": true, "fee": "5000",
        ]
        let cases: [([String], String)] = [
            (["vote"], "You vote at Squads v4."),
            (["propose", "vote"], "You make a proposal at Squads v4. Nothing of yours moves now."),
            (["claim"], "You collect what Squads v4 owes you."),
            (["claim", "withdraw"], "You take what is yours out of Squads v4."),
            (["claim", "order"], "You pay and receive nothing at Squads v4."),
        ]
        for (kinds, sentence) in cases {
            let promises = kinds.map { kind -> JSON in ["name": "Squads v4", "kind": .string(JSONString(kind))] }
            let item: JSON = [
                "kind": "transaction", "state": "read", "promises": .array(promises), "changes": [fee],
            ]
            let totals: JSON = ["transactions": 1, "complete": false, "state": "read", "changes": [fee]]
            #expect(summary(item, totals: totals).sentence == sentence)
            // Control that somebody gets isn't hidden behind a vote.
            let handed: JSON = [
                "kind": "transaction", "state": "read", "promises": .array(promises), "changes": [fee],
                "effects": [["kind": "authority", "account": "T", "after": "B", "instruction": 1]],
            ]
            #expect(summary(handed, totals: totals).sentence == "You change who controls an account.")
        }
    }
}

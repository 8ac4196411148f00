import JSONRPC
import Testing
import Wording

@Suite struct TotalsWordingTests {
    @Test func `what several transactions do together stands before each of them`() {
        let totals: JSON = [
            "transactions": 2, "complete": true, "level": "danger",
            "flows": [
                ["account": "A\n", "asset": "lamports", "leaving": "7", "arriving": "0", "bounded": true],
                ["account": "B", "asset": "tokens", "leaving": "1", "arriving": "2", "bounded": false],
            ], "moreFlows": 3,
            "warnings": [
                ["id": "R03", "level": "danger", "transactions": [1, 2]],
                ["id": "R13", "level": "info", "transactions": [1]],
            ],
        ]
        let wording = RequestWording(
            summary: ["origin": "o", "method": "m"], kind: "transactions", items: [["kind": "transaction"], [:]],
            totals: totals, isComplete: true, in: .english)
        #expect(
            wording.head == [
                "o asks: m", #"A\u{a}: you pay 0.000000007 SOL"#,
                "you pay 1 of a token's smallest unit, you receive 2 of a token's smallest unit, and an amount not known in advance",
                "and in 3 more accounts", "dangerous: read the warnings",
            ])
        #expect(
            wording.lines.prefix(6) == [
                "  together:", "    danger (R03) in 1, 2", #"    A\u{a}: you pay 0.000000007 SOL"#,
                "    B: you pay 1 of a token's smallest unit, you receive 2 of a token's smallest unit, and an amount not known in advance",
                "    and in 3 more accounts", "1 of 2",
            ])
    }

    @Test func `the head is never less than the truth`() {
        func head(_ flows: [JSON], complete: Bool, level: JSON = .null) -> [String] {
            RequestWording(
                summary: ["origin": "o", "method": "m"], kind: "transactions", items: [],
                totals: [
                    "transactions": 1, "complete": .bool(complete), "level": level, "flows": .array(flows),
                    "moreFlows": 0,
                    "warnings": [],
                ], isComplete: complete, in: .english
            ).head.dropFirst().map { $0 }
        }
        let fee: JSON = ["account": "A", "asset": "lamports", "leaving": "5000", "arriving": "0", "bounded": true]
        #expect(head([fee], complete: false) == ["A: you pay at least 0.000005 SOL, and maybe more"])
        #expect(head([], complete: false) == ["you may pay more than Sidekey can read"])
        #expect(head([], complete: true) == ["you pay nothing"])
        // Whatever order a page chose: no loss stands behind a gain, and none is left out.
        func token(_ account: JSON, _ leaving: JSON, _ arriving: JSON, bounded: Bool = true) -> JSON {
            [
                "account": account, "asset": "tokens", "mint": "M", "decimals": 0, "leaving": leaving,
                "arriving": arriving, "bounded": .bool(bounded),
            ]
        }
        let many = [
            token("B", "0", "1"), token("C", "0", "2"), token("D", "0", "3"), fee, token("E", "7", "0"),
            token("F", "8", "0"), token("G", "0", "0", bounded: false),
        ]
        let lines = head(many, complete: true)
        #expect(lines.first == "A: you pay 0.000005 SOL")
        guard lines.count == 5 else { Issue.record("\(lines)"); return }
        #expect(lines[1].contains("you pay 7") && lines[2].contains("you pay 8"))
        #expect(lines[3].contains("an amount not known in advance") && lines[4] == "and in 3 more accounts")
        // What is handed over moves later.
        #expect(head([], complete: true, level: "danger") == ["dangerous: read the warnings"])
    }

    @Test(
        arguments: [
            (
                ["kind": "lamports-out", "account": "A", "amount": "5", "counterpart": "B"],
                "A pays 0.000000005 SOL to B"
            ),
            (["kind": "lamports-in", "account": "A"], "A receives some SOL"),
            (
                ["kind": "tokens-out", "account": "A", "amount": "5", "mint": "M"],
                "A pays 5 of the smallest unit of M (mint M)"
            ),
            (["kind": "closed", "account": "A", "counterpart": "B"], "A is closed and its SOL goes to B"),
            (
                ["kind": "authority", "account": "A", "role": "mintTokens", "before": "B"],
                "mintTokens over A (now held by B) is removed"
            ),
            (
                ["kind": "delegate", "account": "A", "after": "B", "amount": "5"],
                "B may take 5 of a token's smallest unit out of A"
            ),
            (["kind": "delegate", "account": "A"], "only the owner may take tokens out of A"),
            (["kind": "owner", "account": "A", "after": "P\u{202E}"], #"the program P\u{202e} becomes owner of A"#),
            (["kind": "later", "account": "A"], "later: A"),
        ] as [(JSON, String)])
    func `each effect is one line, with nothing hidden in it`(_ effect: JSON, _ line: String) {
        #expect(EffectWording(effect, in: .english).line == line)
    }
}

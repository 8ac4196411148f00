import JSONRPC
import Localization
import RequestWording
import Testing

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
            wording.lines.prefix(6) == [
                "  together:", "    danger (R03) in 1, 2", #"    A\u{a}: 7 lamports leave, 0 arrive"#,
                "    B: 1 tokens leave, 2 arrive, and what the chain decides", "    and in 3 accounts more", "1 of 2",
            ])
    }

    @Test(
        arguments: [
            (["kind": "lamports-out", "account": "A", "amount": "5", "counterpart": "B"], "5 lamports leave A for B"),
            (["kind": "lamports-in", "account": "A"], "some lamports arrive at A"),
            (["kind": "tokens-out", "account": "A", "amount": "5", "mint": "M"], "5 tokens leave A (mint M)"),
            (["kind": "closed", "account": "A", "counterpart": "B"], "A is closed in favour of B"),
            (
                ["kind": "authority", "account": "A", "role": "mintTokens", "before": "B"],
                "mintTokens over A (until now B's) goes to nobody"
            ),
            (["kind": "delegate", "account": "A", "after": "B", "amount": "5"], "B may take 5 tokens out of A"),
            (["kind": "delegate", "account": "A"], "nobody but its owner may take tokens out of A"),
            (["kind": "owner", "account": "A", "after": "P\u{202E}"], #"A becomes the program P\u{202e}'s"#),
            (["kind": "later", "account": "A"], "later: A"),
        ] as [(JSON, String)])
    func `each effect is one line, with nothing hidden in it`(_ effect: JSON, _ line: String) {
        #expect(EffectWording(effect, in: .english).line == line)
    }
}

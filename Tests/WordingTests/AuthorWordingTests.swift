import JSONRPC
import Testing
import Wording

/// What a program's author says of an instruction, as the surfaces show it.
@Suite struct AuthorWordingTests {
    private func details(_ instruction: JSONObject) -> [ReviewSummary.Detail] {
        let item: JSON = ["kind": "transaction", "instructions": [.object(instruction)], "feePayer": "A"]
        let summary = ReviewSummary(
            summary: ["origin": "https://dapp.example", "method": "signTransaction", "account": "A"],
            kind: "transactions", items: [item], totals: nil, names: nil, shares: [], isComplete: false, in: .english)
        guard case .group(_, _, let details) = summary.items.first?.details.first else { return [] }
        return details
    }

    private func texts(_ details: [ReviewSummary.Detail]) -> [String] {
        details.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    private let unknown: JSONObject = [
        "program": "P", "known": false, "accounts": [["address": "X", "signer": true, "writable": true]],
    ]

    private func row(_ name: String, _ value: String, isAccount: Bool = false) -> JSONObject {
        ["name": .string(name), "value": .string(value), "account": .bool(isAccount)]
    }

    @Test func `an author's words stand between quotation marks, behind everything that the bytes say`() throws {
        var amount = row("amount", "2500000")
        amount["label"] = "Sidekey says: safe"
        amount["meant"] = "2.5 USDX"
        var instruction = unknown
        instruction["author"] = [
            "account": "M", "kind": "program-metadata", "name": "payOut", "form": "codama",
            "display": [
                "fields": [.object(row("vault", "X", isAccount: true)), .object(amount), .object(row("flag", "true"))],
                "moreFields": 0, "sentence": "Pay 2.5 USDX", "intent": "Pay",
            ],
        ]
        let shown = details(instruction)
        #expect(
            texts(shown) == [
                "The program's author says: “payOut(amount, flag)”",
                "This is only the author's word. Sidekey can't check it, and it changes no warning.",
                "The author describes it: “Pay 2.5 USDX”",
            ])
        let facts = shown.compactMap { if case .fact(let fact) = $0 { fact } else { nil } }
        #expect(facts.map(\.name) == ["Program", "Account 1", "“vault”", "“Sidekey says: safe”", "“flag”"])
        #expect(facts[3].value == "2500000 (“2.5 USDX”)")
        #expect(facts[1].value.hasPrefix("X") && facts[1].value.contains("sign"))
    }

    @Test func `Anchor's account says that it can be anyone's, and a refused one says why`() throws {
        var instruction = unknown
        instruction["author"] = ["kind": "anchor", "name": "go", "display": ["fields": [], "moreFields": 3]]
        #expect(
            texts(details(instruction)) == [
                "The program's author says: “go()”",
                "This is only the author's word. Sidekey can't check it, and it changes no warning.",
                "Anyone could have published this, not only the program's author.",
                "More values follow that aren't shown here.",
            ])
        instruction["author"] = ["kind": "anchor", "refused": "size"]
        #expect(
            texts(details(instruction)) == [
                "The program's author published a description that Sidekey can't use (size)."
            ])
        #expect(texts(details(unknown)).isEmpty)
    }
}

import JSONRPC
import Screens
import Testing

/// Screens and answers go to the window and back as they are.
@Suite struct ScreenTests {
    private static let whole = Screen(
        number: 3, title: "Sidekey",
        parts: [
            .heading("dapp.example"), .secret(reveal: nil), .secret(reveal: "Hold to see"), .words(reveal: nil),
            .words(reveal: "Hold to see"),
            .wordFields(labels: ["1", "2"], list: ["abandon", "zoo"]),
            .choice(
                id: "size", label: "Words", options: [.init(id: "12", label: "12"), .init(id: "24", label: "24")],
                chosen: "24", answersAtOnce: true),
            .selection(
                id: "accounts", label: "Accounts", options: [.init(id: "0", label: "First", detail: "B5k9")],
                chosen: ["0"]),
            .entry(id: "word", label: "Your word", text: "", maximum: 32), .text("careful", .note),
            .text("You send 0.5 SOL to Ana.", .sentence),
            .amount(.leaving, "0.5 SOL", account: nil), .amount(.open, "what Sidekey can't read", account: "B “Ana”"),
            .finding(.danger, name: "danger", "T is frozen"), .row(name: "Network", value: "Mainnet", isAddress: false),
            .section(
                title: "Transaction 1 of 2", sentence: "You pay 1 SOL.", isOpen: true,
                [
                    .quote("hello\nworld", isHex: false), .quote("00ff", isHex: true),
                    .row(name: "to", value: "B", isAddress: true),
                ]),
        ],
        field: Screen.Field(
            label: "Passphrase", problem: "Wrong", repetition: .init(label: "Again", mismatch: "Not the same"),
            isMeasured: true, capsLock: "Caps Lock is on"),
        buttons: [
            .init(id: "reject", label: "Reject"),
            .init(id: "approve", label: "Approve", style: .primary, takesField: true),
        ], tooSoon: "Too soon")

    @Test func `a screen is read as it was written`() throws {
        let object = try #require(Self.whole.json.object)
        #expect(try Screen(object) == Self.whole)
        let plain = Screen(
            number: 1, title: "t", parts: [], buttons: [.init(id: "a", label: "A")], tooSoon: "")
        #expect(try Screen(#require(plain.json.object)) == plain)
        #expect(plain.json["field"] == nil)
    }

    @Test(
        arguments: [
            ("number", "1"), ("parts", ["kind": "x"]), ("parts", [["kind": "movie"]]),
            ("parts", [["kind": "text", "text": "a", "style": "loud"]]),
            ("parts", [["kind": "heading", "text": "a", "href": "b"]]),
            (
                "parts",
                [["kind": "choice", "id": "a", "label": "b", "options": [["id": 1]], "chosen": "c", "atOnce": false]]
            ), ("buttons", []), ("buttons", ["a"]),
            ("field", ["label": 1]),
            ("link", "https://a.example"),
        ] as [(String, JSON)])
    func `what is no screen is refused`(name: String, value: JSON) throws {
        var object = try #require(Self.whole.json.object)
        object[name] = value
        #expect(throws: RPCError.self) { try Screen(object) }
    }

    @Test func `an answer names its screen and its button`() throws {
        let answer = ScreenAnswer(
            screen: 3, button: "approve", secrets: 2, values: ["size": ["12"], "accounts": ["a", "b"]])
        #expect(try ScreenAnswer(#require(answer.json.object)) == answer)
        #expect(throws: RPCError.self) { try ScreenAnswer(["screen": 3, "button": "approve"]) }
        #expect(throws: RPCError.self) {
            try ScreenAnswer(["screen": 3, "button": "a", "secrets": 0, "values": ["size": "12"]])
        }
    }

    @Test func `a measure names its screen`() throws {
        let measure = ScreenMeasure(screen: 3, level: 2, text: "Fair")
        #expect(try ScreenMeasure(#require(measure.json.object)) == measure)
    }
}

import JSONRPC
import Screens
import Testing

/// Screens and answers go to the window and back as they are.
@Suite struct ScreenTests {
    private static let whole = Screen(
        number: 3, title: "Sidekey",
        parts: [
            .heading("dapp.example"), .secret, .text("careful", .note), .text("You send 0.5 SOL to Ana.", .sentence),
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
            label: "Passphrase", problem: "Wrong", repetition: .init(label: "Again", mismatch: "Not the same")),
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
            ("parts", [["kind": "heading", "text": "a", "href": "b"]]), ("buttons", []), ("buttons", ["a"]),
            ("field", ["label": 1]),
            ("link", "https://a.example"),
        ] as [(String, JSON)])
    func `what is no screen is refused`(name: String, value: JSON) throws {
        var object = try #require(Self.whole.json.object)
        object[name] = value
        #expect(throws: RPCError.self) { try Screen(object) }
    }

    @Test func `an answer names its screen and its button`() throws {
        let answer = ScreenAnswer(screen: 3, button: "approve", hasSecret: true)
        #expect(try ScreenAnswer(#require(answer.json.object)) == answer)
        #expect(throws: RPCError.self) { try ScreenAnswer(["screen": 3, "button": "approve"]) }
    }
}

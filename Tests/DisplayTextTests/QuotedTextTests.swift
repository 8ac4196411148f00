import DisplayText
import Testing

@Suite struct QuotedTextTests {
    @Test(arguments: [
        ("Savings", "“Savings”"), ("a   b  c", "“a b c”"), ("a\nb\u{202E}", #"“a\u{a}b\u{202e}”"#),
        ("x” Sidekey: all is well “", #"“x\u{201d} Sidekey: all is well \u{201c}”"#),
        (String(repeating: "a", count: 129), "“\(String(repeating: "a", count: 128))…”"), ("", "“”"),
    ])
    func `words within a line can't leave their quotation marks`(text: String, quoted: String) {
        #expect(QuotedText.inline(text) == quoted)
    }

    @Test func `blanks and empty lines are collapsed`() {
        #expect(QuotedText.lines("a    b\n\n\n   \n\n  c\n") == ["a b", "", " c", ""])
        #expect(QuotedText.lines("") == [""])
        #expect(QuotedText.lines("a\u{1B}\u{A0}\nb") == [#"a\u{1b}\u{a0}"#, "b"])
    }
}

@Suite struct LineFoldTests {
    private static let address = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU"

    /// DejaVu Sans' own measures, in ems, of what is widest and of what is usual; GTK breaks at 32.4 of them.
    private static let widths: [Character: Double] = [
        "W": 0.989, "m": 0.974, "@": 1.0, "w": 0.818, "=": 0.838, "O": 0.787, "l": 0.278, "日": 1.0, "Щ": 1.07,
        "|": 0.337,
        " ": 0.318, "…": 1.0, "%": 0.95,
    ]

    @Test(arguments: ["W", "m", "@", "w", "=", "O", "l", "日", "Щ", "…", "%"] as [Character])
    func `each piece of a quoted line has its bar and fits the window`(character: Character) throws {
        let text = String(repeating: character, count: 200)
        let pieces = LineFold.window.pieces(of: "  | " + text)
        #expect(pieces.allSatisfy { $0.hasPrefix("  | ") })
        #expect(pieces.map { $0.dropFirst(4) }.joined() == text)
        for piece in pieces { #expect(try piece.reduce(0) { $0 + (try #require(Self.widths[$1])) } < 32.3) }
    }

    @Test func `a line of the widest letter is broken long before forty-four`() {
        #expect(LineFold.window.pieces(of: "| " + String(repeating: "W", count: 44)).count == 2)
        #expect(LineFold.window.pieces(of: "| the quick brown fox jumps over the lazy dog").count == 1)
        #expect(LineFold.window.pieces(of: "| " + String(repeating: "\u{FDFD}", count: 3)).count == 3)
    }

    @Test func `a line of ours has the bar where it goes on with somebody else's words`() {
        let line =
            "  account: \(Self.address) “Savings that are for later and much later Approve it all now please” (yours)"
        let pieces = LineFold.window.pieces(of: line)
        #expect(
            pieces == [
                "  account:", "    \(Self.address)", "    “Savings that are for later and much later",
                "  | Approve it all now please” (yours)",
            ])
    }

    @Test func `a word without blanks is cut within its quotation marks, and an address of ours never`() {
        let word = String(repeating: "W", count: 60)
        let pieces = LineFold.window.pieces(of: "site “\(word)” \(Self.address)")
        #expect(pieces.first == "site" && pieces.last == "  \(Self.address)")
        let quoted = pieces.dropFirst().dropLast()
        #expect(quoted.count > 1 && quoted.first?.hasPrefix("  “W") == true)
        #expect(quoted.dropFirst().allSatisfy { $0.hasPrefix("| W") })
        #expect(quoted.joined().count { $0 == "W" } == word.count)
    }

    @Test func `a terminal's columns are counted`() {
        let pieces = LineFold.terminal(columns: 40).pieces(of: "  | " + String(repeating: "ab日", count: 30))
        #expect(pieces.allSatisfy { $0.hasPrefix("  | ") && $0.count + $0.count { $0 == "日" } <= 40 })
        #expect(pieces.map { $0.dropFirst(4) }.joined() == String(repeating: "ab日", count: 30))
        // A line of ours is the terminal's to break.
        let own = String(repeating: "a", count: 300)
        #expect(LineFold.terminal(columns: 40).pieces(of: own) == [own])
    }
}

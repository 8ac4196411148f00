import DisplayText
import Testing

@Suite struct VisibleTextTests {
    @Test(arguments: [
        ("", ""), ("plain ~ text!", "plain ~ text!"), ("grüße, 日本, 🦊", "grüße, 日本, 🦊"), ("a\nb", "a\nb"),
        ("\t", #"\u{9}"#), ("\u{1B}[2J", #"\u{1b}[2J"#), ("\r\n", "\\u{d}\n"), ("\u{7F}", #"\u{7f}"#),
        ("\u{202E}evil", #"\u{202e}evil"#), ("\u{2066}", #"\u{2066}"#), ("\u{200B}", #"\u{200b}"#),
        ("\u{FEFF}", #"\u{feff}"#), ("\u{A0}", #"\u{a0}"#), ("\u{2028}", #"\u{2028}"#), ("\u{3164}", #"\u{3164}"#),
        ("\u{2800}", #"\u{2800}"#), ("\u{E0041}", #"\u{e0041}"#), ("\u{AD}", #"\u{ad}"#), ("\u{E000}", #"\u{e000}"#),
        (#"a\b"#, #"a\b"#), (#"\u{202e}"#, #"\u{5c}u{202e}"#),
    ])
    func writesOutWhatIsHidden(text: String, visible: String) {
        #expect(VisibleText.escaping(text) == visible)
    }

    /// The popup's `visible.js` does the same.
    @Test func `marks that are stacked on a letter are written out from the fourth on`() {
        let mark = "\u{301}"
        func marks(_ count: Int) -> String { String(repeating: mark, count: count) }
        #expect(VisibleText.escaping("a\(marks(3))b") == "a\(marks(3))b")
        #expect(VisibleText.escaping("a\(marks(5))b\(mark)") == "a\(marks(3))\\u{301}\\u{301}b\(mark)")
        #expect(VisibleText.escaping("a\(mark)\u{FE0F}\(marks(3))") == "a\(mark)\\u{fe0f}\(marks(3))")
    }

    @Test func leavesEscapesThatAreThereAndTakesLinesAsTold() {
        #expect(VisibleText.spellingOut("\\u{202e}\u{202E}\n", keepingLines: true) == "\\u{202e}\\u{202e}\n")
        #expect(VisibleText.spellingOut("a\nb", keepingLines: false) == #"a\u{a}b"#)
        #expect(VisibleText.spellingOut("\u{2800}", keepingLines: false) == #"\u{2800}"#)
    }
}

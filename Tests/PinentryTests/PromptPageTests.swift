import DisplayText
import Pinentry
import TestSupport
import Testing

@Suite struct PromptPageTests {
    @Test func `head and text stand below the heading`() throws {
        let head = ["your word: walnut", "dapp.example"]
        let page = try PromptPage(heading: "Sidekey", head: head, lines: ["account: A", "| message"])
        #expect(page.text == "Sidekey\nyour word: walnut\ndapp.example\n\naccount: A\n| message")
    }

    @Test func `what takes more than a page is refused`() throws {
        #expect(throws: Never.self) { try PromptPage(heading: "S", lines: .init(repeating: "a", count: 22)) }
        let head = [String](repeating: "a", count: 10)
        for lines in [
            .init(repeating: "a", count: 23), ["| " + String(repeating: "%", count: 300)],
            ["| " + String(repeating: "a", count: 870)], .init(repeating: "", count: 10_000_000),
            ["| " + String(repeating: "ü", count: 10_000_000)],
        ] as [[String]] {
            #expect(throws: PromptPageError.tooLong) { try PromptPage(heading: "S", lines: lines) }
        }
        #expect(throws: PromptPageError.tooLong) {
            try PromptPage(heading: "S", head: head, lines: .init(repeating: "b", count: 13))
        }
    }

    @Test func leadsEveryPieceOfAQuotedLineByTheBar() throws {
        let message = String(repeating: " ", count: 43) + "fee payer: somebody" + String(repeating: "日", count: 60)
        let page = try PromptPage(heading: "S", lines: ["  | " + message])
        let lines = page.text.split(separator: "\n").dropFirst()
        #expect(lines.count > 3)
        #expect(lines.allSatisfy { $0.hasPrefix("  | ") })
        #expect(lines.map { $0.dropFirst(4) }.joined() == message)
    }

    @Test func `each visible line of somebody else's words has its bar, however wide its letters`() throws {
        for letter in ["W", "m", "@", "日", "\u{FDFD}"] {
            let page = try PromptPage(
                heading: "S", lines: ["| " + String(repeating: letter, count: letter == "\u{FDFD}" ? 8 : 44)])
            let lines = page.text.split(separator: "\n").dropFirst()
            #expect(lines.count > 1, "\(letter)")
            #expect(lines.allSatisfy { $0.hasPrefix("| ") })
        }
    }

    @Test func `a note has room below a full page`() throws {
        let page = try PromptPage(heading: "S", lines: .init(repeating: String(repeating: "x", count: 35), count: 21))
        let noted = try #require(page.adding(String(repeating: "ν", count: 55)))
        #expect(AssuanCommand.encodedCount(noted.utf8) < 990)
        #expect(page.adding(String(repeating: "ν", count: 120)) == nil)
    }

    @Test func hidesNothingAndLeavesNoMarkupInTheFirstLine() throws {
        let page = try PromptPage(
            heading: "<b>a</b>&lt;\u{202E}\n", lines: ["a\u{202E}b\u{1B}\nc", "<b>&amp;</b>"])
        #expect(page.text == "b>a/b>lt;\\u{202e}\\u{a}\n\na\\u{202e}b\\u{1b}\\u{a}c\n<b>&amp;</b>")
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func losesNothingOfAnyText(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let characters = Array("abc %\u{1}\u{202E}üß日本<&\\u{} |")
        var drawn = 0
        for _ in 0..<200 {
            let lines = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                "| "
                    + String(
                        (0..<Int.random(in: 0...60, using: &random)).map { _ in
                            characters[Int.random(in: 0..<characters.count, using: &random)]
                        })
            }
            guard let page = try? PromptPage(heading: "Sidekey", lines: lines) else { continue }
            drawn += 1
            #expect(AssuanCommand.encodedCount(page.text.utf8) <= PromptPage.maximumCount)
            #expect(page.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 24)
            let quoted = page.text.split(separator: "\n").dropFirst()
            #expect(quoted.allSatisfy { $0.hasPrefix("| ") })
            let whole = lines.map { VisibleText.spellingOut(String($0.dropFirst(2)), keepingLines: false) }.joined()
            #expect(quoted.map { $0.dropFirst(2) }.joined() == whole)
        }
        #expect(drawn > 50)
    }
}

import DisplayText
import Pinentry
import TestSupport
import Testing

@Suite struct PromptPageTests {
    @Test func keepsAShortTextOnOnePage() throws {
        let pages = try PromptPage.pages(heading: "Sidekey", lines: ["account: A", "| message"])
        #expect(pages.map(\.text) == ["Sidekey\n\naccount: A\n| message"])
    }

    @Test func dividesALongTextAtItsLines() throws {
        let lines = (1...60).map { "line \($0) of a text that is somewhat long" }
        let pages = try PromptPage.pages(heading: "Sidekey", lines: lines)
        #expect(pages.count > 1)
        for (index, page) in pages.enumerated() {
            #expect(page.text.hasPrefix("Sidekey (\(index + 1) of \(pages.count))\n\n"))
            #expect(AssuanCommand.encodedCount(page.text.utf8) < 870)
        }
        #expect(pages.flatMap { $0.text.split(separator: "\n").dropFirst() }.map(String.init) == lines)
    }

    @Test func refusesWhatTakesMoreThanSevenPages() throws {
        #expect(try PromptPage.pages(heading: "S", lines: .init(repeating: "a", count: 154)).count == 7)
        #expect(throws: PromptPageError.tooLong) {
            try PromptPage.pages(heading: "S", lines: .init(repeating: "a", count: 155))
        }
        #expect(throws: PromptPageError.tooLong) {
            try PromptPage.pages(heading: "S", lines: ["| " + String(repeating: "%", count: 2400)])
        }
        #expect(throws: PromptPageError.tooLong) {
            try PromptPage.pages(heading: "S", lines: ["| " + String(repeating: "ü", count: 10_000_000)])
        }
    }

    @Test func leadsEveryPieceOfAQuotedLineByTheBar() throws {
        let message = String(repeating: " ", count: 43) + "fee payer: somebody" + String(repeating: "日", count: 60)
        let page = try #require(PromptPage.pages(heading: "S", lines: ["  | " + message]).first)
        let lines = page.text.split(separator: "\n").dropFirst()
        #expect(lines.count > 3)
        #expect(lines.allSatisfy { $0.hasPrefix("  | ") })
        #expect(lines.map { $0.dropFirst(4) }.joined() == message)
    }

    @Test func `who asks and what moves stands on every page, the last one too`() throws {
        let head = ["your word: walnut", "https://dapp.example asks: signTransaction", "you pay 0.5 SOL"]
        let pages = try PromptPage.pages(heading: "Sidekey", head: head, lines: .init(repeating: "a line", count: 60))
        #expect(pages.count > 3)
        for page in pages {
            let lines = page.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            #expect(Array(lines[1...4]) == head + [""])
            #expect(lines.count <= 24)
        }
        // A head that would leave no room is refused, and told of in a terminal.
        #expect(throws: PromptPageError.tooLong) {
            try PromptPage.pages(heading: "S", head: [String](repeating: "a", count: 14), lines: ["b"])
        }
    }

    @Test func `each visible line of somebody else's words has its bar, however wide its letters`() throws {
        for letter in ["W", "m", "@", "日", "\u{FDFD}"] {
            let line = "| " + String(repeating: letter, count: 44)
            let page = try #require(PromptPage.pages(heading: "S", lines: [line]).first)
            let lines = page.text.split(separator: "\n").dropFirst()
            #expect(lines.count > 1, "\(letter)")
            #expect(lines.allSatisfy { $0.hasPrefix("| ") })
        }
    }

    @Test func `a note has room below a full page`() throws {
        let pages = try PromptPage.pages(
            heading: "S", lines: .init(repeating: String(repeating: "x", count: 60), count: 40))
        let page = try #require(pages.first)
        let noted = try #require(page.adding(String(repeating: "ν", count: 55)))
        #expect(AssuanCommand.encodedCount(noted.utf8) < 990)
        #expect(page.adding(String(repeating: "ν", count: 100)) == nil)
    }

    @Test func hidesNothingAndLeavesNoMarkupInTheFirstLine() throws {
        let page = try #require(
            PromptPage.pages(heading: "<b>a</b>&lt;\u{202E}\n", lines: ["a\u{202E}b\u{1B}\nc", "<b>&amp;</b>"]).first)
        #expect(page.text == "b>a/b>lt;\\u{202e}\\u{a}\n\na\\u{202e}b\\u{1b}\\u{a}c\n<b>&amp;</b>")
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func losesNothingOfAnyText(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let characters = Array("abc %\u{1}\u{202E}üß日本<&\\u{} |")
        for _ in 0..<200 {
            let lines = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                "| "
                    + String(
                        (0..<Int.random(in: 0...120, using: &random)).map { _ in
                            characters[Int.random(in: 0..<characters.count, using: &random)]
                        })
            }
            guard let pages = try? PromptPage.pages(heading: "Sidekey", lines: lines) else { continue }
            #expect(pages.count <= 7)
            #expect(pages.allSatisfy { AssuanCommand.encodedCount($0.text.utf8) < 870 })
            #expect(pages.allSatisfy { $0.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 24 })
            let quoted = pages.flatMap { $0.text.split(separator: "\n").dropFirst() }
            #expect(quoted.allSatisfy { $0.hasPrefix("| ") })
            let whole = lines.map { VisibleText.spellingOut(String($0.dropFirst(2)), keepingLines: false) }.joined()
            #expect(quoted.map { $0.dropFirst(2) }.joined() == whole)
        }
    }

    @Test func `no page is longer than a pinentry takes, however full its head is`() throws {
        let head = [String](repeating: String(repeating: "é", count: 40), count: 6)
        let lines = [
            "own words " + String(repeating: "wide ", count: 60), "| " + String(repeating: "%", count: 300),
            "account: A “" + String(repeating: "name ", count: 40) + "”",
        ]
        let pages = try PromptPage.pages(heading: "Sidekey", head: head, lines: lines)
        #expect(pages.count > 1)
        for page in pages {
            #expect(page.text.utf8.reduce(0) { $0 + ($1 == 0x25 || $1 == 0x0A ? 3 : 1) } <= PromptPage.maximumCount)
        }
        // Nothing is lost, and no line of somebody else's begins without its bar.
        let below = pages.flatMap { $0.text.split(separator: "\n").dropFirst(7) }
        #expect(below.joined().filter { $0 == "%" }.count == 300)
        #expect(below.filter { $0.contains("%") }.allSatisfy { $0.hasPrefix("| ") })
    }
}

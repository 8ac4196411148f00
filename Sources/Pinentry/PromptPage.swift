import DisplayText

/// A part of a text that a pinentry can hold and a screen can show.
///
/// ```
/// Sidekey asks outside the browser (1 of 2)               the heading, and where this page stands
/// your word: walnut                                       the head, on every page: who asks, which account, what moves
/// https://example.org asks: signTransaction
///                                                         an empty line
/// fee payer: 7xKX...                                      lines of the text
/// | a line of a message, which somebody else wrote        each of its lines is led by the bar
/// ```
///
/// The first line is always ours and without `<` and `&`: by that line Qt decides whether a text is markup. What would be wider than a
/// line is broken here and not by the window (``LineFold``), so that no end of a quoted line stands at the left edge and passes for one of ours.
public struct PromptPage: Sendable, Hashable {
    /// The text, under 870 bytes once it is percent-escaped.
    public let text: String

    /// How many encoded bytes a page has at most. A line of the protocol holds 1,000, some pinentries cut at 1,024, and a note may follow.
    public static let maximumCount = 869
    /// How many bytes a note below a page has at most.
    public static let maximumNote = 120
    /// How many lines a page has at most, or the buttons leave a small screen.
    static let maximumLines = 22
    /// How many encoded bytes and lines the head of a page has at most, so that there is room below it.
    private static let maximumHead = (count: 560, lines: 13)
    /// How many pages there may be: nobody reads on and on.
    public static let maximumPages = 7

    /// Divides a text into pages, at its lines.
    ///
    /// - Parameters:
    ///   - heading: What stands at the top of each page; ours, one line.
    ///   - head: What stands below it on each page.
    ///   - lines: Those that begin with blanks and `| ` are quoted, and keep the bar where they are broken.
    ///   - place: Which of how many pages it is; ours, behind the heading where there are several.
    /// - Throws: ``PromptPageError/tooLong``.
    public static func pages(
        heading: String, head: [String] = [], lines: [String], place: (Int, Int) -> String = { " (\($0) of \($1))" }
    ) throws(PromptPageError) -> [PromptPage] {
        // A page of one byte a line takes two for each: more can't fit, and isn't looked at.
        guard lines.count <= maximumPages * maximumLines else { throw .tooLong }
        let heading = String(
            VisibleText.spellingOut(heading, keepingLines: false).filter { $0 != "<" && $0 != "&" }.prefix(80))
        let top = head.flatMap { LineFold.window.pieces(of: VisibleText.spellingOut($0, keepingLines: false)) }
        let taken = top.reduce(0) { $0 + encodedCount($1 + "\n") }
        guard taken <= maximumHead.count, top.count <= maximumHead.lines else { throw .tooLong }
        let room = maximumCount - taken - encodedCount(heading + place(maximumPages, maximumPages) + "\n\n")
        let most = maximumLines - top.count
        // What a page has no room for beside its head goes on on the next one.
        let fold = LineFold.measured(limit: max(1, room - encodedCount("\n"))) { encodedCount(String($0)) }
        var pages: [[String]] = []
        var page: [String] = []
        var count = 0
        for line in lines {
            let pieces = LineFold.window.pieces(of: VisibleText.spellingOut(line, keepingLines: false))
            for piece in pieces.flatMap({ fold.pieces(of: $0) }) {
                let size = encodedCount(piece) + encodedCount("\n")
                if !page.isEmpty, count + size > room || page.count >= most {
                    pages.append(page)
                    guard pages.count < maximumPages else { throw .tooLong }
                    (page, count) = ([], 0)
                }
                page.append(piece)
                count += size
            }
        }
        pages.append(page)
        return pages.enumerated().map { index, lines in
            let place = pages.count > 1 ? place(index + 1, pages.count) : ""
            return PromptPage(text: ([heading + place] + top + [""] + lines).joined(separator: "\n"))
        }
    }

    /// The page with a line of ours below it; nil where there is no room for it.
    public func adding(_ note: String) -> String? { Self.adding(note, to: text) }

    static func adding(_ note: String, to text: String) -> String? {
        let whole = "\(text)\n\n\(note)"
        return encodedCount(whole) <= maximumCount + maximumNote ? whole : nil
    }

    private static func encodedCount(_ text: String) -> Int { AssuanCommand.encodedCount(text.utf8) }
}

/// Why a text can't be shown by a pinentry; cases are only ever added.
public enum PromptPageError: Error, Sendable, Hashable {
    /// It takes more than ``PromptPage/maximumPages`` pages.
    case tooLong
}

extension PromptPageError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooLong: "the text takes more than \(PromptPage.maximumPages) pages"
        }
    }
}

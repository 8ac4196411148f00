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
/// The first line is always ours and has no `<` or `&`: Qt decides by that line if a text is markup. Lines that are too wide are
/// broken here and not by the window (``LineFold``). So no end of a quoted line can stand at the left edge and pass for one of
/// ours.
public struct PromptPage: Sendable, Hashable {
    /// The text, under 870 bytes after percent-escaping.
    public let text: String

    /// The most encoded bytes of a page. A line of the protocol holds 1,000, some pinentries cut at 1,024, and a note may follow.
    public static let maximumCount = 869
    /// The most bytes of a note below a page.
    public static let maximumNote = 120
    /// The most lines of a page; more would push the buttons off a small screen.
    static let maximumLines = 22
    /// The most encoded bytes and lines of a page's head, so that there is room below it.
    private static let maximumHead = (count: 560, lines: 13)
    /// The most pages of a text: people don't read on and on.
    public static let maximumPages = 7

    /// Divides a text into pages, at its lines.
    ///
    /// - Parameters:
    ///   - heading: The first line of each page; ours, one line.
    ///   - head: The lines below the heading on each page.
    ///   - lines: The text's lines. Those that begin with blanks and `| ` are quoted, and keep the bar where they are broken.
    ///   - place: The page's number and the number of pages; ours, after the heading if there are several pages.
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

    /// The page with a line of ours below it; nil if there is no room for it.
    public func adding(_ note: String) -> String? { Self.adding(note, to: text) }

    static func adding(_ note: String, to text: String) -> String? {
        let whole = "\(text)\n\n\(note)"
        return encodedCount(whole) <= maximumCount + maximumNote ? whole : nil
    }

    private static func encodedCount(_ text: String) -> Int { AssuanCommand.encodedCount(text.utf8) }
}

/// The reason a pinentry can't show a text; cases are only ever added.
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

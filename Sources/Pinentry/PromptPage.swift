import DisplayText

/// A text that a pinentry can hold and a screen can show.
///
/// ```
/// Sidekey's window                                        the heading
/// your word: walnut                                       lines of the head: who asks, which account, what moves
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
    /// The most lines of head and text together; more would push the buttons off a small screen.
    static let maximumLines = 22

    /// - Parameters:
    ///   - heading: The first line; ours, one line.
    ///   - head: The lines below the heading.
    ///   - lines: The text's lines. Those that begin with blanks and `| ` are quoted, and keep the bar where they are broken.
    /// - Throws: ``PromptPageError/tooLong``.
    public init(heading: String, head: [String] = [], lines: [String]) throws(PromptPageError) {
        // Lines that can't fit aren't looked at.
        guard head.count + lines.count <= Self.maximumLines,
            (head + lines).allSatisfy({ $0.utf8.count <= Self.maximumCount })
        else { throw .tooLong }
        let heading = String(
            VisibleText.spellingOut(heading, keepingLines: false).filter { $0 != "<" && $0 != "&" }.prefix(80))
        func folded(_ lines: [String]) -> [String] {
            lines.flatMap { LineFold.window.pieces(of: VisibleText.spellingOut($0, keepingLines: false)) }
        }
        let (top, rest) = (folded(head), folded(lines))
        text = ([heading] + top + [""] + rest).joined(separator: "\n")
        guard top.count + rest.count <= Self.maximumLines, Self.encodedCount(text) <= Self.maximumCount else {
            throw .tooLong
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
    /// It takes more than a page.
    case tooLong
}

extension PromptPageError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooLong: "the text takes more than a page"
        }
    }
}

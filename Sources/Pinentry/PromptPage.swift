import DisplayText

/// A part of a text that a pinentry can hold and a screen can show.
///
/// ```
/// Sidekey: example.org asks you to sign (1 of 2)          the heading, and where this page stands
///                                                         an empty line
/// account: 7xKX...                                        lines of the text
/// | a line of a message, which somebody else wrote        each of its lines is led by the bar
/// ```
///
/// The first line is always ours and without `<` and `&`: by that line Qt decides whether a text is markup. What would be wider than a
/// line is broken here and not by the window, so that no end of a quoted line stands at the left edge and passes for one of ours.
public struct PromptPage: Sendable, Hashable {
    /// The text, under 900 bytes once it is percent-escaped.
    public let text: String

    /// How many encoded bytes a page has at most. A line of the protocol holds 1,000, and some pinentries cut at 1,024.
    static let maximumCount = 899
    /// How many lines a page has at most, or the buttons leave a small screen.
    static let maximumLines = 22
    /// How many columns a quoted line has at most.
    static let columns = 44
    /// How many pages there may be: nobody reads on and on.
    public static let maximumPages = 5

    /// Divides a text into pages, at its lines.
    ///
    /// - Parameters:
    ///   - heading: What stands at the top of each page; ours, one line.
    ///   - lines: Those that begin with blanks and `| ` are quoted, and keep the bar where they are broken.
    ///   - place: Which of how many pages it is; ours, behind the heading where there are several.
    /// - Throws: ``PromptPageError/tooLong``.
    public static func pages(
        heading: String, lines: [String], place: (Int, Int) -> String = { " (\($0) of \($1))" }
    ) throws(PromptPageError) -> [PromptPage] {
        // A page of one byte a line takes two for each: more can't fit, and isn't looked at.
        guard lines.count <= maximumPages * maximumLines else { throw .tooLong }
        let heading = String(
            VisibleText.spellingOut(heading, keepingLines: false).filter { $0 != "<" && $0 != "&" }.prefix(80))
        let room = maximumCount - encodedCount(heading) - encodedCount(place(maximumPages, maximumPages) + "\n")
        var pages: [[String]] = []
        var page: [String] = []
        var count = 0
        for line in lines {
            for piece in broken(VisibleText.spellingOut(line, keepingLines: false)) {
                let size = encodedCount(piece) + encodedCount("\n")
                if !page.isEmpty, count + size > room || page.count >= maximumLines {
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
            return PromptPage(text: ([heading + place, ""] + lines).joined(separator: "\n"))
        }
    }

    /// A line in pieces of at most so many columns, each led as the first is.
    private static func broken(_ line: String) -> [String] {
        let blanks = line.prefix { $0 == " " }
        let isQuoted = line.dropFirst(blanks.count).hasPrefix("| ")
        let lead = isQuoted ? blanks + "| " : blanks + "  "
        // Our own lines are broken by the window, at words; only what no window would break is cut.
        let limit = isQuoted ? columns : 4 * columns
        var pieces: [String] = []
        var piece = ""
        var width = 0
        for scalar in line.unicodeScalars {
            let columns = columns(of: scalar, isQuoted: isQuoted)
            if width + columns > limit {
                pieces.append(piece)
                piece = String(lead)
                width = lead.count
            }
            piece.unicodeScalars.append(scalar)
            width += columns
        }
        return pieces + [piece]
    }

    /// How wide a character may be: of a quoted line ASCII one column and everything else two, so that no window breaks it again. In our own
    /// lines, which a window may break, letters of Europe's alphabets have one, or a Greek sentence would be cut inside a word.
    private static func columns(of scalar: Unicode.Scalar, isQuoted: Bool) -> Int {
        scalar.value < (isQuoted ? 0x80 : 0x530) ? 1 : 2
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

/// Lines broken before a window or a terminal breaks them, so that no part of other people's words appears at the left edge without its bar.
///
/// ```
///   | a quoted line that is wid        each piece has the bar
///   | er than the window
/// account: 7xKX… “Savings that         of a line of ours, each piece that begins
///   | are long” (your account)         within the quotation marks
/// ```
///
/// Quoted lines keep every character. Lines with words in quotation marks are broken at blanks. Others are left to the window, because they are ours.
public struct LineFold: Sendable {
    /// The greatest width of a character, in the units of ``limit``.
    private let width: @Sendable (Unicode.Scalar) -> Int
    /// The greatest width of a piece.
    private let limit: Int
    /// The greatest width of a line of ours, which the window breaks at words. Nothing would cut a line without a limit.
    private let ownLimit: Int

    /// A fold for a window that breaks lines at the width of GTK's measure, "This long string gives a good enough length for any line to have.".
    public static let window = LineFold(limit: 980, ownLimit: 8 * 980) { scalar in WindowWidth.of(scalar) }

    /// Returns a fold for a terminal of `columns` columns, 24 at least.
    public static func terminal(columns: Int) -> LineFold {
        LineFold(limit: max(24, columns), ownLimit: .max) { scalar in
            // A character that takes two is none of ASCII's; one that takes none is counted all the same.
            scalar.isASCII ? 1 : 2
        }
    }

    /// Returns a fold for a place that has room for `limit` units in a line.
    ///
    /// - Parameter width: The units that a character takes.
    public static func measured(limit: Int, width: @escaping @Sendable (Unicode.Scalar) -> Int) -> LineFold {
        LineFold(limit: limit, ownLimit: limit, width: width)
    }

    private init(limit: Int, ownLimit: Int, width: @escaping @Sendable (Unicode.Scalar) -> Int) {
        self.limit = limit
        self.ownLimit = ownLimit
        self.width = width
    }

    /// Returns a line without line breaks in pieces that fit.
    public func pieces(of line: String) -> [String] {
        let blanks = String(line.prefix { $0 == " " })
        if line.dropFirst(blanks.count).hasPrefix(QuotedText.bar) {
            return cut(line, limit, lead: blanks + QuotedText.bar)
        }
        if line.unicodeScalars.contains(QuotedText.marks.opening) { return wrapped(line, blanks) }
        return ownLimit == .max ? [line] : cut(line, ownLimit, lead: blanks + "  ")
    }

    /// Returns a line cut wherever a piece is full.
    private func cut(_ line: String, _ limit: Int, lead: String) -> [String] {
        var pieces: [String] = []
        var piece = String.UnicodeScalarView()
        var (filled, hasMore) = (0, false)
        for scalar in line.unicodeScalars {
            let width = width(scalar)
            if hasMore, filled + width > limit {
                pieces.append(String(piece))
                piece = lead.unicodeScalars
                (filled, hasMore) = (self.width(of: lead), false)
            }
            piece.append(scalar)
            filled += width
            hasMore = true
        }
        return pieces + [String(piece)]
    }

    /// Returns a line broken at blanks. One of other people's words that is too wide for a piece is cut.
    private func wrapped(_ line: String, _ blanks: String) -> [String] {
        var pieces: [String] = []
        var piece = blanks
        var (isQuoted, isEmpty) = (false, true)
        func next() {
            pieces.append(piece)
            piece = blanks + (isQuoted ? QuotedText.bar : "  ")
            isEmpty = true
        }
        for word in line.dropFirst(blanks.count).split(separator: " ", omittingEmptySubsequences: false) {
            if !isEmpty, width(of: piece) + width(of: " ") + width(of: String(word)) > limit { next() }
            if !isEmpty { piece += " " }
            for scalar in word.unicodeScalars {
                if scalar == QuotedText.marks.opening { isQuoted = true }
                // An address of ours stays whole, wherever the window breaks it.
                if isQuoted, width(of: piece) + width(scalar) > limit { next() }
                piece.unicodeScalars.append(scalar)
                isEmpty = false
                if scalar == QuotedText.marks.closing { isQuoted = false }
            }
            isEmpty = false
        }
        return pieces + [piece]
    }

    private func width(of text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + width($1) } }
}

/// The width of characters in windows, for any font, in thousandths of the width at which GTK breaks a line.
///
/// It is the largest of three measures: DejaVu Sans, Helvetica's and a monospaced font. A character that isn't European counts as wide as the widest
/// of its kind, because the desktop chooses the font.
private enum WindowWidth {
    private static let ascii: [UInt8] = [
        15, 15, 15, 26, 20, 31, 24, 15, 15, 15, 15, 26, 15, 15, 15, 15, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 15, 15,
        26,
        26, 26, 20, 36, 24, 24, 25, 25, 24, 22, 27, 25, 15, 18, 24, 20, 29, 25, 27, 24, 27, 25, 24, 22, 25, 24, 33, 24,
        24,
        22, 15, 15, 15, 26, 20, 15, 20, 20, 18, 20, 20, 15, 20, 20, 15, 15, 18, 15, 30, 20, 20, 20, 20, 15, 18, 15, 20,
        18,
        25, 18, 18, 18, 20, 15, 20, 26,
    ]
    /// A whole line: ligatures of whole sentences, dashes of three ems, cuneiform.
    private static let line = 900

    static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x20..<0x7F: Int(ascii[Int(scalar.value) - 0x20])
        case ..<0x180, 0x370..<0x530: 38
        case ..<0x370: 52
        // Kana, Han, Hangul, and the full-width forms of Latin: one em.
        case 0x2010...0x2027, 0x2030...0x205E, 0x1100..<0x1200, 0x3000..<0xA000, 0xAC00..<0xD7B0, 0xFF00..<0xFFF0,
            0x1F300..<0x1FB00, 0x20000..<0x32000:
            45
        case 0x2E3A, 0x2E3B, 0xFDF0...0xFDFF, 0x12000..<0x14680, 0x16800..<0x16A40: line
        default: 120
        }
    }
}

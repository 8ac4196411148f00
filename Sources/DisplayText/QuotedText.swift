/// Other people's words, marked so that they can't pass for Sidekey's: between quotation marks in a line of ours, or in lines of their own.
///
/// ```
/// its address “https://evil.example” isn't one of …     within our words
///   | lines of a message, of which each has the bar      by themselves
/// ```
///
/// The marks “ and ” are ours only: in quoted text they are spelled out, and no text of the phrasebooks has them. ``LineFold`` relies on them.
public enum QuotedText {
    /// The marks that open and end words that aren't ours.
    static let marks: (opening: Unicode.Scalar, closing: Unicode.Scalar) = ("\u{201c}", "\u{201d}")

    /// The bar at the start of a line of other people's words, after blanks.
    public static let bar = "| "

    /// Returns a text for use within a line of ours: on one line, blanks collapsed, nothing hidden.
    ///
    /// - Parameter most: The most characters that are shown; more are cut, and an ellipsis says so.
    public static func inline(_ text: String, most: Int = 128) -> String {
        var shown = collapsed(spelled(VisibleText.spellingOut(text, keepingLines: false)))
        if shown.unicodeScalars.count > most {
            shown = String(String.UnicodeScalarView(shown.unicodeScalars.prefix(most))) + "…"
        }
        return "\(marks.opening)\(shown)\(marks.closing)"
    }

    /// Returns a text in lines, without their bars. A run of blanks becomes one blank, and a run of empty lines becomes one.
    public static func lines(_ text: String) -> [String] {
        var lines: [String] = []
        for line in spelledOut(text).split(separator: "\n", omittingEmptySubsequences: false) {
            let line = collapsed(String(line))
            // A page could push what is ours out of sight by nothing.
            if line.isEmpty || line == " ", lines.last?.isEmpty == true { continue }
            lines.append(line == " " ? "" : line)
        }
        return lines
    }

    private static func spelledOut(_ text: String) -> String { VisibleText.spellingOut(text, keepingLines: true) }

    /// Returns a text with our quotation marks spelled out.
    private static func spelled(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0 == marks.opening || $0 == marks.closing }) else { return text }
        var spelled = ""
        for scalar in text.unicodeScalars {
            if scalar == marks.opening || scalar == marks.closing {
                spelled += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                spelled.unicodeScalars.append(scalar)
            }
        }
        return spelled
    }

    /// Returns a text with one blank for each run of blanks. A wide gap makes two lines of one, or moves words to a place where others are expected.
    private static func collapsed(_ text: String) -> String {
        var collapsed = ""
        var isAfterBlank = false
        for scalar in text.unicodeScalars {
            let isBlank = scalar == " "
            if !(isBlank && isAfterBlank) { collapsed.unicodeScalars.append(scalar) }
            isAfterBlank = isBlank
        }
        return collapsed
    }
}

/// Text in which nothing is hidden from the eye.
///
/// Control characters, marks that turn the direction of writing, and characters that draw nothing or only an odd space are
/// written as `\u{…}` with lower-case hex digits. They could make a text look like another one, or hide a part of it. So are
/// marks that are stacked on a letter beyond ``maximumMarks``, which would be drawn over the lines above and below.
public enum VisibleText {
    /// The most marks that a letter may bear, which is as many as any language writes.
    public static let maximumMarks = 3

    /// Writes out the hidden characters of an unprocessed text.
    ///
    /// A line feed stays, since a line break is visible. The backslash of a `\u{` in the text itself is written
    /// `\u{5c}`, so that no text can fake an escape.
    public static func escaping(_ text: String) -> String {
        written(text, keepingLines: true, keepingEscapes: false)
    }

    /// Writes out the hidden characters of a text that may hold escapes already. Those stay unchanged.
    ///
    /// - Parameter keepingLines: True if line feeds stay.
    public static func spellingOut(_ text: String, keepingLines: Bool) -> String {
        written(text, keepingLines: keepingLines, keepingEscapes: true)
    }

    /// Returns the number of characters of a text that are invisible or turn the direction of writing.
    ///
    /// It doesn't count tabs, line breaks, odd spaces, and characters that join and style emoji.
    public static func hiddenCount(in text: String) -> Int {
        var count = 0
        var isAfterEmoji = false
        for scalar in text.unicodeScalars {
            let joins = isAfterEmoji && ["\u{fe0f}", "\u{200d}"].contains(scalar)
            if isHidden(scalar), !joins, !scalar.properties.isWhitespace { count += 1 }
            if !joins { isAfterEmoji = !scalar.isASCII && scalar.properties.isEmoji }
        }
        return count
    }

    private static func written(_ text: String, keepingLines: Bool, keepingEscapes: Bool) -> String {
        var text = text
        // Most texts hide nothing and are a few kilobytes each: one look at the bytes is enough for those.
        if text.withUTF8({ $0.allSatisfy { isPlain($0) || keepingLines && $0 == 0x0A } }) { return text }
        var visible = ""
        visible.unicodeScalars.reserveCapacity(text.utf8.count)
        var scalars = text.unicodeScalars[...]
        var marks = 0
        while let scalar = scalars.popFirst() {
            let pretends = !keepingEscapes && scalar == "\\" && scalars.starts(with: ["u", "{"])
            let isHidden = isHidden(scalar)
            marks = !isHidden && isMark(scalar) ? marks + 1 : 0
            if pretends || isHidden && !(keepingLines && scalar == "\n") || marks > maximumMarks {
                visible += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                visible.unicodeScalars.append(scalar)
            }
        }
        return visible
    }

    /// Returns true if a byte is a visible ASCII character other than a backslash, which could fake an escape.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) && byte != 0x5C
    }

    /// Returns true if a character is drawn over the letter before it.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        return [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " "..."~": return false
        // Hangul fillers and the empty braille pattern are letters and symbols by category, but draw nothing.
        case "\u{115f}", "\u{1160}", "\u{3164}", "\u{ffa0}", "\u{2800}": return true
        default: break
        }
        if scalar.properties.isDefaultIgnorableCodePoint {
            return true
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned: return true
        case .lineSeparator, .paragraphSeparator, .spaceSeparator: return true
        default: return false
        }
    }
}

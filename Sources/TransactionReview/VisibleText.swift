/// Text in which nothing is hidden from the eye.
///
/// Control characters, marks that turn the direction of writing, and whatever draws nothing or only an odd space are
/// written as `\u{…}` with lower-case hex digits: they could make a text look like another one, or hide a part of it.
/// A line feed stays, since a line break is seen. The backslash of a `\u{` that stands in the text itself is written
/// `\u{5c}`, so that no text can pretend an escape.
enum VisibleText {
    static func escaping(_ text: String) -> String {
        var text = text
        // Most texts hide nothing and are a few kilobytes each: one look at the bytes is enough for those.
        if text.withUTF8({ $0.allSatisfy(isPlain) }) { return text }
        var visible = ""
        visible.unicodeScalars.reserveCapacity(text.utf8.count)
        var scalars = text.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            let pretends = scalar == "\\" && scalars.starts(with: ["u", "{"])
            if pretends || isHidden(scalar) {
                visible += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                visible.unicodeScalars.append(scalar)
            }
        }
        return visible
    }

    /// Whether a byte is a line feed or an ASCII character that is seen, and no backslash, which could pretend an escape.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte == 0x0A || (0x20...0x7E).contains(byte) && byte != 0x5C
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\n", " "..."~": return false
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

/// Letters as the eye sees them: one byte for all that look alike.
///
/// It doesn't cover all of Unicode's confusables, only Latin letters and digits in the alphabets that have letters like them.
package enum Lookalike {
    /// Returns the text as the eye sees it, without spaces and dashes.
    package static func folded(_ text: String) -> [UInt8] {
        var seen: [UInt8] = []
        seen.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            if let byte = folded(scalar) { seen.append(byte) }
        }
        return seen
    }

    /// Returns the lower-case letter, digit or sign that a character looks like, and 0 if it looks like none.
    /// Returns nil for a space, a dash, an accent or an invisible character.
    package static func folded(_ scalar: Unicode.Scalar) -> UInt8? {
        if scalar.isASCII { return foldedASCII(UInt8(truncatingIfNeeded: scalar.value)) }
        let properties = scalar.properties
        if properties.isDefaultIgnorableCodePoint || properties.isWhitespace { return nil }
        switch properties.generalCategory {
        case .control, .format, .nonspacingMark, .enclosingMark, .dashPunctuation, .spaceSeparator, .lineSeparator,
            .paragraphSeparator:
            return nil
        default: break
        }
        if let letter = foreign[scalar] { return foldedASCII(letter) }
        return properties.name.flatMap(letter(named:)).flatMap(foldedASCII) ?? 0
    }

    /// Folds ASCII: one, l, I and | are drawn alike, and so are zero and O, five and S.
    private static func foldedASCII(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x00...0x20, 0x7F, UInt8(ascii: "-"), UInt8(ascii: "_"): nil
        case UInt8(ascii: "1"), UInt8(ascii: "|"), UInt8(ascii: "!"), UInt8(ascii: "I"), UInt8(ascii: "L"),
            UInt8(ascii: "i"):
            UInt8(ascii: "l")
        case UInt8(ascii: "0"): UInt8(ascii: "o")
        case UInt8(ascii: "5"), UInt8(ascii: "$"): UInt8(ascii: "s")
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        default: byte
        }
    }

    /// Returns the letter in names like LATIN SMALL LETTER E WITH ACUTE, FULLWIDTH LATIN CAPITAL LETTER E,
    /// MATHEMATICAL BOLD SMALL E, LATIN LETTER SMALL CAPITAL E.
    private static func letter(named name: String) -> UInt8? {
        let words = name.utf8.split(separator: UInt8(ascii: " "))
        guard words.contains(where: { $0.elementsEqual("LATIN".utf8) || $0.elementsEqual("MATHEMATICAL".utf8) }) else {
            return nil
        }
        let own = words.prefix { !$0.elementsEqual("WITH".utf8) }
        // DOTLESS I and LONG S end in the letter too.
        guard let last = own.last, last.count == 1 else { return nil }
        return last.first
    }

    /// Letters of other alphabets that are drawn like Latin ones.
    private static let foreign: [Unicode.Scalar: UInt8] = {
        let alike: [(letter: Unicode.Scalar, drawn: String)] = [
            ("a", "аАɑαΑᎪ"), ("c", "сСϲϹᏟⅽⅭ"), ("e", "еЕεΕᎬҽℯ"), ("g", "ɡցԌᏀǥ"), ("h", "һҺНΗհᏂℎ"), ("i", "іІιΙӀⅰⅠᎥ"),
            ("l", "ӏⅼⅬᏞⵏ"), ("m", "мМΜⅿⅯᎷ"), ("n", "ոΝпηռ"), ("o", "оОοΟօՕσ〇ᴏ"), ("r", "гᎡɾⲅ"), ("s", "ѕЅՏᏚꜱ"),
            ("t", "тТτΤᎢ"),
            ("u", "υսՍцᴜ"), ("w", "ԝԜѡωᎳաẇ"), ("y", "уУүҮγΥʏ"), ("b", "ВΒЬᏏᛒ"), ("d", "ԁժᏧⅾⅮ"), ("f", "ϝſքᖴ"),
            ("j", "јЈϳᎫ"), ("k", "кКκΚқᏦ"), ("p", "рРρΡᏢ"),
            ("v", "νѵѴᏙⅴⅤ"), ("x", "хХχΧⅹⅩ"), ("z", "ΖᏃᴢ"),
        ]
        var letters: [Unicode.Scalar: UInt8] = [:]
        for (letter, drawn) in alike {
            for scalar in drawn.unicodeScalars where !scalar.isASCII {
                letters[scalar] = UInt8(truncatingIfNeeded: letter.value)
            }
        }
        return letters
    }()
}

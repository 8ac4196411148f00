extension String {
    /// The text with everything written out that a terminal would obey or hide: control, bidirectional and invisible
    /// characters. What a page chose must not move the cursor, colour a warning away or turn an address round.
    var visible: String { spelledOut(keepingLines: false) }

    /// The same, but for line breaks.
    var visibleLines: String { spelledOut(keepingLines: true) }

    private func spelledOut(keepingLines: Bool) -> String {
        var text = ""
        for scalar in unicodeScalars {
            if scalar == "\n" && keepingLines {
                text.unicodeScalars.append(scalar)
            } else if scalar.isSeen {
                text.unicodeScalars.append(scalar)
            } else {
                text += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return text
    }
}

extension Unicode.Scalar {
    fileprivate var isSeen: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        case .spaceSeparator: self == " "
        default: !properties.isDefaultIgnorableCodePoint
        }
    }
}

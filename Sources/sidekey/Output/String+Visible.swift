import DisplayText

extension String {
    /// The text with everything written out that a terminal would obey or hide: control, bidirectional and invisible
    /// characters. What a page chose must not move the cursor, colour a warning away or turn an address round.
    var visible: String { VisibleText.spellingOut(self, keepingLines: false) }

    /// The same, but for line breaks.
    var visibleLines: String { VisibleText.spellingOut(self, keepingLines: true) }
}

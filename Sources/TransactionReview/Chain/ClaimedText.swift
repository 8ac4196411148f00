import DisplayText

/// A text that somebody else wrote, as it may be shown: one line of few characters, with nothing hidden in it.
enum ClaimedText {
    /// Cuts a text to so many characters, and writes out what can't be seen in them.
    static func shown(_ text: String, most count: Int) -> String {
        // Cut first: what is hidden may be long.
        VisibleText.escaping(String(text.unicodeScalars.prefix(count))).replacing("\n", with: #"\u{a}"#)
    }
}

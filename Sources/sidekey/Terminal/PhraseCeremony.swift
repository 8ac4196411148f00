import Salt
import WalletKeys
import Wording

/// The ceremony that shows a recovery phrase once and asks for three of its words. It all happens on the alternate screen, which is wiped.
enum PhraseCeremony {
    /// The number of times that the phrase is shown again after a wrong word.
    private static let attempts = 5

    /// - Throws: on Ctrl-C, and after five rounds with a wrong word.
    static func run(_ phrase: borrowing SeedPhrase, on terminal: borrowing Terminal) throws(CommandError) {
        for _ in 0..<Self.attempts {
            let known = try terminal.onAlternateScreen { terminal throws(CommandError) in
                try show(phrase, on: terminal)
                terminal.clear()
                return try isKnown(phrase, on: terminal)
            }
            if known { return }
            terminal.write(say(.phraseShownOnceMore) + "\n")
            _ = try terminal.line(say(.enterOn), echo: true)
        }
        throw CommandError(say(.wordsUnconfirmed))
    }

    private static func show(_ phrase: borrowing SeedPhrase, on terminal: borrowing Terminal) throws(CommandError) {
        terminal.write(say(.phraseIsWallet, ["count": "\(phrase.wordCount)"]) + "\n\n")
        terminal.write(phrase)
        _ = try terminal.line("\n" + say(.enterWritten), echo: false)
    }

    private static func isKnown(
        _ phrase: borrowing SeedPhrase, on terminal: borrowing Terminal
    ) throws(CommandError) -> Bool {
        for position in SeedPhrase.randomPlaces(among: phrase.wordCount) {
            let word = try terminal.line(say(.askWordAt, ["position": "\(position)"]), echo: true)
            guard phrase.isWord(word, at: position) else { return false }
        }
        return true
    }
}

extension Terminal {
    /// Writes the words of a phrase with their numbers, four in a row.
    func write(_ phrase: borrowing SeedPhrase) {
        phrase.forEachWord { position, word in
            write(" \(position < 10 ? " " : "")\(position). ")
            write(word)
            // Four columns; no word of the list has more than eight letters.
            write(position.isMultiple(of: 4) ? "\n" : String(repeating: " ", count: max(1, 10 - word.count)))
        }
        if !phrase.wordCount.isMultiple(of: 4) { write("\n") }
    }
}

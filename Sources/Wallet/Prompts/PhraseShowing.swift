import JSONRPC
import Pinentry
import Salt
import WalletKeys
import Wording

/// Shows a new phrase in pages of eight words, and has three of them typed back.
struct PhraseShowing: Sendable {
    /// The number of words on a page.
    private static let wordsOnPage = 8
    /// The most times that the phrase is shown again after a wrong word.
    private static let attempts = 5

    let dialog: PromptDialog

    /// Returns true if the user wrote it down; false if they gave up.
    func show(_ phrase: borrowing SeedPhrase) async throws(RPCError) -> Bool {
        var text = dialog.words(.phraseBegin, ["count": "\(phrase.wordCount)"])
        for _ in 0..<Self.attempts {
            let begin = dialog.question(text, ok: .phraseShow)
            guard try await dialog.confirm(begin) == .yes else { return false }
            guard try await turn(through: phrase) else { return false }
            switch try await ask(for: phrase) {
            case .some(true): return true
            case .some(false): text = dialog.words(.phraseShownAgain)
            case nil: return false
            }
        }
        return false
    }

    private func turn(through phrase: borrowing SeedPhrase) async throws(RPCError) -> Bool {
        let pages = (phrase.wordCount + Self.wordsOnPage - 1) / Self.wordsOnPage
        var page = 0
        while page < pages {
            try await dialog.describe(text(of: phrase, page: page))
            let question = dialog.question(
                nil, ok: page + 1 < pages ? .promptNext : .phraseWritten, notOK: page > 0 ? .promptBack : nil)
            switch try await dialog.confirm(question) {
            case .yes: page += 1
            case .no where page > 0: page -= 1
            case .no, .cancelled, .timedOut: return false
            }
        }
        return true
    }

    /// True if the user knows three of the words; nil if they gave up.
    private func ask(for phrase: borrowing SeedPhrase) async throws(RPCError) -> Bool? {
        var positions: Set<Int> = []
        while positions.count < 3 { positions.insert(Int.random(in: 1...phrase.wordCount)) }
        for position in positions.sorted() {
            let words = dialog.words
            let question = dialog.question(
                words(.phrasePaper, ["position": "\(position)"]),
                prompt: words(.phraseWordField, ["position": "\(position)"]))
            switch try await dialog.secret(question) {
            case .given(let word): guard phrase.isWord(word, at: position) else { return false }
            case .cancelled: return nil
            case .timedOut: return nil
            }
        }
        return true
    }

    /// A page of numbered words; it exists in closed memory only.
    private func text(of phrase: borrowing SeedPhrase, page: Int) -> SecretBytes {
        let first = page * Self.wordsOnPage + 1
        let last = min(first + Self.wordsOnPage - 1, phrase.wordCount)
        return PromptText.make { text in
            let range: KeyValuePairs = [
                "first": "\(first)", "last": "\(last)", "count": "\(phrase.wordCount)",
            ]
            text.write("\(dialog.top)\n\n\(dialog.words(.phrasePage, range))\n")
            phrase.forEachWord { position, word in
                guard (first...last).contains(position) else { return }
                text.write("\n\(position < 10 ? " " : "")\(position).  ")
                text.write(word)
            }
        }
    }
}

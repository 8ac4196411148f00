import JSONRPC
import Pinentry
import Salt
import WalletKeys
import Wording

/// Asks for a phrase word by word: each is checked against the list and completed if it is clear, and the user can go back to it.
///
/// No pinentry tells a third button beside a field from its cancel button. So cancel at a word leads to a page with all three choices: go on, one
/// word back, stop. `back`, typed in a word's place, does the second.
struct PhraseAsking: Sendable {
    /// The text that the user types to go back, in every language: on the keyboard that the words are typed on. No word of the list equals it or
    /// begins with it.
    static let back = "back"

    let dialog: PromptDialog

    /// Asks for the phrase; nil if the user gave up.
    func ask() async throws(RPCError) -> SeedPhrase? {
        guard let count = try await askCount() else { return nil }
        var words = [HeldSecret?](repeating: nil, count: count)
        var note = Note()
        while true {
            guard let place = words.firstIndex(where: { $0 == nil }) else {
                let text = Self.text(of: words)
                do throws(SeedPhraseError) {
                    return try SeedPhrase(parsing: text)
                } catch {
                    guard try await explain(text, clearing: &words) else { return nil }
                }
                continue
            }
            var answer = try await askWord(place + 1, of: count, note)
            if case .cancelled = answer {
                let typed = words.count { $0 != nil }
                answer = typed > 0 ? try await askWhetherToStop(typed, of: count, at: place) : .stopped
            }
            note = Note()
            switch answer {
            case .word(let word): words[place] = word
            case .back: words[max(0, place - 1)] = nil
            case .refused(let reason): note = reason
            case .cancelled: break
            case .stopped: return nil
            }
        }
    }

    private func askCount() async throws(RPCError) -> Int? {
        var error: String?
        while true {
            let question = dialog.question(
                dialog.words(.phraseCount), prompt: dialog.words(.phraseNumber), error: error)
            switch try await dialog.secret(question) {
            case .given(let answer):
                let found = SeedPhrase.wordCounts.first { answer.isEqual(to: Array(String($0).utf8)) }
                if let found { return found }
                error = dialog.words(.phraseNotANumber)
            case .cancelled: return nil
            case .timedOut: return nil
            }
        }
    }

    /// The note on a wrong word: the fault in our words, and, in words of the phrase, what may have been meant.
    struct Note {
        var text: String?
        var hint: HeldSecret?
    }

    enum Answer {
        case word(HeldSecret)
        case back
        case refused(Note)
        case cancelled
        case stopped
    }

    private func askWord(_ position: Int, of count: Int, _ note: Note) async throws(RPCError) -> Answer {
        let words = dialog.words
        let back = position > 1 ? words(.phraseWordBack, ["word": Self.back]) : ""
        let text = words(.phraseWord, ["position": "\(position)", "count": "\(count)"]) + back
        var question = dialog.question(
            text, prompt: words(.phraseWordField, ["position": "\(position)"]), error: note.text)
        if let hint = note.hint {
            question.description = nil
            try await dialog.describe(
                PromptText.make { page in
                    page.write("\(dialog.top)\n\n\(text)\n\n")
                    page.write(hint.bytes)
                })
        }
        switch try await dialog.secret(question) {
        case .given(let typed):
            if typed.isEqual(to: Array(Self.back.utf8)) { return .back }
            return Self.word(typed, at: position, in: words)
        case .cancelled: return .cancelled
        case .timedOut: return .stopped
        }
    }

    private func askWhetherToStop(_ typed: Int, of count: Int, at place: Int) async throws(RPCError) -> Answer {
        let question = dialog.question(
            dialog.words(.phraseStop, ["typed": "\(typed)", "count": "\(count)"]), ok: .promptGoOn,
            cancel: .phraseStopButton, notOK: place > 0 ? .phraseOneBack : nil)
        switch try await dialog.confirm(question) {
        case .yes: return .cancelled
        case .no where place > 0: return .back
        case .no, .cancelled, .timedOut: return .stopped
        }
    }

    /// Says what the slip may be, and asks again for the words there; false if the user gives up.
    private func explain(_ text: borrowing SecretBytes, clearing words: inout [HeldSecret?]) async throws(RPCError)
        -> Bool
    {
        let corrections = PhraseCorrection.search(text)
        let places = Set(
            corrections.flatMap { $0.change == .exchange ? [$0.position, $0.position + 1] : [$0.position] })
        try await dialog.describe(Self.explanation(of: corrections, for: text, words, in: dialog))
        let question = dialog.question(nil, ok: .phraseCorrect)
        guard try await dialog.confirm(question) == .yes else { return false }
        for place in places.isEmpty ? Set(1...words.count) : places { words[place - 1] = nil }
        return true
    }

    private static func text(of words: [HeldSecret?]) -> SecretBytes {
        SecretBytes(capacity: SeedPhrase.maximumCount + 1) { buffer in
            var count = 0
            for word in words {
                guard let word else { continue }
                if count > 0 {
                    buffer[count] = 0x20
                    count += 1
                }
                word.bytes.withBytes { bytes in
                    UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: bytes)
                }
                count += word.bytes.count
            }
            return count
        }
    }
}

/// Guesses at the word that was meant. A text that names a word is in closed memory and on the prompt, and nowhere else.
extension PhraseAsking {
    /// The longest text that a hint repeats, in bytes: a longer one is no word with a slip in it.
    private static let longestRepeated = 16

    /// The answer that was typed in a word's place.
    static func word(_ typed: borrowing SecretBytes, at position: Int, in words: Phrasebook) -> Answer {
        guard typed.count > 0 else { return .refused(Note(text: words(.phraseNothing))) }
        let found = typed.withBytes { typed in
            WordList.english.index(of: typed).map { $0..<$0 + 1 } ?? WordList.english.completions(of: typed)
        }
        switch found.count {
        case 1: return .word(HeldSecret(SecretBytes(copying: WordList.english[found.lowerBound])))
        case 0:
            return .refused(Note(text: words(.phraseNoWord), hint: nearest(to: typed, at: position, in: words)))
        default: return .refused(Note(text: words(.phraseManyWords, found.count)))
        }
    }

    /// The words that are spelled most like it: `word 7, abandom: did you mean abandon?` Nil if none is near.
    private static func nearest(
        to typed: borrowing SecretBytes, at position: Int, in words: Phrasebook
    ) -> HeldSecret? {
        var numbers: [Int] = []
        let isPlain = typed.withBytes { typed in
            guard typed.count <= longestRepeated, typed.allSatisfy({ (0x21...0x7E).contains($0) }) else { return false }
            WordList.english.forEachNearest(to: typed) { numbers.append($0) }
            return true
        }
        guard isPlain, !numbers.isEmpty else { return nil }
        let hint = typed.withBytes { typed in
            PromptText.make { text in
                for piece in words.pieces(.phraseMeant) {
                    switch piece {
                    case .text(let said): text.write(said)
                    case .placeholder("position"): text.write("\(position)")
                    case .placeholder("typed"): text.write(typed)
                    case .placeholder:
                        for (index, number) in numbers.enumerated() {
                            if index > 0 { text.write(index + 1 < numbers.count ? ", " : words(.phraseOr)) }
                            text.write(WordList.english[number])
                        }
                    }
                }
            }
        }
        return HeldSecret(hint)
    }

    /// The page for words that are all in the list and don't fit: one line for each likely slip.
    static func explanation(
        of corrections: [PhraseCorrection], for phrase: borrowing SecretBytes, _ typed: [HeldSecret?],
        in dialog: PromptDialog
    ) -> SecretBytes {
        let words = dialog.words
        var numbers: [(correction: PhraseCorrection, meant: Int)] = []
        for correction in corrections {
            if let number = correction.number(in: phrase) { numbers.append((correction, number)) }
        }
        return PromptText.make { text in
            text.write("\(dialog.top)\n\n\(words(.phraseMismatch))\n")
            guard !numbers.isEmpty else { return text.write("\n\(words(.phraseTypeAll))") }
            for (correction, meant) in numbers {
                let position = correction.position
                text.write("\n")
                switch correction.change {
                case .replacement:
                    for piece in words.pieces(.phraseMeant) {
                        switch piece {
                        case .text(let said): text.write(said)
                        case .placeholder("position"): text.write("\(position)")
                        case .placeholder("typed"): if let word = typed[position - 1] { text.write(word.bytes) }
                        case .placeholder: text.write(WordList.english[meant])
                        }
                    }
                case .exchange:
                    text.write(words(.phraseExchanged, ["first": "\(position)", "second": "\(position + 1)"]))
                }
            }
            text.write("\n\n\(words(.phraseCompare))")
        }
    }
}

/// The number of words of a new phrase, and whether it gets a passphrase of its own (BIP-39).
struct PhraseSize: Sendable {
    let wordCount: Int
    let hasPassphrase: Bool

    /// Asks for both in one field, in which an empty answer means the usual choice; nil if the user gave up.
    static func ask(_ dialog: PromptDialog) async throws(RPCError) -> PhraseSize? {
        let usual: KeyValuePairs = ["count": "\(SeedPhrase.standardWordCount)"]
        var question = dialog.question(
            dialog.words(.phraseSize, usual), prompt: dialog.words(.phraseSizeField, usual))
        while true {
            switch try await dialog.secret(question) {
            case .given(let answer):
                if let size = PhraseSize(answer) { return size }
                question.error = dialog.words(.phraseNotANumber)
            case .cancelled: return nil
            case .timedOut: return nil
            }
        }
    }

    /// Compares the answer in place: a user who mistakes the field may type a secret.
    private init?(_ answer: borrowing SecretBytes) {
        for count in SeedPhrase.wordCounts {
            for spelling in count == SeedPhrase.standardWordCount ? ["", String(count)] : [String(count)] {
                for (end, hasPassphrase) in [("", false), ("+", true), (" +", true)]
                where answer.isEqual(to: Array((spelling + end).utf8)) {
                    (wordCount, self.hasPassphrase) = (count, hasPassphrase)
                    return
                }
            }
        }
        return nil
    }
}

import Salt
import WalletKeys
import Wording

/// Which word may have been meant. What names a word stands in closed memory and on the prompt, and nowhere else.
extension PhraseAsking {
    /// The longest text that is repeated in a hint, in bytes: what is longer is no word with a slip in it.
    private static let longestRepeated = 16

    /// What was typed in a word's place.
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

    /// The words that are spelled most like it: `word 7, abandom: did you mean abandon?` Nil where none is near.
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

    /// The page for words that are all in the list and don't fit: each likely slip in a line.
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

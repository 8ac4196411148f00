import Salt
import WalletKeys

/// Which word may have been meant. What names a word stands in closed memory and on the prompt, and nowhere else.
extension PhraseAsking {
    /// The longest text that is repeated in a hint, in bytes: what is longer is no word with a slip in it.
    private static let longestRepeated = 16

    /// What was typed in a word's place.
    static func word(_ typed: borrowing SecretBytes, at position: Int) -> Answer {
        guard typed.count > 0 else { return .refused(Note(text: "Nothing was typed.")) }
        let found = typed.withBytes { typed in
            WordList.english.index(of: typed).map { $0..<$0 + 1 } ?? WordList.english.completions(of: typed)
        }
        switch found.count {
        case 1: return .word(HeldSecret(SecretBytes(copying: WordList.english[found.lowerBound])))
        case 0: return .refused(Note(text: "No word of the list begins so.", hint: nearest(to: typed, at: position)))
        default: return .refused(Note(text: "\(found.count) words of the list begin so. Type more of it."))
        }
    }

    /// The words that are spelled most like it: `word 7, abandom: did you mean abandon?` Nil where none is near.
    private static func nearest(to typed: borrowing SecretBytes, at position: Int) -> HeldSecret? {
        var numbers: [Int] = []
        let isPlain = typed.withBytes { typed in
            guard typed.count <= longestRepeated, typed.allSatisfy({ (0x21...0x7E).contains($0) }) else { return false }
            WordList.english.forEachNearest(to: typed) { numbers.append($0) }
            return true
        }
        guard isPlain, !numbers.isEmpty else { return nil }
        let hint = typed.withBytes { typed in
            PromptText.make { text in
                text.write("Word \(position), ")
                text.write(typed)
                text.write(": did you mean ")
                for (index, number) in numbers.enumerated() {
                    if index > 0 { text.write(index + 1 < numbers.count ? ", " : " or ") }
                    text.write(WordList.english[number])
                }
                text.write("?")
            }
        }
        return HeldSecret(hint)
    }

    /// The page for words that are all in the list and don't fit: each likely slip in a line.
    static func explanation(
        of corrections: [PhraseCorrection], for phrase: borrowing SecretBytes, _ words: [HeldSecret?]
    ) -> SecretBytes {
        var numbers: [(correction: PhraseCorrection, meant: Int)] = []
        for correction in corrections {
            if let number = correction.number(in: phrase) { numbers.append((correction, number)) }
        }
        return PromptText.make { text in
            text.write(
                """
                \(PromptDialog.heading)

                Every word is in the list, but they don't belong together: a word is wrong,
                or stands in the wrong place.

                """)
            guard !numbers.isEmpty else { return text.write("\nType all of them again, slowly, in their order.") }
            for (correction, meant) in numbers {
                let place = correction.position - 1
                switch correction.change {
                case .replacement:
                    text.write("\nWord \(correction.position), ")
                    if let word = words[place] { text.write(word.bytes) }
                    text.write(": did you mean ")
                    text.write(WordList.english[meant])
                    text.write("?")
                case .exchange:
                    text.write("\nWords \(correction.position) and \(correction.position + 1): did they change places?")
                }
            }
            text.write("\n\nCompare with your paper, and type again what stands there.")
        }
    }
}

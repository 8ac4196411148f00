package import Salt

/// A slip that may have been made in writing down or typing a phrase whose checksum doesn't fit: without the slip, it does.
///
/// It names the place, and never the words, which are found in the text again when they are to be shown.
package struct PhraseCorrection: Sendable, Hashable {
    package enum Change: Sendable, Hashable {
        /// The word was meant to be another that is one slip away; the rank counts those in alphabetical order.
        case replacement(rank: Int)
        /// The word and the one behind it change places.
        case exchange
    }

    /// The position of the word, counted from 1.
    package let position: Int
    /// The change to the word.
    package let change: Change

    /// The most corrections that are looked for. One in 16 guesses fits a phrase of 12 words by chance, one in 256 of 24.
    package static let limit = 8

    package init(position: Int, change: Change) {
        self.position = position
        self.change = change
    }

    /// The corrections after which the checksum of a text fits, replacements first; none if a word isn't in the list.
    ///
    /// Every word is compared with the whole list, and a few hundred changes are tried: some 20 ms.
    package static func search(_ text: borrowing SecretBytes) -> [PhraseCorrection] {
        guard let bits = try? PhraseBits(packing: text) else { return [] }
        var found: [PhraseCorrection] = []
        for position in 1...bits.wordCount {
            var rank = 0
            forEachReplacement(at: position, in: bits) { number in
                if bits.replacing(position, with: number).entropy() != nil {
                    found.append(PhraseCorrection(position: position, change: .replacement(rank: rank)))
                }
                rank += 1
                return found.count < limit
            }
            if found.count == limit { return found }
        }
        for position in 1..<bits.wordCount where found.count < limit {
            let (first, second) = (bits[position], bits[position + 1])
            guard first != second else { continue }
            if bits.replacing(position, with: second).replacing(position + 1, with: first).entropy() != nil {
                found.append(PhraseCorrection(position: position, change: .exchange))
            }
        }
        return found
    }

    /// The number of the word that belongs to the position, in the text that the correction was found for.
    package func number(in text: borrowing SecretBytes) -> Int? {
        guard let bits = try? PhraseBits(packing: text), position <= bits.wordCount else { return nil }
        switch change {
        case .exchange: return position < bits.wordCount ? bits[position + 1] : nil
        case .replacement(let rank):
            var (passed, found) = (0, Int?.none)
            Self.forEachReplacement(at: position, in: bits) { number in
                if passed == rank { found = number }
                passed += 1
                return found == nil
            }
            return found
        }
    }

    private static func forEachReplacement(
        at position: Int, in bits: borrowing PhraseBits, _ body: (_ number: Int) -> Bool
    ) {
        WordList.english.forEachWord(1, slipsFrom: WordList.english[bits[position]], body)
    }
}

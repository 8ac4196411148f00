import CUTF8Proc
package import Salt

/// The words that a phrase is made of, found by number and by spelling without a `String` of any of them.
package struct WordList: Sendable {
    /// The English list of BIP-39.
    package static let english = WordList(englishWords)

    /// The number of words: each stands for 11 bits.
    package static let count = 2048
    /// The length of the longest word in bytes.
    package static let longest = 8

    private let text: StaticString
    /// The offset of each word, and the offset that follows the last.
    private let offsets: [UInt16]

    private init(_ text: StaticString) {
        self.text = text
        offsets =
            text.withUTF8Buffer { text in
                text.indices.filter { $0 == 0 || isSpace(text[$0 - 1]) }.map { UInt16($0) }
            } + [UInt16(text.utf8CodeUnitCount + 1)]
    }

    /// The bytes of a word.
    package subscript(index: Int) -> UnsafeRawBufferPointer {
        let start = Int(offsets[index])
        let end = Int(offsets[index + 1]) - 1
        // The text of a `StaticString` lives as long as the program.
        return text.withUTF8Buffer { UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer($0)[start..<end]) }
    }

    /// The number of the word with these bytes, lower case or upper.
    package func index(of word: UnsafeRawBufferPointer) -> Int? {
        let letters = word.lazy.map(lowercased)
        let index = firstIndex { !$0.lexicographicallyPrecedes(letters) }
        return index < Self.count && self[index].elementsEqual(letters) ? index : nil
    }

    /// The numbers of the words that begin with these bytes, lower case or upper; at most one after four letters.
    package func completions(of prefix: UnsafeRawBufferPointer) -> Range<Int> {
        let letters = prefix.lazy.map(lowercased)
        let start = firstIndex { !$0.lexicographicallyPrecedes(letters) }
        let end = firstIndex { letters.lexicographicallyPrecedes($0.prefix(letters.count)) }
        return start..<end
    }

    /// The same for a prefix that was typed as a secret.
    package func completions(of prefix: borrowing SecretBytes) -> Range<Int> {
        prefix.withBytes { completions(of: $0) }
    }

    /// The number of the first word that passes a test, or ``count``; every word after it passes too.
    private func firstIndex(where isBehind: (UnsafeRawBufferPointer) -> Bool) -> Int {
        var low = 0
        var high = Self.count
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// An ASCII space, tab, line feed or carriage return.
func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
}

func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
}

/// Words by their spelling, to guess the word that a mistyped one was meant to be.
extension WordList {
    /// The longest text that is compared with the list, in bytes: twice the longest word.
    private static let longestTyped = 2 * longest
    /// The number of slips from which a word counts as another.
    private static let slipLimit = 2

    /// Calls `body` with the number of every word that is exactly so many slips away, in alphabetical order, until it answers false.
    ///
    /// A slip is a letter too many, too few or wrong, or two neighbouring letters exchanged. Going through the list costs at most 2,048
    /// times 16 by 8 steps.
    package func forEachWord(_ slips: Int, slipsFrom typed: UnsafeRawBufferPointer, _ body: (_ number: Int) -> Bool) {
        guard typed.count <= Self.longestTyped else { return }
        for number in 0..<Self.count {
            let word = self[number]
            guard abs(word.count - typed.count) <= slips, Self.slips(from: typed, to: word) == slips else { continue }
            guard body(number) else { return }
        }
    }

    /// Calls `body` with the numbers of the words with the fewest slips from what was typed, if those are one or two: at most `limit`,
    /// in alphabetical order.
    package func forEachNearest(
        to typed: UnsafeRawBufferPointer, limit: Int = 4, _ body: (_ number: Int) -> Void
    ) {
        var found = 0
        for slips in 1...Self.slipLimit where found == 0 {
            forEachWord(slips, slipsFrom: typed) { number in
                body(number)
                found += 1
                return found < limit
            }
        }
    }

    /// The number of slips between two texts of at most 16 bytes, no letter being touched twice (optimal string alignment).
    private static func slips(from typed: UnsafeRawBufferPointer, to word: UnsafeRawBufferPointer) -> Int {
        let width = word.count + 1
        return withUnsafeTemporaryAllocation(of: Int.self, capacity: 3 * width) { rows in
            // The row of the letter before the last one, of the last one, and of the present one.
            var (before, last, present) = (0, width, 2 * width)
            for column in 0..<width { rows[last + column] = column }
            for row in typed.indices {
                rows[present] = row + 1
                for column in word.indices {
                    let isSame = lowercased(typed[row]) == word[column]
                    var count = min(rows[last + column + 1], rows[present + column]) + 1
                    count = min(count, rows[last + column] + (isSame ? 0 : 1))
                    if row > 0, column > 0, lowercased(typed[row]) == word[column - 1],
                        lowercased(typed[row - 1]) == word[column]
                    {
                        count = min(count, rows[before + column - 1] + 1)
                    }
                    rows[present + column + 1] = count
                }
                (before, last, present) = (last, present, before)
            }
            return rows[last + width - 1]
        }
    }
}

/// Text in Unicode's normalization form KD, made without a `String` (UAX #15).
enum CompatibilityDecomposition {
    /// The decomposed text in UTF-8, at most 11 times as long; nil if the bytes aren't UTF-8.
    ///
    /// utf8proc works in the one buffer that it is lent and allocates nothing in these calls.
    static func decompose(_ text: borrowing SecretBytes) -> SecretBytes? {
        text.withBytes { text in
            let source = text.baseAddress?.assumingMemoryBound(to: utf8proc_uint8_t.self)
            let needed = utf8proc_decompose(source, text.count, nil, 0, options)
            guard needed >= 0 else { return nil }
            // Room for one code point more, since a zero is put behind the text.
            let scratch = SecretBytes(capacity: (needed + 1) * MemoryLayout<utf8proc_int32_t>.stride) { buffer in
                let points = buffer.bindMemory(to: utf8proc_int32_t.self)
                let count = utf8proc_decompose(source, text.count, points.baseAddress, needed, options)
                guard count == needed else { return 0 }
                return max(0, utf8proc_reencode(points.baseAddress, count, options))
            }
            return scratch
        }
    }

    private static let options = utf8proc_option_t(UTF8PROC_COMPAT.rawValue | UTF8PROC_DECOMPOSE.rawValue)
}

package import Salt

/// The words that a phrase is made of, found by number and by spelling without a `String` of any of them.
package struct WordList: Sendable {
    /// The English list of BIP-39.
    package static let english = WordList(englishWords)

    /// How many words there are: each stands for 11 bits.
    package static let count = 2048
    /// The length of the longest word in bytes.
    package static let longest = 8

    private let text: StaticString
    /// Where each word begins, and where the one after the last would.
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

    /// The number of the first word that passes a test which every word after it passes too, or ``count``.
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

/// The words that a phrase is made of, found by number and by spelling without a `String` of any of them.
package struct WordList: Sendable {
    /// The English list of BIP-39.
    package static let english = WordList(englishWords)

    /// How many words there are: each stands for 11 bits.
    static let count = 2048
    /// The length of the longest word in bytes.
    static let longest = 8

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
    func index(of word: Slice<UnsafeRawBufferPointer>) -> Int? {
        var low = 0
        var high = Self.count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].lexicographicallyPrecedes(word.lazy.map(lowercased)) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < Self.count && self[low].elementsEqual(word.lazy.map(lowercased)) ? low : nil
    }
}

/// An ASCII space, tab, line feed or carriage return.
func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
}

private func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
}

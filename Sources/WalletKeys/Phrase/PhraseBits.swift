package import Salt

/// The words of a phrase as one row of bits, which must end with the checksum of the bits before it.
///
/// ```
/// | word 1: 11 bits, the most significant first | word 2: 11 bits | ... |
/// ```
package struct PhraseBits: ~Copyable {
    /// 24 words of 11 bits.
    private static let capacity = 33

    /// The number of words.
    package let wordCount: Int
    private let bytes: SecretBytes

    /// Reads words in either case with ASCII white space around them.
    ///
    /// - Throws: ``SeedPhraseError/wordCount(_:)``, ``SeedPhraseError/unknownWord(position:)``.
    package init(packing text: borrowing SecretBytes) throws(SeedPhraseError) {
        var wordCount = 0
        bytes = try SecretBytes(count: Self.capacity) { bits throws(SeedPhraseError) in
            wordCount = try text.withBytes { text throws(SeedPhraseError) in try Self.pack(text, into: bits) }
        }
        self.wordCount = wordCount
    }

    private init(wordCount: Int, bytes: consuming SecretBytes) {
        self.wordCount = wordCount
        self.bytes = bytes
    }

    /// The entropy, 4 bytes for every 3 words; nil if its checksum isn't the one in the last words.
    package func entropy() -> SecretBytes? {
        let entropy = bytes.slice(0..<wordCount * 4 / 3)
        let checksum = SaltHash.sha256(entropy)
        let matches = bytes.withBytes { bits in
            checksum.withBytes { checksum in
                let unused = 8 - wordCount / 3
                return (bits[entropy.count] ^ checksum[0]) >> unused == 0
            }
        }
        guard matches else { return nil }
        return consume entropy
    }

    /// The number of the word at a position, counted from 1.
    package subscript(position: Int) -> Int {
        bytes.withBytes { bits in
            (0..<11).reduce(0) { number, bit in
                let place = (position - 1) * 11 + bit
                return number << 1 | Int(bits[place / 8] >> (7 - place % 8) & 1)
            }
        }
    }

    /// The same words with another one at a position, counted from 1.
    package func replacing(_ position: Int, with number: Int) -> PhraseBits {
        let changed = SecretBytes(count: Self.capacity) { bits in
            bytes.withBytes { bits.copyMemory(from: $0) }
            Self.write(number, at: position, into: bits)
        }
        return PhraseBits(wordCount: wordCount, bytes: changed)
    }

    private static func pack(
        _ text: UnsafeRawBufferPointer, into bits: UnsafeMutableRawBufferPointer
    ) throws(SeedPhraseError) -> Int {
        let words = text.split(whereSeparator: isSpace)
        guard SeedPhrase.wordCounts.contains(words.count) else { throw .wordCount(words.count) }
        for (index, word) in words.enumerated() {
            guard let number = WordList.english.index(of: UnsafeRawBufferPointer(rebasing: word)) else {
                throw .unknownWord(position: index + 1)
            }
            write(number, at: index + 1, into: bits)
        }
        return words.count
    }

    private static func write(_ number: Int, at position: Int, into bits: UnsafeMutableRawBufferPointer) {
        for bit in 0..<11 {
            let place = (position - 1) * 11 + bit
            let mask: UInt8 = 0x80 >> (place % 8)
            if number & (1 << (10 - bit)) != 0 { bits[place / 8] |= mask } else { bits[place / 8] &= ~mask }
        }
    }
}

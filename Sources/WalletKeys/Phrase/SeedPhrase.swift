public import Salt

/// A seed phrase: 12, 15, 18, 21 or 24 English words that stand for a secret number and a checksum (BIP-39).
///
/// ```
/// | entropy: 128, 160, 192, 224 or 256 bits | checksum: the first 4...8 bits of SHA-256(entropy) |
/// | word 1: 11 bits | word 2: 11 bits | ...                                                      |
/// ```
///
/// The words stand in lower case, one space between two, in ``SecretBytes`` and nowhere else. A program that shows them lends each word's
/// bytes to `write(2)`; what the terminal keeps of them can't be helped here.
public struct SeedPhrase: ~Copyable, Sendable {
    /// How many words a new phrase has.
    public static let standardWordCount = 24
    /// The length of the longest phrase in bytes, written with single spaces.
    public static let maximumCount = standardWordCount * (WordList.longest + 1) - 1

    /// How many words there are.
    public let wordCount: Int
    private let text: SecretBytes

    /// Draws a phrase of 24 words, which stand for 256 bits from the system's source of randomness.
    public static func generate() -> SeedPhrase {
        SeedPhrase(wordCount: standardWordCount, entropy: SecretBytes.random(count: 32))
    }

    /// Reads a phrase as a person writes it: words in either case, with ASCII white space around them.
    ///
    /// - Throws: ``SeedPhraseError``.
    public init(parsing text: borrowing SecretBytes) throws(SeedPhraseError) {
        let entropy = try Self.entropy(of: text)
        try self.init(entropy: entropy)
    }

    /// Takes 16, 20, 24, 28 or 32 bytes of entropy.
    package init(entropy: borrowing SecretBytes) throws(SeedPhraseError) {
        let wordCount = entropy.count * 3 / 4
        guard entropy.count == wordCount * 4 / 3, Self.isWordCount(wordCount) else { throw .wordCount(wordCount) }
        self.init(wordCount: wordCount, entropy: entropy)
    }

    private init(wordCount: Int, entropy: borrowing SecretBytes) {
        self.wordCount = wordCount
        let checksum = SaltHash.sha256(entropy)
        text = SecretBytes(capacity: wordCount * (WordList.longest + 1)) { buffer in
            entropy.withBytes { entropy in
                checksum.withBytes { checksum in
                    Self.write(wordCount, wordsOf: BitReader(entropy, then: checksum), into: buffer)
                }
            }
        }
    }

    private static func write(_ count: Int, wordsOf bits: BitReader, into buffer: UnsafeMutableRawBufferPointer) -> Int
    {
        var end = 0
        for number in 0..<count {
            if number > 0 {
                buffer[end] = 0x20
                end += 1
            }
            let word = WordList.english[bits.eleven(at: number * 11)]
            UnsafeMutableRawBufferPointer(rebasing: buffer[end...]).copyMemory(from: word)
            end += word.count
        }
        return end
    }
}

extension SeedPhrase {
    /// Lends the whole phrase: lower case, one space between two words.
    public func withText<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try text.withBytes(body)
    }

    /// Lends the bytes of one word after the other, with its position counted from 1.
    public func forEachWord<Failure: Error>(
        _ body: (_ position: Int, _ word: UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        try text.withBytes { text throws(Failure) in
            var position = 0
            for word in text.split(separator: 0x20) {
                position += 1
                try body(position, UnsafeRawBufferPointer(rebasing: word))
            }
        }
    }

    /// Whether a typed text is the word at the position, counted from 1; case and white space around it don't matter.
    public func isWord(_ typed: borrowing SecretBytes, at position: Int) -> Bool {
        typed.withBytes { typed in
            let words = typed.split(whereSeparator: isSpace)
            guard words.count == 1, let index = WordList.english.index(of: words[0]) else { return false }
            let asked = WordList.english[index]
            var matches = false
            forEachWord { other, word in
                if other == position { matches = word.elementsEqual(asked) }
            }
            return matches
        }
    }

    /// The entropy that the words stand for: 4 bytes for every 3 words.
    package func entropy() throws(SeedPhraseError) -> SecretBytes {
        try Self.entropy(of: text)
    }

    /// The 64-byte seed: 2,048 rounds of PBKDF2 with HMAC-SHA-512 over the phrase, about 5 ms.
    ///
    /// The optional BIP-39 passphrase is the empty one.
    package func seed() -> SecretBytes {
        PBKDF2.deriveSHA512(password: text, salt: SecretBytes(copying: Array("mnemonic".utf8)), rounds: 2048)
    }

    private static func isWordCount(_ count: Int) -> Bool {
        (12...24).contains(count) && count.isMultiple(of: 3)
    }

    private static func entropy(of text: borrowing SecretBytes) throws(SeedPhraseError) -> SecretBytes {
        // 33 bytes: 24 words of 11 bits. The last one holds the checksum, or with fewer words an earlier one does.
        var wordCount = 0
        let bits = try SecretBytes(count: 33) { bits throws(SeedPhraseError) in
            wordCount = try text.withBytes { text throws(SeedPhraseError) in try pack(text, into: bits) }
        }
        let entropy = bits.slice(0..<wordCount * 4 / 3)
        let checksum = SaltHash.sha256(entropy)
        let matches = bits.withBytes { bits in
            checksum.withBytes { checksum in
                let unused = 8 - wordCount / 3
                return (bits[entropy.count] ^ checksum[0]) >> unused == 0
            }
        }
        guard matches else { throw .checksum }
        return entropy
    }

    /// Writes each word's number as 11 bits, the most significant first, and returns how many words there are.
    private static func pack(
        _ text: UnsafeRawBufferPointer, into bits: UnsafeMutableRawBufferPointer
    ) throws(SeedPhraseError) -> Int {
        let words = text.split(whereSeparator: isSpace)
        guard isWordCount(words.count) else { throw .wordCount(words.count) }
        for (number, word) in words.enumerated() {
            guard let index = WordList.english.index(of: word) else { throw .unknownWord(position: number + 1) }
            for bit in 0..<11 where index & (1 << (10 - bit)) != 0 {
                let place = number * 11 + bit
                bits[place / 8] |= 0x80 >> (place % 8)
            }
        }
        return words.count
    }
}

/// Entropy and checksum as one row of bits.
private struct BitReader {
    private let entropy: UnsafeRawBufferPointer
    private let checksum: UnsafeRawBufferPointer

    init(_ entropy: UnsafeRawBufferPointer, then checksum: UnsafeRawBufferPointer) {
        self.entropy = entropy
        self.checksum = checksum
    }

    func eleven(at start: Int) -> Int {
        (start..<start + 11).reduce(0) { value, place in
            let byte = place / 8
            let bits = byte < entropy.count ? entropy[byte] : checksum[byte - entropy.count]
            return value << 1 | Int(bits >> (7 - place % 8) & 1)
        }
    }
}

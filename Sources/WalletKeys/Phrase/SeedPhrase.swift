public import Salt

/// A seed phrase: 12, 15, 18, 21 or 24 English words that stand for a secret number and a checksum (BIP-39).
///
/// ```
/// | entropy: 128, 160, 192, 224 or 256 bits | checksum: the first 4...8 bits of SHA-256(entropy) |
/// | word 1: 11 bits | word 2: 11 bits | ...                                                      |
/// ```
///
/// The words stand in lower case, one space between two, in `SecretBytes` and nowhere else. A program that shows them lends each word's bytes to
/// `write(2)`; this library can't control what the terminal keeps of them.
public struct SeedPhrase: ~Copyable, Sendable {
    /// The number of words of a new phrase unless the user wants another number.
    public static let standardWordCount = 24
    /// The numbers of words that a phrase may have, fewest first.
    public static let wordCounts = [12, 15, 18, 21, 24]

    /// Three random places in a phrase of so many words, counted from 1, in their order: whoever has the phrase can type what stands there.
    package static func randomPlaces(among wordCount: Int) -> [Int] {
        Array((1...max(3, wordCount)).shuffled().prefix(3)).sorted()
    }
    /// The length of the longest phrase in bytes, written with single spaces.
    public static let maximumCount = standardWordCount * (WordList.longest + 1) - 1

    /// The number of words.
    public let wordCount: Int
    private let text: SecretBytes

    /// Draws a phrase of 24 words, which stand for 256 bits from the system's source of randomness.
    public static func generate() -> SeedPhrase {
        SeedPhrase(wordCount: standardWordCount, entropy: SecretBytes.random(count: 32))
    }

    /// Draws a phrase of 12, 15, 18, 21 or 24 words: 32 bits of randomness for every three.
    ///
    /// - Throws: ``SeedPhraseError/wordCount(_:)``.
    public static func generate(wordCount: Int) throws(SeedPhraseError) -> SeedPhrase {
        guard wordCounts.contains(wordCount) else { throw .wordCount(wordCount) }
        return SeedPhrase(wordCount: wordCount, entropy: SecretBytes.random(count: wordCount * 4 / 3))
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
        guard entropy.count == wordCount * 4 / 3, Self.wordCounts.contains(wordCount) else {
            throw .wordCount(wordCount)
        }
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

    func withSecret<Result: ~Copyable>(_ body: (borrowing SecretBytes) -> Result) -> Result { body(text) }

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

    /// True if a typed text is the word at the position, counted from 1; case and white space around it don't matter.
    public func isWord(_ typed: borrowing SecretBytes, at position: Int) -> Bool {
        typed.withBytes { typed in
            let words = typed.split(whereSeparator: isSpace).map { UnsafeRawBufferPointer(rebasing: $0) }
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

    private static func entropy(of text: borrowing SecretBytes) throws(SeedPhraseError) -> SecretBytes {
        let bits = try PhraseBits(packing: text)
        guard let entropy = bits.entropy() else { throw .checksum }
        return entropy
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

extension SeedPhrase {
    /// The 64-byte seed without a BIP-39 passphrase: 2,048 rounds of PBKDF2 with HMAC-SHA-512 over the phrase, about 5 ms.
    package func seed() -> SecretBytes {
        seed(salt: SecretBytes(copying: Self.saltStart))
    }

    /// The 64-byte seed with an optional BIP-39 passphrase, which is normalised (NFKD); none and the empty one are the same.
    ///
    /// - Throws: ``SeedPhraseError/passphrase(_:)`` for more than 1,024 bytes, a control character, or bytes that aren't UTF-8.
    package func seed(passphrase: borrowing SecretBytes?) throws(SeedPhraseError) -> SecretBytes {
        switch passphrase {
        case .none: return seed()
        case .some(let passphrase): return try seed(passphrase: passphrase)
        }
    }

    /// The 64-byte seed with a BIP-39 passphrase, which is normalised (NFKD); the empty one is none.
    ///
    /// - Throws: ``SeedPhraseError/passphrase(_:)`` for more than 1,024 bytes, a control character, or bytes that aren't UTF-8.
    package func seed(passphrase: borrowing SecretBytes) throws(SeedPhraseError) -> SecretBytes {
        seed(salt: try Self.salt(passphrase))
    }

    private static let saltStart = Array("mnemonic".utf8)

    private static func salt(_ passphrase: borrowing SecretBytes) throws(SeedPhraseError) -> SecretBytes {
        if let fault = Passphrase.fault(in: passphrase, minimumCount: 0) { throw .passphrase(fault) }
        guard let normal = CompatibilityDecomposition.decompose(passphrase) else { throw .passphrase(.notUTF8) }
        return SecretBytes(count: saltStart.count + normal.count) { salt in
            salt.copyBytes(from: saltStart)
            normal.withBytes {
                UnsafeMutableRawBufferPointer(rebasing: salt[saltStart.count...]).copyMemory(from: $0)
            }
        }
    }

    private func seed(salt: borrowing SecretBytes) -> SecretBytes {
        withSecret { PBKDF2.deriveSHA512(password: $0, salt: salt, rounds: 2048) }
    }
}

/// The reasons a text is no seed phrase; cases are only ever added.
///
/// Words are named by their position, never by their letters.
public enum SeedPhraseError: Error, Sendable, Hashable {
    /// A phrase has 12, 15, 18, 21 or 24 words; the text has this many.
    case wordCount(Int)
    /// The word at this position, counted from 1, isn't in the English list.
    case unknownWord(position: Int)
    /// Every word is in the list, but their checksum doesn't fit: a word is wrong or stands in the wrong place.
    case checksum
    /// The BIP-39 passphrase can't be one.
    case passphrase(PassphraseFault)
}

extension SeedPhraseError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .wordCount(let count): "a seed phrase has 12, 15, 18, 21 or 24 words, not \(count)"
        case .unknownWord(let position): "word \(position) is not in the list"
        case .checksum: "the checksum of the words does not fit"
        case .passphrase(let fault): "the BIP-39 passphrase can't be used: \(fault)"
        }
    }
}

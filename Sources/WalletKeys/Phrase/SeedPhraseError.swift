/// Why a text is no seed phrase; cases are only ever added.
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

/// Why a text isn't base58 of what was expected. Append-only.
public enum Base58Error: Error, Sendable, Hashable {
    /// A byte isn't in the alphabet; the offset is in bytes of UTF-8.
    case character(offset: Int)
    /// The text stands for another number of bytes.
    case count
}

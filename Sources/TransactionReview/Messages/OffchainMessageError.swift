/// Why something is no off-chain message.
public enum OffchainMessageError: String, Error, Hashable, Sendable, CaseIterable {
    /// It doesn't begin as one.
    case prefix
    /// A version that isn't known.
    case version
    /// A format that isn't known.
    case format
    /// It ends too early.
    case truncated
    /// The length isn't the text's.
    case length
    case noSigners
    case tooManySigners
    case duplicateSigner
    /// Version 1 lists its signers ascending.
    case unsortedSigners
    /// There is no text.
    case empty
    /// The text has bytes that its format doesn't allow.
    case characters
    /// The whole is longer than its format allows.
    case tooLong
}

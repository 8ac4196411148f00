/// The reason that a file isn't an offline request or its signature.
///
/// It tells the rule and the place, never the bytes.
public struct OfflineFault: Error, Hashable, Sendable {
    /// The rule that was broken. Append-only.
    public enum Code: String, Sendable, CaseIterable {
        /// The text has neither the two lines around it nor the beginning of a QR code's text.
        case envelope
        /// A line isn't 64 characters of base64 long, or the text isn't canonical base64.
        case base64
        /// More bytes than such a file may have.
        case tooLarge = "too-large"
        /// The bytes end inside a field.
        case truncated
        /// Bytes follow the last field.
        case trailing
        /// The bytes don't begin as those of such a file.
        case magic
        /// A version that isn't known here.
        case version
        /// The checksum doesn't fit: the file was damaged on its way.
        case checksum
        /// No such cluster, or a first block that isn't the cluster's.
        case cluster
        /// The message isn't one of Solana's.
        case message
        /// The signers aren't signers of the message, each once and in its order.
        case signers
        /// A text that isn't UTF-8.
        case text
        /// An account's kind that isn't known, or accounts that aren't in the order of their addresses, each once.
        case accounts
        /// Texts of QR codes of different files, or one that is no part of its file.
        case frames
        /// Some of the QR codes' texts aren't there.
        case framesMissing = "frames-missing"
    }

    /// The rule that was broken.
    public let code: Code

    /// The place of the break: in the text for ``Code/envelope``, ``Code/base64`` and ``Code/frames``, the number of the first code that is missing for
    /// ``Code/framesMissing``, else in the bytes.
    public let offset: Int

    /// Names a rule and the place of the break.
    public init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }
}

import DisplayText
import SolanaTransactions

/// What an off-chain message says, for someone who is asked to sign it.
public struct MessageReview: Hashable, Sendable {
    /// How the content is written.
    public enum Encoding: String, Sendable {
        /// UTF-8 text, with what can't be seen written as `\u{…}`.
        case text
        /// Lower-case hex digits, because the bytes aren't UTF-8.
        case hex
    }

    /// How the content is written.
    public let encoding: Encoding

    /// The whole message.
    public let content: String

    /// The number of the message's bytes.
    public let count: Int

    /// Whether nobody wrote this to be read: not UTF-8, or with control characters besides tab and line breaks.
    public let isBinary: Bool

    /// Reviews the bytes that would be signed.
    public init(_ bytes: [UInt8]) {
        count = bytes.count
        if let text = String(validating: bytes, as: UTF8.self) {
            encoding = .text
            content = VisibleText.escaping(text)
            isBinary = bytes.contains { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) || $0 == 0x7F }
        } else {
            encoding = .hex
            isBinary = true
            content = String(decoding: bytes.flatMap(Self.hexDigits), as: UTF8.self)
        }
    }

    /// Whether the bytes are a whole transaction, or the message of one, of any version.
    ///
    /// A page that has such bytes signed as a text has a transaction signed unseen. They are parsed to the last byte
    /// and not guessed at; only the limit of a transaction's size isn't looked at, which a cluster may raise.
    public static func isWholeTransaction(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { buffer in
            isTransaction(buffer) || isMessage(buffer)
        }
    }

    /// Whether the bytes begin as an off-chain message of any version, which `signOffchainMessage` builds by itself.
    public static func isOffchain(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xff] + "solana offchain".utf8)
    }

    private static func isTransaction(_ buffer: UnsafeRawBufferPointer) -> Bool {
        (try? MessageLayout.inTransaction(buffer)) != nil
    }

    private static func isMessage(_ buffer: UnsafeRawBufferPointer) -> Bool {
        var reader = ByteReader(buffer)
        return (try? MessageLayout(&reader)) != nil && reader.isAtEnd
    }

    private static func hexDigits(_ byte: UInt8) -> [UInt8] {
        [byte >> 4, byte & 0xf].map { $0 < 10 ? 0x30 + $0 : 0x57 + $0 }
    }
}

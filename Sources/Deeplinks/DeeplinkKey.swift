internal import Base58
public import Salt

/// A public X25519 key or an account's address: 32 bytes, written in base58.
public struct DeeplinkKey: Sendable, Hashable, CustomStringConvertible {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// Takes the key's bytes.
    ///
    /// - Throws: `SaltError.wrongCount`.
    public init(bytes: [UInt8]) throws(SaltError) {
        guard bytes.count == SaltBox.keyCount else {
            throw .wrongCount(expected: SaltBox.keyCount, found: bytes.count)
        }
        self.bytes = bytes
    }

    /// Reads a key in base58; nil where the text isn't one.
    public init?(_ text: String) {
        guard let bytes = try? Base58.decode(text, count: SaltBox.keyCount) else { return nil }
        self.bytes = bytes
    }

    /// The key in base58.
    public var description: String { Base58.encode(bytes) }
}

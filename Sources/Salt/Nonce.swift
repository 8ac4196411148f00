/// A number used once with one key: 24 bytes, as ``SaltBox``, ``SaltSecretBox`` and ``SaltAEAD`` take it.
///
/// It is long enough to be drawn at random for every message.
public struct Nonce: Sendable, Hashable {
    /// The length of a nonce in bytes.
    public static let count = 24

    /// The 24 bytes.
    public let bytes: [UInt8]

    /// Draws a nonce at random.
    public init() {
        bytes = Salt.randomBytes(count: Self.count)
    }

    /// Takes the nonce that came with a message.
    ///
    /// - Throws: ``SaltError/wrongCount(expected:found:)``.
    public init(bytes: some Collection<UInt8>) throws(SaltError) {
        try expect(Self.count, bytes.count)
        self.bytes = [UInt8](bytes)
    }
}

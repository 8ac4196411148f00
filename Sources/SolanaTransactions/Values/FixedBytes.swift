/// A value of a fixed number of bytes: a key, a signature, a hash.
///
/// The bytes stand in the value itself, as machine words in memory order. Copying one allocates nothing and
/// counts no references.
public protocol FixedBytes: Hashable, Sendable, BitwiseCopyable, CustomStringConvertible {
    /// The value whose bytes are all zero.
    init()

    /// The number of bytes in every value of this type.
    static var count: Int { get }
}

extension FixedBytes {
    /// Takes over `Self.count` bytes.
    ///
    /// - Throws: `CodingError` with `.length` where there are more or fewer; its offset is the number of bytes given.
    public init(bytes: some Collection<UInt8>) throws(CodingError) {
        guard bytes.count == Self.count else {
            throw CodingError(.length, at: bytes.count)
        }
        self.init()
        Swift.withUnsafeMutableBytes(of: &self) { own in
            own.copyBytes(from: bytes)
        }
    }

    /// A copy of the bytes.
    public var bytes: [UInt8] {
        withUnsafeBytes { own in
            Array(own)
        }
    }

    /// Lends the bytes without copying them to the heap.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try Swift.withUnsafeBytes(of: self, body)
    }
}

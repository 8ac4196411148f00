public import Base58

/// A value of a fixed number of bytes: a key, a signature, a hash.
///
/// The bytes are in the value itself, as machine words in memory order. A copy allocates nothing and counts no references.
public protocol FixedBytes: Hashable, Sendable, BitwiseCopyable, CustomStringConvertible {
    /// The value whose bytes are all zero.
    init()

    /// The number of bytes in every value of this type.
    static var count: Int { get }
}

extension FixedBytes {
    /// Copies `Self.count` bytes.
    ///
    /// - Throws: `CodingError` with `.length` if there are more or fewer; its offset is the number of bytes given.
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

extension FixedBytes {
    /// Reads the one base58 spelling of `Self.count` bytes.
    ///
    /// - Throws: `Base58Error` if `text` isn't base58 or spells another number of bytes.
    public init(base58 text: String) throws(Base58Error) {
        self.init()
        try Swift.withUnsafeMutableBytes(of: &self) { own throws(Base58Error) in
            try Base58.decode(text, into: own)
        }
    }

    /// The base58 spelling.
    public var base58: String {
        withUnsafeBytes { own in
            Base58.encode(own)
        }
    }

    /// The base58 spelling.
    public var description: String {
        base58
    }
}

/// The address of an account: an Ed25519 public key, or an address that a program derived and that has no key.
///
/// 32 bytes (RFC 8032, section 5.1.5); in base58, 32 to 44 characters.
public struct PublicKey: FixedBytes {
    private var word0: UInt64 = 0
    private var word1: UInt64 = 0
    private var word2: UInt64 = 0
    private var word3: UInt64 = 0

    /// 32 zero bytes, which are also the address of the System program.
    public init() {}

    /// The first 8 bytes, in memory order.
    package var firstWord: UInt64 { word0 }

    /// 32 bytes.
    public static let count = 32
}

extension PublicKey: Comparable {
    /// Compares the bytes from the first on, as a message orders its accounts.
    public static func < (left: PublicKey, right: PublicKey) -> Bool {
        left.withUnsafeBytes { left in
            right.withUnsafeBytes { right in
                left.lexicographicallyPrecedes(right)
            }
        }
    }
}

/// An Ed25519 signature over the bytes of a message. A transaction's first signature is also its name.
///
/// 64 bytes (RFC 8032, section 5.1.6); in base58, 64 to 88 characters. 64 zero bytes fill the slot of a signer that hasn't signed
/// yet.
public struct Signature: FixedBytes {
    private var word0: UInt64 = 0
    private var word1: UInt64 = 0
    private var word2: UInt64 = 0
    private var word3: UInt64 = 0
    private var word4: UInt64 = 0
    private var word5: UInt64 = 0
    private var word6: UInt64 = 0
    private var word7: UInt64 = 0

    /// 64 zero bytes: the slot of a signer that hasn't signed yet.
    public init() {}

    /// 64 bytes.
    public static let count = 64

    /// True if the slot is still empty.
    public var isEmpty: Bool {
        self == Signature()
    }
}

/// The value that decides when a transaction expires: the hash of a recent block, or the value of a durable nonce account.
///
/// 32 bytes (SHA-256); in base58, 32 to 44 characters.
public struct Blockhash: FixedBytes {
    private var word0: UInt64 = 0
    private var word1: UInt64 = 0
    private var word2: UInt64 = 0
    private var word3: UInt64 = 0

    /// 32 zero bytes.
    public init() {}

    /// 32 bytes.
    public static let count = 32
}

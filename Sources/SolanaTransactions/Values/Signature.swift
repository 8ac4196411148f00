/// An Ed25519 signature over the bytes of a message. The first one of a transaction is also the transaction's name.
///
/// 64 bytes (RFC 8032, section 5.1.6); in base58, 64 to 88 characters. 64 zero bytes stand in the slot of a signer who
/// hasn't signed yet.
public struct Signature: FixedBytes {
    private var word0: UInt64 = 0
    private var word1: UInt64 = 0
    private var word2: UInt64 = 0
    private var word3: UInt64 = 0
    private var word4: UInt64 = 0
    private var word5: UInt64 = 0
    private var word6: UInt64 = 0
    private var word7: UInt64 = 0

    /// 64 zero bytes: the slot of a signer who hasn't signed yet.
    public init() {}

    /// 64 bytes.
    public static let count = 64

    /// Whether the slot is still empty.
    public var isEmpty: Bool {
        self == Signature()
    }
}

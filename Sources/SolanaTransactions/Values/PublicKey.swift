/// The address of an account: an Ed25519 public key, or an address that a program derived and no key belongs to.
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

/// What a transaction's life is bound to: the hash of a recent block, or the value of a durable nonce account.
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

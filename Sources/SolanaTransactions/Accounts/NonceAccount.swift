/// A durable nonce, which a transaction can stand on instead of a recent block.
///
/// u32 version, u32 state (1), authority 32, nonce 32, lamports a signature u64: 80 bytes. Source: `solana-nonce`.
public struct NonceAccount: Hashable, Sendable {
    /// Who may move it on, withdraw from it, and hand it over.
    public let authority: PublicKey
    /// What a transaction has in the place of a recent block's hash.
    public let nonce: Blockhash

    /// The bytes of every nonce account.
    public static let count = 80

    /// Reads the contents of an account of 80 bytes that belongs to the System program.
    ///
    /// - Throws: `CodingError`: `.length`, `.uninitialized`, `.tag`.
    public init(decoding data: ByteSlice) throws(CodingError) {
        guard data.count == Self.count else { throw CodingError(.length, at: data.count) }
        self = try data.read { reader throws(CodingError) in try NonceAccount(&reader) }
    }

    private init(_ reader: inout ByteReader) throws(CodingError) {
        guard try reader.readInteger(as: UInt32.self) <= 1 else { throw CodingError(.tag, at: 0) }
        switch try reader.readInteger(as: UInt32.self) {
        case 0: throw CodingError(.uninitialized, at: 4)
        case 1: break
        default: throw CodingError(.tag, at: 4)
        }
        authority = try reader.readFixed()
        nonce = try reader.readFixed()
    }
}

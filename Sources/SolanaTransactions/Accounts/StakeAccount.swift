/// Who has a stake account in hand.
///
/// u32 state, rent reserve u64, staker 32, withdrawer 32, lockup (i64, u64, custodian 32), and the delegation, which isn't read here: 200 bytes.
/// Source: `solana-stake-interface`.
public struct StakeAccount: Hashable, Sendable {
    /// Who may delegate, split and deactivate it.
    public let staker: PublicKey
    /// Who may withdraw, and set both authorities.
    public let withdrawer: PublicKey
    /// Who may withdraw before the lockup ends; nobody where there is none.
    public let custodian: PublicKey?

    /// The bytes of every stake account.
    public static let count = 200

    /// Reads the contents of an account that belongs to the Stake program.
    ///
    /// - Throws: `CodingError`: `.length`, `.uninitialized`, `.tag`.
    public init(decoding data: ByteSlice) throws(CodingError) {
        guard data.count == Self.count else { throw CodingError(.length, at: data.count) }
        self = try data.read { reader throws(CodingError) in try StakeAccount(&reader) }
    }

    private init(_ reader: inout ByteReader) throws(CodingError) {
        switch try reader.readInteger(as: UInt32.self) {
        case 0: throw CodingError(.uninitialized, at: 0)
        case 1, 2: break
        default: throw CodingError(.tag, at: 0)
        }
        _ = try reader.skip(8)
        staker = try reader.readFixed()
        withdrawer = try reader.readFixed()
        _ = try reader.skip(16)
        custodian = try reader.readKeyOrZeros()
    }
}

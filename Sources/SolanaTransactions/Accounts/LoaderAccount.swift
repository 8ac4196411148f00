/// An account of the upgradeable loader: a program, its code, or code that is still being written.
///
/// ```
/// +--------+------------------------+        +--------+-----------------+        +--------+----------+------------------------+
/// | u32 1  | authority 1 (+32) code |        | u32 2  | code account 32 |        | u32 3  | slot u64 | authority 1 (+32) code |
/// +--------+------------------------+        +--------+-----------------+        +--------+----------+------------------------+
/// ```
///
/// Source: `solana-loader-v3-interface`.
public enum LoaderAccount: Hashable, Sendable {
    /// Code that is being written; nobody can go on where there is no authority.
    case buffer(authority: PublicKey?)
    /// A program, whose code stands in another account.
    case program(code: PublicKey)
    /// The code of a program as of a slot; nobody can change it where there is no authority.
    case code(slot: UInt64, authority: PublicKey?)

    /// Who may write, replace, close or hand it over.
    public var authority: PublicKey? {
        switch self {
        case .buffer(let authority), .code(_, let authority): authority
        case .program: nil
        }
    }

    /// Reads the beginning of an account that belongs to the upgradeable loader; the code isn't looked at.
    ///
    /// - Throws: `CodingError`: `.truncated`, `.uninitialized`, `.tag`.
    public init(decoding data: ByteSlice) throws(CodingError) {
        self = try data.read { reader throws(CodingError) in
            switch try reader.readInteger(as: UInt32.self) {
            case 0: throw CodingError(.uninitialized, at: 0)
            case 1: return .buffer(authority: try reader.readFlag() ? try reader.readFixed() : nil)
            case 2: return .program(code: try reader.readFixed())
            case 3:
                let slot: UInt64 = try reader.readInteger()
                return .code(slot: slot, authority: try reader.readFlag() ? try reader.readFixed() : nil)
            default: throw CodingError(.tag, at: 0)
            }
        }
    }
}

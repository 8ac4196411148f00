/// A token account: how much of one token somebody holds, and who else may take it.
///
/// ```
/// +---------+----------+-----------+--------------+----------+-------------+--------------------+--------------+
/// | mint 32 | owner 32 | amount u64| delegate 4+32| state u8 | reserve 4+8 | delegated amount u64| closer 4+32  |
/// +---------+----------+-----------+--------------+----------+-------------+--------------------+--------------+
/// ```
///
/// 165 bytes; Token-2022 has extensions behind them. Source: `spl-token-interface`, `spl-token-2022-interface`.
public struct TokenAccount: Hashable, Sendable {
    /// The token.
    public let mint: PublicKey
    /// Who holds it.
    public let owner: PublicKey
    /// In the token's smallest unit.
    public let amount: UInt64
    /// Who may take up to `delegatedAmount` besides the owner.
    public let delegate: PublicKey?
    /// How many tokens the delegate may take, in the token's smallest unit.
    public let delegatedAmount: UInt64
    /// Whether nothing can be moved until the mint's freeze authority allows it.
    public let isFrozen: Bool
    /// For wrapped SOL, the lamports that don't count as tokens; nil for any other token.
    public let nativeReserve: UInt64?
    /// Who may close it; the owner where there is none.
    public let closeAuthority: PublicKey?

    /// The bytes of an account without extensions.
    public static let count = 165

    /// Reads the contents of an account that belongs to either token program.
    ///
    /// - Throws: `CodingError`: `.truncated`, `.tag` for an option, state or kind without a meaning, `.uninitialized`.
    public init(decoding data: ByteSlice) throws(CodingError) {
        _ = try TokenExtension.list(in: data, kind: .account)
        self = try data.read { reader throws(CodingError) in try TokenAccount(&reader) }
    }

    private init(_ reader: inout ByteReader) throws(CodingError) {
        mint = try reader.readFixed()
        owner = try reader.readFixed()
        amount = try reader.readInteger()
        delegate = try reader.readOption { reader throws(CodingError) in try reader.readFixed() }
        let state = reader.offset
        switch try reader.readByte() {
        case 0: throw CodingError(.uninitialized, at: state)
        case 1: isFrozen = false
        case 2: isFrozen = true
        default: throw CodingError(.tag, at: state)
        }
        nativeReserve = try reader.readOption { reader throws(CodingError) in try reader.readInteger() }
        delegatedAmount = try reader.readInteger()
        closeAuthority = try reader.readOption { reader throws(CodingError) in try reader.readFixed() }
    }
}

/// A mint: what a token is, and who may make more of it or freeze it.
///
/// ```
/// +---------------------+-----------+-------------+--------------------+-----------------------+
/// | mint authority 4+32 | supply u64| decimals u8 | is initialized u8  | freeze authority 4+32 |
/// +---------------------+-----------+-------------+--------------------+-----------------------+
/// ```
///
/// 82 bytes; Token-2022 has extensions behind them. Source: `spl-token-interface`, `spl-token-2022-interface`.
public struct Mint: Hashable, Sendable {
    /// Who may make more; nobody where there is none.
    public let mintAuthority: PublicKey?
    /// How much there is, in the smallest unit.
    public let supply: UInt64
    /// How many decimal places the smallest unit stands behind the point.
    public let decimals: UInt8
    /// Who may freeze accounts of this token.
    public let freezeAuthority: PublicKey?
    /// What Token-2022 lets others do with the token.
    public let extensions: MintExtensions

    /// The bytes of a mint without extensions.
    public static let count = 82

    /// Reads the contents of a mint that belongs to either token program.
    ///
    /// - Throws: `CodingError`: `.truncated`, `.tag` for an option, flag or kind without a meaning, `.uninitialized`, and what an extension breaks.
    public init(decoding data: ByteSlice) throws(CodingError) {
        let base = try data.read { reader throws(CodingError) in try Base(&reader) }
        mintAuthority = base.mintAuthority
        supply = base.supply
        decimals = base.decimals
        freezeAuthority = base.freezeAuthority
        extensions = try MintExtensions(TokenExtension.list(in: data, kind: .mint))
    }

    private struct Base {
        let mintAuthority: PublicKey?
        let supply: UInt64
        let decimals: UInt8
        let freezeAuthority: PublicKey?

        init(_ reader: inout ByteReader) throws(CodingError) {
            mintAuthority = try reader.readOption { reader throws(CodingError) in try reader.readFixed() }
            supply = try reader.readInteger()
            decimals = try reader.readByte()
            guard try reader.readFlag() else { throw CodingError(.uninitialized, at: reader.offset - 1) }
            freezeAuthority = try reader.readOption { reader throws(CodingError) in try reader.readFixed() }
        }
    }
}

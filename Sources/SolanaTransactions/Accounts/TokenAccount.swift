/// A token account: an owner's amount of one token, and the keys that may take it.
///
/// ```
/// +---------+----------+-----------+--------------+----------+-------------+--------------------+--------------+
/// | mint 32 | owner 32 | amount u64| delegate 4+32| state u8 | reserve 4+8 | delegated amount u64| closer 4+32  |
/// +---------+----------+-----------+--------------+----------+-------------+--------------------+--------------+
/// ```
///
/// 165 bytes; Token-2022 puts extensions after them. Source: `spl-token-interface`, `spl-token-2022-interface`.
public struct TokenAccount: Hashable, Sendable {
    /// The token.
    public let mint: PublicKey
    /// The key that holds the tokens.
    public let owner: PublicKey
    /// The amount in the token's smallest unit.
    public let amount: UInt64
    /// The key that may take up to `delegatedAmount` besides the owner.
    public let delegate: PublicKey?
    /// The number of tokens that the delegate may take, in the token's smallest unit.
    public let delegatedAmount: UInt64
    /// True if nothing can be moved until the mint's freeze authority allows it.
    public let isFrozen: Bool
    /// For wrapped SOL, the lamports that don't count as tokens; nil for any other token.
    public let nativeReserve: UInt64?
    /// The key that may close the account; nil if that is the owner.
    public let closeAuthority: PublicKey?
    /// False if Token-2022 refuses every transfer out of it that nothing stands beside: tokens that never move, and an account that asks for memos.
    public let isMovable: Bool
    /// The reason that an extension keeps the account open; nil if none does.
    let extensionFault: TokenClosingFault?

    /// The size of an account without extensions, in bytes.
    public static let count = 165

    /// Reads the contents of an account that belongs to either token program.
    ///
    /// - Throws: `CodingError`: `.truncated`, `.tag` for an option, state or kind without a meaning, `.uninitialized`.
    public init(decoding data: ByteSlice) throws(CodingError) {
        let extensions = try TokenExtension.list(in: data, kind: .account)
        let isMovable = !extensions.contains { $0.type == 13 || $0.type == 8 && $0.value.first != 0 }
        let fault = TokenClosingFault(extensions)
        self = try data.read { reader throws(CodingError) in
            try TokenAccount(&reader, isMovable: isMovable, fault)
        }
    }

    private init(
        _ reader: inout ByteReader, isMovable: Bool, _ extensionFault: TokenClosingFault?
    ) throws(CodingError) {
        self.isMovable = isMovable
        self.extensionFault = extensionFault
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

/// A mint: the properties of a token, and the keys that may mint or freeze it.
///
/// ```
/// +---------------------+-----------+-------------+--------------------+-----------------------+
/// | mint authority 4+32 | supply u64| decimals u8 | is initialized u8  | freeze authority 4+32 |
/// +---------------------+-----------+-------------+--------------------+-----------------------+
/// ```
///
/// 82 bytes; Token-2022 puts extensions after them. Source: `spl-token-interface`, `spl-token-2022-interface`.
public struct Mint: Hashable, Sendable {
    /// The key that may mint more; nil if no key may.
    public let mintAuthority: PublicKey?
    /// The whole supply, in the smallest unit.
    public let supply: UInt64
    /// The number of decimal places of the smallest unit.
    public let decimals: UInt8
    /// The key that may freeze accounts of this token.
    public let freezeAuthority: PublicKey?
    /// The powers over the token that Token-2022 gives to others.
    public let extensions: MintExtensions

    /// The size of a mint without extensions, in bytes.
    public static let count = 82

    /// Reads the contents of a mint that belongs to either token program.
    ///
    /// - Throws: `CodingError`: `.truncated`, `.tag` for an option, flag or kind without a meaning, `.uninitialized`, and any
    ///   error of an extension.
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

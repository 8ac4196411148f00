/// The powers over a token that the extensions of its Token-2022 mint give to others.
///
/// Types, by their numbers: 1 transfer fee, 3 close authority, 6 default state, 9 non-transferable, 12 permanent delegate, 14 transfer hook, 19
/// metadata, 23 group member, 26 pausable. Others are only listed. Source: `spl-token-2022-interface`, `spl-token-metadata-interface`,
/// `spl-token-group-interface`.
public struct MintExtensions: Hashable, Sendable {
    /// A part of each transfer that is withheld from the recipient.
    public struct TransferFee: Hashable, Sendable {
        /// In hundredths of a per cent: the higher rate if another takes effect with an epoch.
        public let basisPoints: UInt16
        /// The most that is withheld from one transfer, in the token's smallest unit: the higher one.
        public let maximum: UInt64
        /// The key that may set another fee; nil if no key may.
        public let authority: PublicKey?
    }

    /// A program that every transfer calls and that can refuse it.
    public struct TransferHook: Hashable, Sendable {
        /// The program; nil if none is called.
        public let program: PublicKey?
        /// The key that may set another program; nil if no key may.
        public let authority: PublicKey?
    }

    /// A token's claims about itself. Anyone can write anything here: it proves nothing about the token.
    public struct Claims: Hashable, Sendable {
        /// The token's name for itself; it may hold anything, including invisible characters.
        public let name: String
        /// The token's short name for itself.
        public let symbol: String
        /// The address of further information, by the token's own claim.
        public let uri: String
        /// Further fields, in their order.
        public let attributes: [AssetAttribute]
    }

    /// The numbers of all extensions, in their order.
    public let types: [UInt16]
    /// The part of each transfer that is withheld; nil without the extension.
    public let transferFee: TransferFee?
    /// The program that each transfer calls; nil without the extension.
    public let transferHook: TransferHook?
    /// The key that may take or burn anyone's tokens at any time.
    public let permanentDelegate: PublicKey?
    /// The key that may close the mint.
    public let closeAuthority: PublicKey?
    /// True if new accounts of the token can't be used until they are thawed.
    public let isFrozenByDefault: Bool
    /// True if tokens can never be moved on.
    public let isNonTransferable: Bool
    /// The key that may stop all transfers.
    public let pauseAuthority: PublicKey?
    /// True if no transfer succeeds at this time.
    public let isPaused: Bool
    /// The token's claims about itself; nil if it makes none.
    public let claims: Claims?
    /// The group that the mint belongs to; nil if it belongs to none.
    public let membership: GroupMember?

    /// The extensions that are unknown here and may allow anything.
    public var unknownTypes: [UInt16] { types.filter { $0 > Self.lastKnownType } }

    /// The highest number that `spl-token-2022-interface` gives an extension: permissioned burn.
    private static let lastKnownType: UInt16 = 28

    init(_ list: [TokenExtension]) throws(CodingError) {
        func read<Value>(
            _ type: UInt16, _ body: (inout ByteReader) throws(CodingError) -> Value
        ) throws(CodingError) -> Value? {
            guard let found = list.first(where: { $0.type == type }) else { return nil }
            return try found.read(body)
        }
        types = list.map(\.type)
        transferFee = try read(1) { reader throws(CodingError) in try TransferFee(&reader) }
        closeAuthority = try read(3) { reader throws(CodingError) in try reader.readKeyOrZeros() } ?? nil
        let state = try read(6) { reader throws(CodingError) in try reader.readAccountState() }
        isFrozenByDefault = state == 2
        isNonTransferable = try read(9) { _ throws(CodingError) in true } ?? false
        permanentDelegate = try read(12) { reader throws(CodingError) in try reader.readKeyOrZeros() } ?? nil
        transferHook = try read(14) { reader throws(CodingError) in try TransferHook(&reader) }
        claims = try read(19) { reader throws(CodingError) in try Claims(&reader) }
        membership = try read(23) { reader throws(CodingError) in try GroupMember(&reader) }
        let pause = try read(26) { reader throws(CodingError) in
            (authority: try reader.readKeyOrZeros(), isPaused: try reader.readFlag())
        }
        pauseAuthority = pause?.authority
        isPaused = pause?.isPaused ?? false
    }
}

extension MintExtensions.TransferFee {
    /// Reads two authorities of 32 bytes, the withheld amount u64, and twice an epoch u64, a maximum u64 and basis points u16.
    fileprivate init(_ reader: inout ByteReader) throws(CodingError) {
        authority = try reader.readKeyOrZeros()
        _ = try reader.skip(PublicKey.count + 8)
        var (points, most): (UInt16, UInt64) = (0, 0)
        for _ in 0..<2 {
            _ = try reader.skip(8)
            most = max(most, try reader.readInteger())
            points = max(points, try reader.readInteger())
        }
        (basisPoints, maximum) = (points, most)
    }
}

extension MintExtensions.TransferHook {
    fileprivate init(_ reader: inout ByteReader) throws(CodingError) {
        authority = try reader.readKeyOrZeros()
        program = try reader.readKeyOrZeros()
    }
}

extension MintExtensions.Claims {
    /// Reads the authority and the mint of 32 bytes each, three texts with u32 counts, and pairs of texts.
    fileprivate init(_ reader: inout ByteReader) throws(CodingError) {
        _ = try reader.skip(2 * PublicKey.count)
        name = try reader.readText()
        symbol = try reader.readText()
        uri = try reader.readText()
        var attributes: [AssetAttribute] = []
        for _ in 0..<(try reader.readInteger(as: UInt32.self)) { attributes.append(try AssetAttribute(&reader)) }
        self.attributes = attributes
    }
}

/// One extension after a Token-2022 mint or token account, still encoded.
///
/// ```
/// +--------------------+-----------+-------------+-----------+------------+-------+ ...
/// | mint or account,   | kind u8   | type u16    | count u16 | value      | type  |
/// | zeros up to 165    | at 165    | from 166 on |           |            |       |
/// +--------------------+-----------+-------------+-----------+------------+-------+ ...
/// ```
///
/// The list ends at type 0, or if fewer than two bytes are left, as the program reads it.
struct TokenExtension {
    /// The kind of the account, from the byte after the padding.
    enum Kind: UInt8 {
        case mint = 1
        case account = 2

        /// The size of the part that Token has as well.
        var count: Int {
            switch self {
            case .mint: Mint.count
            case .account: TokenAccount.count
            }
        }
    }

    let type: UInt16
    let value: ByteSlice
    /// The start of the value in the account.
    let offset: Int

    /// The size of a multisignature account, which no account with extensions has.
    static let multisignatureCount = 355

    /// The extensions of an account; empty if it ends after the part that Token has as well.
    ///
    /// - Throws: `CodingError`: `.truncated`; `.padding` for other bytes than zeros before the kind; `.tag` for another kind or a
    ///   repeated extension; `.length` for the size of a multisignature account.
    static func list(in data: ByteSlice, kind: Kind) throws(CodingError) -> [TokenExtension] {
        guard data.count != kind.count else { return [] }
        guard data.count > TokenAccount.count else { throw CodingError(.truncated, at: data.count) }
        guard data.count != multisignatureCount else { throw CodingError(.length, at: data.count) }
        if let filled = (kind.count..<TokenAccount.count).first(where: { data[$0] != 0 }) {
            throw CodingError(.padding, at: filled)
        }
        guard data[TokenAccount.count] == kind.rawValue else { throw CodingError(.tag, at: TokenAccount.count) }
        return try data.read { reader throws(CodingError) in
            try reader.move(to: TokenAccount.count + 1)
            return try list(&reader, in: data)
        }
    }

    private static func list(
        _ reader: inout ByteReader, in data: ByteSlice
    ) throws(CodingError) -> [TokenExtension] {
        var extensions: [TokenExtension] = []
        while reader.end - reader.offset >= 2 {
            let start = reader.offset
            let type: UInt16 = try reader.readInteger()
            guard type != 0 else { break }
            guard !extensions.contains(where: { $0.type == type }) else { throw CodingError(.tag, at: start) }
            let count: UInt16 = try reader.readInteger()
            let range = try reader.skip(Int(count))
            extensions.append(
                TokenExtension(type: type, value: data.part(range), offset: range.lowerBound))
        }
        return extensions
    }

    /// Reads the value to its last byte.
    ///
    /// - Throws: Any error of `body`, and `.trailingBytes`, with offsets in the account.
    func read<Value>(_ body: (inout ByteReader) throws(CodingError) -> Value) throws(CodingError) -> Value {
        do throws(CodingError) {
            return try value.read { reader throws(CodingError) in
                let read = try body(&reader)
                guard reader.isAtEnd else { throw CodingError(.trailingBytes, at: reader.offset) }
                return read
            }
        } catch {
            throw CodingError(error.code, at: offset + error.offset)
        }
    }
}

/// What the extensions of a Token-2022 mint let others do with the token.
///
/// Types, by their numbers: 1 transfer fee, 3 close authority, 6 default state, 9 non-transferable, 12 permanent delegate, 14 transfer hook, 19
/// metadata, 26 pausable. Others are only listed. Source: `spl-token-2022-interface`, `spl-token-metadata-interface`.
public struct MintExtensions: Hashable, Sendable {
    /// A part of each transfer that is kept back from whoever receives it.
    public struct TransferFee: Hashable, Sendable {
        /// In hundredths of a per cent: the higher one where another comes into force with an epoch.
        public let basisPoints: UInt16
        /// The most that is kept back of one transfer, in the token's smallest unit: the higher one.
        public let maximum: UInt64
        /// Who may set another one; nobody where there is none.
        public let authority: PublicKey?
    }

    /// A program that every transfer calls, and which can refuse it.
    public struct TransferHook: Hashable, Sendable {
        /// None is called where there is none.
        public let program: PublicKey?
        /// Who may set another one; nobody where there is none.
        public let authority: PublicKey?
    }

    /// What a token says of itself. Anybody can write anything here: it tells nothing about what the token is.
    public struct Claims: Hashable, Sendable {
        /// What it calls itself; it may hold anything, also characters that can't be seen.
        public let name: String
        /// A short name.
        public let symbol: String
        /// Where it says there is more to read.
        public let uri: String
    }

    /// The numbers of all extensions, in their order.
    public let types: [UInt16]
    /// What is kept back of each transfer; nil without the extension.
    public let transferFee: TransferFee?
    /// What each transfer calls; nil without the extension.
    public let transferHook: TransferHook?
    /// Who may take or burn anybody's tokens at any time.
    public let permanentDelegate: PublicKey?
    /// Who may close the mint.
    public let closeAuthority: PublicKey?
    /// Whether new accounts of the token can't be used until somebody thaws them.
    public let isFrozenByDefault: Bool
    /// Whether tokens can never be moved on.
    public let isNonTransferable: Bool
    /// Who may stop all transfers.
    public let pauseAuthority: PublicKey?
    /// Whether no transfer succeeds at this time.
    public let isPaused: Bool
    /// What the token says of itself; nil where it says nothing.
    public let claims: Claims?

    /// Extensions that aren't known here, and may allow anything.
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
        let pause = try read(26) { reader throws(CodingError) in
            (authority: try reader.readKeyOrZeros(), isPaused: try reader.readFlag())
        }
        pauseAuthority = pause?.authority
        isPaused = pause?.isPaused ?? false
    }
}

extension MintExtensions.TransferFee {
    /// Two authorities of 32 bytes, what is kept back u64, and twice an epoch u64, a maximum u64 and basis points u16.
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
    /// Authority and mint of 32 bytes each, three texts with u32 counts, and pairs of texts that are left aside here.
    fileprivate init(_ reader: inout ByteReader) throws(CodingError) {
        _ = try reader.skip(2 * PublicKey.count)
        name = try reader.readText()
        symbol = try reader.readText()
        uri = try reader.readText()
        for _ in 0..<(try reader.readInteger(as: UInt32.self)) {
            _ = try reader.readText()
            _ = try reader.readText()
        }
    }
}

/// One extension behind a Token-2022 mint or token account, not looked into.
///
/// ```
/// +--------------------+-----------+-------------+-----------+------------+-------+ ...
/// | mint or account,   | kind u8   | type u16    | count u16 | value      | type  |
/// | zeros up to 165    | at 165    | from 166 on |           |            |       |
/// +--------------------+-----------+-------------+-----------+------------+-------+ ...
/// ```
///
/// The list ends at type 0, or where fewer than two bytes are left, as the program reads it.
struct TokenExtension {
    /// What the account is, as the byte behind the padding says.
    enum Kind: UInt8 {
        case mint = 1
        case account = 2

        /// Where what Token has as well ends.
        var count: Int {
            switch self {
            case .mint: Mint.count
            case .account: TokenAccount.count
            }
        }
    }

    let type: UInt16
    let value: ByteSlice
    /// Where the value begins in the account.
    let offset: Int

    /// The size of a multisignature account, which no account with extensions has.
    static let multisignatureCount = 355

    /// The extensions of an account, none where it ends with what Token has as well.
    ///
    /// - Throws: `CodingError`: `.truncated`; `.padding` for other bytes than zeros before the kind; `.tag` for another kind or an extension that
    ///   stands there twice; `.length` for the size of a multisignature account.
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
    /// - Throws: What `body` throws, and `.trailingBytes`, with offsets in the account.
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

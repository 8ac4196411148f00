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

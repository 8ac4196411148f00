import Salt

/// A record of the Solana Record Service.
///
/// ```
/// +------+----------+---------------+----------+-----------+-----------+---------------+------+
/// | u8 2 | class 32 | owner type u8 | owner 32 | frozen u8 | expiry i64| seed count u8 | seed |   then any data
/// +------+----------+---------------+----------+-----------+-----------+---------------+------+
/// ```
///
/// Source: `solana-record-service`, `program/src/state/record.rs`.
package struct SolRecord: Hashable, Sendable {
    package enum Owner: Hashable, Sendable {
        case key(PublicKey)
        /// The mint of a token: its holder owns the record.
        case token(mint: PublicKey)
    }

    package let recordClass: PublicKey
    package let owner: Owner
    package let isFrozen: Bool
    /// Seconds since 1970 after which the name belongs to nobody; 0 for never. The program doesn't enforce it.
    package let expiry: Int64
    package let seed: [UInt8]

    /// - Throws: `CodingError`: `.truncated`, `.tag`.
    package init(decoding data: ByteSlice) throws(CodingError) {
        self = try data.read { reader throws(CodingError) in try SolRecord(&reader) }
    }

    private init(_ reader: inout ByteReader) throws(CodingError) {
        guard try reader.readByte() == 2 else { throw CodingError(.tag, at: 0) }
        recordClass = try reader.readFixed()
        let kind = reader.offset
        let type = try reader.readByte()
        let key: PublicKey = try reader.readFixed()
        switch type {
        case 0: owner = .key(key)
        case 1: owner = .token(mint: key)
        default: throw CodingError(.tag, at: kind)
        }
        isFrozen = try reader.readFlag()
        expiry = try reader.readInteger()
        let count = try reader.readByte()
        seed = Array(reader.bytes(try reader.skip(Int(count))))
    }
}

/// The header of an account of the SPL Name Service: parent 32, owner 32, class 32, then data.
package struct NameAccount: Hashable, Sendable {
    package let parent: PublicKey
    package let owner: PublicKey
    package let nameClass: PublicKey

    /// The number of bytes before the data.
    package static let headerCount = 96

    /// - Throws: `CodingError`: `.truncated`.
    package init(decoding data: ByteSlice) throws(CodingError) {
        self = try data.read { reader throws(CodingError) in try NameAccount(&reader) }
    }

    fileprivate init(_ reader: inout ByteReader) throws(CodingError) {
        parent = try reader.readFixed()
        owner = try reader.readFixed()
        nameClass = try reader.readFixed()
    }
}

/// The record of a token that may hold a name: tag u8, bump u8, name account 32, owner 32, mint 32.
package struct NameTokenRecord: Hashable, Sendable {
    /// True if the token's holder owns the name now.
    package let isActive: Bool
    package let account: PublicKey
    package let mint: PublicKey

    package static let count = 98

    /// - Throws: `CodingError`: `.length`, `.tag`.
    package init(decoding data: ByteSlice) throws(CodingError) {
        guard data.count == Self.count else { throw CodingError(.length, at: data.count) }
        self = try data.read { reader throws(CodingError) in try NameTokenRecord(&reader) }
    }

    private init(_ reader: inout ByteReader) throws(CodingError) {
        let tag = try reader.readByte()
        guard tag <= 3 else { throw CodingError(.tag, at: 0) }
        isActive = tag == 2
        _ = try reader.skip(1)
        account = try reader.readFixed()
        _ = try reader.skip(32)
        mint = try reader.readFixed()
    }
}

/// A SOL record of the second version: what it says, and who has verified it for whom.
///
/// The header of a name, then u16 staleness validation, u16 validation of the right of association, u32 content count, then the id of each validation,
/// then the content. Ids have 0, 32, 20 and 32 bytes for none (0), Solana (1), Ethereum (2) and unverified Solana (3).
package struct VerifiedNameRecord: Hashable, Sendable {
    package let header: NameAccount
    package let staleness: Validation
    package let association: Validation
    package let content: [UInt8]

    package enum Validation: Hashable, Sendable {
        case none
        case solana(PublicKey)
        case ethereum
        case unverified
    }

    /// - Throws: `CodingError`: `.truncated`, `.tag`.
    package init(decoding data: ByteSlice) throws(CodingError) {
        self = try data.read { reader throws(CodingError) in try VerifiedNameRecord(&reader) }
    }

    private init(_ reader: inout ByteReader) throws(CodingError) {
        header = try NameAccount(&reader)
        let start = reader.offset
        let first: UInt16 = try reader.readInteger()
        let second: UInt16 = try reader.readInteger()
        let count: UInt32 = try reader.readInteger()
        staleness = try Self.validation(first, at: start, &reader)
        association = try Self.validation(second, at: start + 2, &reader)
        content = Array(reader.bytes(try reader.skip(Int(count))))
    }

    private static func validation(
        _ kind: UInt16, at offset: Int, _ reader: inout ByteReader
    ) throws(CodingError) -> Validation {
        switch kind {
        case 0: return .none
        case 1: return .solana(try reader.readFixed())
        case 2:
            _ = try reader.skip(20)
            return .ethereum
        case 3:
            _ = try reader.skip(32)
            return .unverified
        default: throw CodingError(.tag, at: offset)
        }
    }
}

/// A SOL record of the first version: the header of a name, a key of 32 bytes, and a signature of 64 by the name's owner.
package struct SignedNameRecord: Hashable, Sendable {
    package let key: PublicKey
    package let signature: Signature

    /// - Throws: `CodingError`: `.truncated`.
    package init(decoding data: ByteSlice) throws(CodingError) {
        self = try data.read { reader throws(CodingError) in try SignedNameRecord(&reader) }
    }

    private init(_ reader: inout ByteReader) throws(CodingError) {
        _ = try NameAccount(&reader)
        key = try reader.readFixed()
        signature = try reader.readFixed()
    }

    /// True if the owner has signed the key for this record: the text in hexadecimal of the key and the record's address.
    package func isSigned(by owner: PublicKey, in record: PublicKey) -> Bool {
        let digits = Array("0123456789abcdef".utf8)
        let text = (key.bytes + record.bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return SaltSign.verify(signature.bytes, of: text, publicKey: owner.bytes)
    }
}

/// What tells the label of a name's account: the header of a name, u32 count, UTF-8.
package enum ReverseName {
    /// - Throws: `CodingError`: `.truncated`, `.text`.
    package static func label(in data: ByteSlice) throws(CodingError) -> String {
        try data.read { reader throws(CodingError) in
            _ = try NameAccount(&reader)
            return try reader.readText()
        }
    }
}

/// The name that an address goes by: tag u8, which is 0 before it is set, and the account of a name.
package enum PrimaryName {
    /// - Throws: `CodingError`: `.length`, `.uninitialized`.
    package static func account(in data: ByteSlice) throws(CodingError) -> PublicKey {
        guard data.count == 1 + PublicKey.count else { throw CodingError(.length, at: data.count) }
        return try data.read { reader throws(CodingError) in
            guard try reader.readByte() != 0 else { throw CodingError(.uninitialized, at: 0) }
            return try reader.readFixed()
        }
    }
}

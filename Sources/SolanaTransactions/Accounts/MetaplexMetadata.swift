/// A token's claims about itself in an account beside its mint, in the format of Metaplex's program.
///
/// ```
/// +-------+---------------------+---------+--------------+---------------+-------------+
/// | key 4 | update authority 32 | mint 32 | name 4 + 32  | symbol 4 + 10 | uri 4 + 200 |
/// +-------+---------------------+---------+--------------+---------------+-------------+
/// | seller's fee u16 | creators 1, then 4 + 34 each | was sold u8 | is mutable u8       |
/// +------------------+------------------------------+-------------+---------------------+
/// | edition nonce 1, then 1 | standard 1, then 1 | collection 1, then verified u8 and 32 | ...
/// +-------------------------+--------------------+---------------------------------------+-----
/// ```
///
/// Texts have a u32 count before them and are padded with NULs; later fields are ignored. An option's first byte is 0 where its value is missing.
/// Accounts of before 2022 end or have zeros behind the URI. Anyone who makes a mint can write anything here but `verified`, which takes the
/// signature of the collection's authority: it proves nothing about the token. Source: `mpl-token-metadata`.
public struct MetaplexMetadata: Hashable, Sendable {
    /// The owner program of such accounts.
    public static let program = PublicKey("metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s")

    /// The bytes up to the end of the longest name, symbol and URI; naming a token takes no more.
    public static let mostCount = 1 + 2 * PublicKey.count + 3 * 4 + mostName + mostSymbol + mostURI

    /// The bytes of the longest account, with its collection.
    public static let wholeCount = 679

    private static let mostCreators: UInt32 = 5
    private static let (mostName, mostSymbol, mostURI) = (32, 10, 200)
    /// The first byte of such an account; the program has other kinds too.
    private static let key: UInt8 = 4

    /// The key that may change the contents.
    public let updateAuthority: PublicKey
    /// The mint of the token.
    public let mint: PublicKey
    /// The token's name for itself; it may hold anything, including invisible characters.
    public let name: String
    /// The token's short name for itself.
    public let symbol: String
    /// The address of further information, by the token's own claim.
    public let uri: String
    /// The collection that the token names; nil if it names none, or if the account was read only in part.
    public let collection: AssetCollection?

    /// The address of a token's metadata account, if it has one.
    public static func address(of mint: PublicKey) -> PublicKey { derived(from: mint, []) }

    /// The address of a token's edition account, which takes the mint's authority so that no more can be made.
    public static func edition(of mint: PublicKey) -> PublicKey { derived(from: mint, [Array("edition".utf8)]) }

    private static func derived(from mint: PublicKey, _ more: [[UInt8]]) -> PublicKey {
        do throws(SeedError) {
            return try PublicKey.findProgramAddress(
                seeds: [Array("metadata".utf8), program.bytes, mint.bytes] + more, programID: program
            ).address
        } catch {
            // Four seeds of at most 32 bytes can't be too many or too long.
            preconditionFailure("no metadata account: \(error)")
        }
    }

    /// True if an account of the program is of this kind.
    public static func isKind(of data: ByteSlice) -> Bool { data.count > 0 && data[0] == key }

    /// Reads the contents of an account that belongs to ``program``.
    ///
    /// - Throws: `CodingError`: `.truncated`, `.tag` for another kind, `.length` for a text longer than the program allows,
    ///   `.text`.
    public init(decoding data: ByteSlice) throws(CodingError) {
        self = try data.read { reader throws(CodingError) in try MetaplexMetadata(&reader) }
    }

    private init(_ reader: inout ByteReader) throws(CodingError) {
        guard try reader.readByte() == Self.key else { throw CodingError(.tag, at: 0) }
        updateAuthority = try reader.readFixed()
        mint = try reader.readFixed()
        name = try reader.readFilledText(most: Self.mostName)
        symbol = try reader.readFilledText(most: Self.mostSymbol)
        uri = try reader.readFilledText(most: Self.mostURI)
        // The program reads what stands here as leniently: accounts of its older versions end in other ways.
        collection = try? Self.readCollection(&reader)
    }

    private static func readCollection(_ reader: inout ByteReader) throws(CodingError) -> AssetCollection? {
        _ = try reader.skip(2)
        if try reader.readFlag() {
            let start = reader.offset
            let count: UInt32 = try reader.readInteger()
            guard count <= mostCreators else { throw CodingError(.length, at: start) }
            _ = try reader.skip(Int(count) * (PublicKey.count + 2))
        }
        _ = try reader.skip(2)
        for _ in 0..<2 where try reader.readFlag() { _ = try reader.skip(1) }
        guard try reader.readFlag() else { return nil }
        let isVerified = try reader.readFlag()
        return AssetCollection(address: try reader.readFixed(), isVerified: isVerified)
    }
}

extension ByteReader {
    /// A text with a u32 count before it, without the NULs at its end.
    fileprivate mutating func readFilledText(most count: Int) throws(CodingError) -> String {
        let start = offset
        guard try readInteger(as: UInt32.self) <= count else { throw CodingError(.length, at: start) }
        try move(to: start)
        let text = try readText()
        guard let end = text.unicodeScalars.lastIndex(where: { $0 != "\0" }) else { return "" }
        return String(text.unicodeScalars[...end])
    }
}

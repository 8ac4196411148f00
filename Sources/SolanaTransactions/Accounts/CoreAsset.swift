/// An NFT of Metaplex Core, which is one account and no token.
///
/// ```
/// +-------+----------+------------------------------+-----------+----------+-----------------+
/// | key 1 | owner 32 | update authority 1, then 32  | name 4+n  | uri 4+n  | number 1, then 8 |
/// +-------+----------+------------------------------+-----------+----------+-----------------+
/// | key 3 | place of the registry u64 | plugins ... | key 4 | count u32 | records |
/// +-------+---------------------------+-------------+-------+-----------+---------+
/// ```
///
/// The authority's key is missing where its first byte is 0, and is a collection where it is 2: the program puts an asset into a collection only with
/// the signature of the collection's authority. Texts have a u32 count before them. The second line is missing in an asset without plugins. A record is
/// the plugin's type u8, its authority (u8, and 32 where that is 3) and its place u64. Only plugin 6 is read, which has pairs of texts. Whoever makes an asset
/// can write any name here: it proves nothing. Source: `mpl-core`, `AssetV1`, `PluginHeaderV1`, `PluginRegistryV1`.
public struct CoreAsset: Hashable, Sendable {
    /// The owner program of such accounts.
    public static let program = PublicKey("CoREENxT6tW1HoK8ypY1SxRMZTcVPm7R94rH4PZNhX7d")

    /// The first byte of such an account; the program has other kinds too.
    public static let key: UInt8 = 1
    private static let (headerKey, registryKey): (UInt8, UInt8) = (3, 4)
    private static let attributesType: UInt8 = 6
    /// More plugins than the program has kinds of.
    private static let mostPlugins: UInt32 = 64

    /// The key that holds the asset.
    public let owner: PublicKey
    /// The collection that the asset belongs to, which the program vouches for; nil if it belongs to none.
    public let collection: AssetCollection?
    /// The asset's name for itself; it may hold anything, including invisible characters.
    public let name: String
    /// The address of further information, by the asset's own claim; nil if it can't be read.
    public let uri: String?
    /// The asset's traits; empty if it has none, or if they can't be read.
    public let attributes: [AssetAttribute]

    /// True if an account of the program is of this kind.
    public static func isKind(of data: ByteSlice) -> Bool { data.first == key }

    /// Reads the contents of an account that belongs to ``program``.
    ///
    /// - Throws: `CodingError`: `.truncated`, `.tag` for another kind, `.text`.
    public init(decoding data: ByteSlice) throws(CodingError) {
        self = try data.read { reader throws(CodingError) in try CoreAsset(&reader) }
    }

    private init(_ reader: inout ByteReader) throws(CodingError) {
        guard try reader.readByte() == Self.key else { throw CodingError(.tag, at: 0) }
        owner = try reader.readFixed()
        let authority = reader.offset
        switch try reader.readByte() {
        case 0: collection = nil
        case 1:
            collection = nil
            _ = try reader.skip(PublicKey.count)
        case 2: collection = AssetCollection(address: try reader.readFixed(), isVerified: true)
        default: throw CodingError(.tag, at: authority)
        }
        name = try reader.readText()
        // The owner and the name count without the rest, which an account read in part doesn't have.
        let uri = try? reader.readText()
        self.uri = uri
        attributes = uri == nil ? [] : (try? Self.readAttributes(&reader)) ?? []
    }

    private static func readAttributes(_ reader: inout ByteReader) throws(CodingError) -> [AssetAttribute] {
        if try reader.readFlag() { _ = try reader.skip(8) }
        guard !reader.isAtEnd else { return [] }
        guard try reader.readByte() == headerKey else { throw CodingError(.tag, at: reader.offset - 1) }
        try move(&reader)
        guard try reader.readByte() == registryKey else { throw CodingError(.tag, at: reader.offset - 1) }
        let count: UInt32 = try reader.readInteger()
        guard count <= mostPlugins else { throw CodingError(.length, at: reader.offset - 4) }
        for _ in 0..<count {
            let type = try reader.readByte()
            if try reader.readByte() == 3 { _ = try reader.skip(PublicKey.count) }
            guard type == attributesType else {
                _ = try reader.skip(8)
                continue
            }
            try move(&reader)
            guard try reader.readByte() == attributesType else { throw CodingError(.tag, at: reader.offset - 1) }
            var attributes: [AssetAttribute] = []
            for _ in 0..<(try reader.readInteger(as: UInt32.self)) { attributes.append(try AssetAttribute(&reader)) }
            return attributes
        }
        return []
    }

    /// Moves to a place in the account, which is the next u64.
    private static func move(_ reader: inout ByteReader) throws(CodingError) {
        let start = reader.offset
        guard let place = Int(exactly: try reader.readInteger(as: UInt64.self)) else {
            throw CodingError(.length, at: start)
        }
        try reader.move(to: place)
    }
}

/// A collection of Metaplex Core: `key 5`, its update authority of 32 bytes, its name and its URI. Source: `mpl-core`, `CollectionV1`.
public struct CoreCollection: Hashable, Sendable {
    private static let key: UInt8 = 5

    /// The collection's name for itself; it may hold anything, including invisible characters.
    public let name: String

    /// Reads the contents of an account that belongs to ``CoreAsset/program``.
    ///
    /// - Throws: `CodingError`: `.truncated`, `.tag` for another kind, `.text`.
    public init(decoding data: ByteSlice) throws(CodingError) {
        name = try data.read { reader throws(CodingError) in
            guard try reader.readByte() == Self.key else { throw CodingError(.tag, at: 0) }
            _ = try reader.skip(PublicKey.count)
            return try reader.readText()
        }
    }
}

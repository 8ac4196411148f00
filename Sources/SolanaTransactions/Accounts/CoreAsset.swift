/// An NFT of Metaplex Core, which is one account and no token.
///
/// ```
/// +-------+----------+------------------------------+-----------+----------+-----
/// | key 1 | owner 32 | update authority 1, then 32  | name 4+n  | uri 4+n  | ...
/// +-------+----------+------------------------------+-----------+----------+-----
/// ```
///
/// The authority's key is missing where its first byte is 0. Texts have a u32 count before them; later fields are ignored. Whoever makes an asset can write any name here: it
/// proves nothing. Source: `mpl-core`, `AssetV1`.
public struct CoreAsset: Hashable, Sendable {
    /// The owner program of such accounts.
    public static let program = PublicKey("CoREENxT6tW1HoK8ypY1SxRMZTcVPm7R94rH4PZNhX7d")

    /// The first byte of such an account; the program has other kinds too.
    private static let key: UInt8 = 1

    /// The key that holds the asset.
    public let owner: PublicKey
    /// The asset's name for itself; it may hold anything, including invisible characters.
    public let name: String

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
        case 0: break
        case 1, 2: _ = try reader.skip(PublicKey.count)
        default: throw CodingError(.tag, at: authority)
        }
        name = try reader.readText()
    }
}

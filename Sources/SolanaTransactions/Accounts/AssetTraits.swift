/// The collection that an NFT names.
public struct AssetCollection: Hashable, Sendable {
    /// The address of the collection: a mint, or an account of Metaplex Core.
    public let address: PublicKey
    /// True if the collection's own authority has said that the NFT belongs to it. Otherwise anybody could have written the address.
    public let isVerified: Bool

    public init(address: PublicKey, isVerified: Bool) {
        self.address = address
        self.isVerified = isVerified
    }
}

/// A trait of an NFT, in its maker's words. Both texts may hold anything, including invisible characters.
public struct AssetAttribute: Hashable, Sendable {
    public let name: String
    public let value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// Reads two texts with u32 counts before them.
    init(_ reader: inout ByteReader) throws(CodingError) {
        name = try reader.readText()
        value = try reader.readText()
    }
}

/// The place of a Token-2022 mint in a group of mints, by the mint's own extension.
///
/// ```
/// +---------+----------+---------------+
/// | mint 32 | group 32 | number u64    |
/// +---------+----------+---------------+
/// ```
///
/// The program writes it only with the signature of the group's authority. Source: `spl-token-group-interface`.
public struct GroupMember: Hashable, Sendable {
    /// The mint that belongs to the group.
    public let mint: PublicKey
    /// The group's own mint.
    public let group: PublicKey

    init(_ reader: inout ByteReader) throws(CodingError) {
        mint = try reader.readFixed()
        group = try reader.readFixed()
        _ = try reader.skip(8)
    }
}

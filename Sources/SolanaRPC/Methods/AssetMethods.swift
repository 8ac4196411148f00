public import JSONRPC
public import SolanaTransactions

/// The assets of an owner, by the index of a node that offers the Digital Asset Standard. It is the only way to compressed NFTs, which have no
/// account: what it says is that node's word.
///
/// Source: https://github.com/metaplex-foundation/digital-asset-standard-api
public struct GetAssetsByOwner: SolanaRPCMethod {
    public static let name = "getAssetsByOwner"

    /// The most assets of a page.
    public static let mostOnPage = 1_000

    public var owner: PublicKey
    /// The page, from 1.
    public var page: Int

    public init(owner: PublicKey, page: Int = 1) {
        self.owner = owner
        self.page = page
    }

    public var namedParameters: JSONObject? {
        [
            "ownerAddress": .string(owner.base58), "page": .number(page), "limit": .number(Self.mostOnPage),
        ]
    }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> [DigitalAsset] {
        let items = try result.member("items")
        let assets = try items.map { item throws(SolanaRPCError) in try DigitalAsset(item) }
        guard assets.count <= Self.mostOnPage else { throw items.fault }
        return assets
    }
}

extension SolanaRPC {
    /// The assets of an owner, by a node's index.
    public func getAssetsByOwner(_ owner: PublicKey, page: Int = 1) async throws(SolanaRPCError) -> [DigitalAsset] {
        try await answer(to: GetAssetsByOwner(owner: owner, page: page))
    }
}

/// One asset, by the index of a node that offers the Digital Asset Standard.
///
/// Source: as of ``GetAssetsByOwner``.
public struct GetAsset: SolanaRPCMethod {
    public static let name = "getAsset"

    public var address: PublicKey

    public init(address: PublicKey) { self.address = address }

    public var namedParameters: JSONObject? { ["id": .string(address.base58)] }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> DigitalAsset {
        let asset = try DigitalAsset(result)
        guard asset.address == address else { throw result.fault }
        return asset
    }
}

extension SolanaRPC {
    /// One asset, by a node's index.
    public func getAsset(_ address: PublicKey) async throws(SolanaRPCError) -> DigitalAsset {
        try await answer(to: GetAsset(address: address))
    }
}

/// An asset as a node's index describes it. Nothing of it is proven, and its texts may hold anything.
///
/// Only the address has to be readable: a maker who writes a number where a name belongs must not hide the assets beside it.
public struct DigitalAsset: Hashable, Sendable {
    public let address: PublicKey
    /// The holder; nil if the node doesn't say.
    public let owner: PublicKey?
    /// True if the asset has no account of its own and lives in a Merkle tree.
    public let isCompressed: Bool
    public let isBurnt: Bool
    public let name: String?
    public let symbol: String?
    /// The address of further information.
    public let uri: String?
    /// The collection. Nodes leave out those that aren't verified, unless they say so.
    public let collection: AssetCollection?
    public let collectionName: String?
    public let attributes: [AssetAttribute]

    init(_ value: RPCValue) throws(SolanaRPCError) {
        address = try value.member("id").publicKey()
        let json = value.json
        owner = json["ownership"]?["owner"].flatMap(Self.address)
        isCompressed = json["compression"]?["compressed"]?.bool == true
        isBurnt = json["burnt"]?.bool == true
        let metadata = json["content"]?["metadata"]
        name = metadata?["name"]?.text
        symbol = metadata?["symbol"]?.text
        uri = json["content"]?["json_uri"]?.text
        let group = json["grouping"]?.array?.first { $0["group_key"]?.text == "collection" }
        collection = group?["group_value"].flatMap(Self.address).map {
            AssetCollection(address: $0, isVerified: group?["verified"]?.bool != false)
        }
        collectionName = group?["collection_metadata"]?["name"]?.text
        attributes = Self.attributes(metadata?["attributes"])
    }

    /// Reads traits, whose values are texts, numbers or Booleans.
    package static func attributes(_ json: JSON?) -> [AssetAttribute] {
        (json?.array ?? []).compactMap { trait in
            guard let value = trait["value"] else { return nil }
            let text = value.text ?? value.number?.text ?? value.bool.map { $0 ? "true" : "false" }
            return text.map { AssetAttribute(name: trait["trait_type"]?.text ?? "", value: $0) }
        }
    }

    private static func address(_ json: JSON) -> PublicKey? { json.text.flatMap { try? PublicKey(base58: $0) } }
}

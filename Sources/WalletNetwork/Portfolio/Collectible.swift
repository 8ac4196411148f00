import SolanaRPC
public import SolanaTransactions
import TransactionReview

/// An NFT that an address holds. Its texts are its maker's claims, cut short, with nothing hidden in them.
public struct Collectible: Hashable, Sendable {
    /// The form of an NFT, which says how much of it a node can prove.
    public enum Kind: String, Sendable, CaseIterable {
        /// A mint of Token of which there is one.
        case token
        /// A mint of Token-2022 of which there is one.
        case token2022 = "token-2022"
        /// An asset of Metaplex Core.
        case core
        /// A leaf of a Merkle tree, which no account shows: an index of the node's says so.
        case compressed
    }

    /// A token account that holds an NFT.
    public struct Holding: Hashable, Sendable {
        public let address: PublicKey
        public let isFrozen: Bool

        public init(address: PublicKey, isFrozen: Bool) {
            self.address = address
            self.isFrozen = isFrozen
        }
    }

    /// The mint, the asset, or the compressed asset's ID.
    public let address: PublicKey
    public let kind: Kind
    /// The token account; nil for an NFT that is no token.
    public let holding: Holding?
    public let name: String?
    public let symbol: String?
    public let collection: AssetCollection?
    /// The collection's own name; nil if it isn't known.
    public internal(set) var collectionName: String?
    /// The address of further information, which stands on no chain.
    public let uri: String?
    public let attributes: [AssetAttribute]
    /// True if somebody can make more of it, so that it isn't the only one for ever.
    public let canMultiply: Bool

    /// The most characters of a name, of a trait and of an address.
    static let mostName = 64
    static let mostTrait = 128
    static let mostURI = 512
    /// The most traits.
    static let mostAttributes = 64
}

extension Collectible {
    /// A mint of which there is one, with whatever describes it; nil if it isn't one, or if nothing does.
    ///
    /// - Parameter metadata: The metadata beside the mint.
    init?(mint address: PublicKey, _ mint: Mint, of program: PublicKey, metadata: MetaplexMetadata?, holding: Holding?)
    {
        guard mint.decimals == 0, mint.supply == 1 else { return nil }
        let metadata = metadata.flatMap { $0.mint == address ? $0 : nil }
        // The mint's own claims count before those beside it, as everywhere.
        let claims = mint.extensions.claims
        guard claims != nil || metadata != nil else { return nil }
        let group = mint.extensions.membership.flatMap { $0.mint == address ? $0.group : nil }
        self.init(
            address: address, kind: program == TokenProgram.id ? .token : .token2022, holding: holding,
            name: Self.shown(claims?.name ?? metadata?.name), symbol: Self.shown(claims?.symbol ?? metadata?.symbol),
            collection: group.map { AssetCollection(address: $0, isVerified: true) } ?? metadata?.collection,
            collectionName: nil, uri: Self.shown(uri: claims?.uri ?? metadata?.uri),
            attributes: Self.shown(claims?.attributes ?? []),
            canMultiply: mint.mintAuthority.map { $0 != MetaplexMetadata.edition(of: address) } ?? false)
    }

    init(core address: PublicKey, _ asset: CoreAsset) {
        self.init(
            address: address, kind: .core, holding: nil, name: Self.shown(asset.name), symbol: nil,
            collection: asset.collection, collectionName: nil, uri: Self.shown(uri: asset.uri),
            attributes: Self.shown(asset.attributes), canMultiply: false)
    }

    init(compressed asset: DigitalAsset) {
        self.init(
            address: asset.address, kind: .compressed, holding: nil, name: Self.shown(asset.name),
            symbol: Self.shown(asset.symbol), collection: asset.collection,
            collectionName: Self.shown(asset.collectionName), uri: Self.shown(uri: asset.uri),
            attributes: Self.shown(asset.attributes), canMultiply: false)
    }

    static func shown(_ text: String?) -> String? {
        guard let text, !text.isEmpty else { return nil }
        return ClaimedText.shown(text, most: mostName)
    }

    /// Returns traits as they are shown: the first ones, each cut short, with nothing hidden in them.
    public static func shown(_ attributes: [AssetAttribute]) -> [AssetAttribute] {
        attributes.prefix(mostAttributes).map {
            AssetAttribute(
                name: ClaimedText.shown($0.name, most: mostTrait), value: ClaimedText.shown($0.value, most: mostTrait))
        }
    }

    /// An address isn't cut: one that is too long is none.
    private static func shown(uri: String?) -> String? {
        guard let uri, !uri.isEmpty, uri.utf8.count <= mostURI else { return nil }
        return ClaimedText.shown(uri, most: mostURI)
    }
}

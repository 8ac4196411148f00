import ApprovalQueue
import JSONRPC
import SolanaTransactions
import Synchronization
import WalletNetwork
import WalletRuntime
import WalletState

/// The NFTs of an account as nodes told of them at one time.
struct CollectibleListing: Sendable {
    let collectibles: [Collectible]
    /// The kinds of which no node has told anything.
    let missing: [Collectible.Kind]
    /// The kinds of which there are more than were read.
    let partial: [Collectible.Kind]
    let node: String
    let slot: UInt64

    struct Row {
        let collectible: Collectible
        let mark: HiddenTokens.Mark?

        /// The row's place in the list, which is the cursor of the rows after it: collections stand together, and hidden ones last.
        var place: String {
            let collection = collectible.collection.flatMap { $0.isVerified ? $0.address.base58 : nil } ?? "~"
            return "\(mark == nil ? 0 : 1)\(collection)/\(collectible.address.base58)"
        }

        var json: JSON { .object(collectible.json(mark)) }
    }

    /// Returns the rows after a page's cursor, as many as it wants.
    func rows(_ marks: [String: HiddenTokens.Mark], of page: ListPage) -> ArraySlice<Row> {
        let rows = collectibles.map { Row(collectible: $0, mark: marks[$0.address.base58]) }
            .sorted { $0.place.utf8.lexicographicallyPrecedes($1.place.utf8) }
        guard let cursor = page.cursor else { return rows.prefix(page.limit) }
        return rows.drop { !cursor.utf8.lexicographicallyPrecedes($0.place.utf8) }.prefix(page.limit)
    }
}

/// The last listings, from which later pages of a list are read: nodes aren't asked again for each.
final class CollectibleListings: Sendable {
    /// The most accounts whose listings are kept.
    private static let limit = 8

    private let listings = Mutex<[ClusterAccount: CollectibleListing]>([:])

    func listing(of key: ClusterAccount) -> CollectibleListing? { listings.withLock { $0[key] } }

    func keep(_ listing: CollectibleListing, of key: ClusterAccount) {
        listings.withLock { listings in
            if listings.count >= Self.limit, listings[key] == nil { listings = [:] }
            listings[key] = listing
        }
    }
}

extension Collectible {
    /// An NFT as clients get it: its kind says who vouches for it, and its texts are claims.
    func json(_ mark: HiddenTokens.Mark?) -> JSONObject {
        var json: JSONObject = ["address": .string(address.base58), "kind": .string(JSONString(kind.rawValue))]
        json["name"] = name.map { .string(JSONString($0)) }
        json["symbol"] = symbol.map { .string(JSONString($0)) }
        if let collection {
            var object: JSONObject = [
                "address": .string(collection.address.base58), "verified": .bool(collection.isVerified),
            ]
            object["name"] = collectionName.map { .string(JSONString($0)) }
            json["collection"] = .object(object)
        }
        json["tokenAccount"] = holding.map { .string($0.address.base58) }
        if holding?.isFrozen == true { json["frozen"] = true }
        if canMultiply { json["more"] = true }
        json["uri"] = uri.map { .string(JSONString($0)) }
        json["hidden"] = mark.map { .string(JSONString($0.rawValue)) }
        return json
    }

    static let form = ValueType.object([
        .required("address"), .required("kind"), .optional("name"), .optional("symbol"),
        .optional("collection", .object([.required("address"), .required("verified", .boolean), .optional("name")])),
        .optional("tokenAccount"), .optional("frozen", .boolean), .optional("more", .boolean), .optional("uri"),
        .optional("hidden"),
    ])
}

extension AssetAttribute {
    var json: JSON { ["name": .string(JSONString(name)), "value": .string(JSONString(value))] }

    static let list = ValueType.list(.object([.required("name"), .required("value")]))
}

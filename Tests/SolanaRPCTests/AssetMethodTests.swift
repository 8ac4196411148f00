import JSONRPC
import SolanaRPC
import SolanaTransactions
import Testing

/// What an index of assets may say, and what it can't.
@Suite struct AssetMethodTests {
    private let key = PublicKey("8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9")
    private let other = PublicKey("4m7FfrjpeiX9WZ1nRGa6qFL7WTSEFRftp8ZuHJG7LT1e")

    private func asked(_ items: JSON) async throws -> (assets: [DigitalAsset], question: JSON) {
        let node = ScriptedNode([ScriptedNode.result(["total": 1, "limit": 1_000, "page": 2, "items": items])])
        let assets = try await SolanaRPC(node).getAssetsByOwner(key, page: 2)
        return (assets, try #require(node.asked.first?.body))
    }

    @Test func `an owner's assets are asked for by name, and read with their collection and traits`() async throws {
        let (assets, question) = try await asked([
            [
                "id": .string(other.base58),
                "content": [
                    "json_uri": "https://leaf.example/9.json",
                    "metadata": [
                        "name": "Leaf #9", "symbol": "LEAF",
                        "attributes": [
                            ["trait_type": "Leaf", "value": "Oak"], ["trait_type": "Age", "value": 9],
                            ["value": true], ["trait_type": "Nothing"], ["trait_type": "List", "value": []], 7,
                        ],
                    ],
                ],
                "compression": ["compressed": true], "ownership": ["owner": .string(key.base58)],
                "grouping": [
                    ["group_key": "artist", "group_value": "somebody"],
                    [
                        "group_key": "collection", "group_value": .string(key.base58), "verified": false,
                        "collection_metadata": ["name": "Leaves"],
                    ],
                ],
            ]
        ])
        #expect(question["method"] == "getAssetsByOwner")
        #expect(question["params"] == ["ownerAddress": .string(key.base58), "page": 2, "limit": 1_000])
        let asset = try #require(assets.first)
        #expect(asset.address == other && asset.owner == key && asset.isCompressed && !asset.isBurnt)
        #expect(asset.name == "Leaf #9" && asset.symbol == "LEAF" && asset.uri == "https://leaf.example/9.json")
        #expect(asset.collection == AssetCollection(address: key, isVerified: false))
        #expect(asset.collectionName == "Leaves")
        #expect(
            asset.attributes == [
                AssetAttribute(name: "Leaf", value: "Oak"), AssetAttribute(name: "Age", value: "9"),
                AssetAttribute(name: "", value: "true"),
            ])
    }

    @Test func `fields of another kind are left out, and hide no asset beside them`() async throws {
        let (assets, _) = try await asked([
            [
                "id": .string(other.base58),
                "content": ["json_uri": 1, "metadata": ["name": 7, "attributes": "none"]],
                "compression": "yes", "ownership": ["owner": "nobody"], "grouping": [["group_key": "collection"]],
            ],
            ["id": .string(key.base58), "content": .null],
        ])
        #expect(assets.map(\.address) == [other, key])
        for asset in assets {
            #expect(asset.name == nil && asset.uri == nil && asset.owner == nil && asset.collection == nil)
            #expect(!asset.isCompressed && asset.attributes.isEmpty)
        }
    }

    @Test func `an asset without an address, a long page and another asset are faults`() async {
        let long = JSON.array(Array(repeating: ["id": .string(key.base58)], count: 1_001))
        for items: JSON in [[["id": "x"]], [[:]], .null, [7], long] {
            let node = SolanaRPC(ScriptedNode([ScriptedNode.result(["items": items])]))
            await #expect(throws: SolanaRPCError.self) { try await node.getAssetsByOwner(key) }
        }
        let node = SolanaRPC(ScriptedNode([ScriptedNode.result(["id": .string(other.base58)])]))
        await #expect(throws: SolanaRPCError.answer(method: "getAsset", path: "")) { try await node.getAsset(key) }
    }
}

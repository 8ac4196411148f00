import JSONRPC
import SolanaTransactions
import TestSupport
import Testing
import Wallet
import WalletRuntime

/// NFTs in their list and one by one: the real wallet and the local node, with an index of assets and without.
@Suite(.timeLimit(.minutes(5))) struct NFTTests {
    private struct Gallery {
        let node: LocalNode
        let life: WalletLife
        let account: PublicKey

        init(index: Bool = true) async throws {
            node = try LocalNode(["--slot-ms", "200"])
            life = try await WalletLife(network: LoopbackNetwork(node), clock: SystemMonotonicClock())
            _ = try await life.create().get()
            let accounts = try await life.browser.call("accounts.list").get()["accounts"]?.array
            account = try PublicKey(base58: #require(accounts?.first?["publicKey"]?.text))
            try node.control(["set": .string(account.base58), "lamports": 5_000_000_000])
            try node.putCollectibles(of: account, index: index)
        }

        func list(_ params: JSONObject = [:]) async throws -> JSON {
            try await life.browser.call("nfts.list", params).get()
        }

        func rows(_ params: JSONObject = [:]) async throws -> [JSON] {
            let answer = try await list(params)
            return try #require(answer["nfts"]?.array)
        }

        func details(_ seed: UInt8) async throws -> Result<JSON, RPCError> {
            try await life.commandLine.call("nfts.details", ["address": .string(Self.address(seed))])
        }

        static func address(_ seed: UInt8) -> String {
            (try? PublicKey(bytes: [UInt8](repeating: seed, count: 32)).base58) ?? "?"
        }
    }

    private func reason(_ outcome: Result<JSON, RPCError>) -> RPCReason? {
        guard case .failure(let error) = outcome else { return nil }
        return error.reason
    }

    @Test func `NFTs of every kind are listed with their names and collections, and nothing else is`() async throws {
        let gallery = try await Gallery()
        let answer = try await gallery.list()
        let rows = try #require(answer["nfts"]?.array)
        let byName = Dictionary(uniqueKeysWithValues: rows.map { ($0["address"]?.text ?? "", $0) })
        #expect(Set(byName.keys) == Set([11, 12, 13, 14, 15, 41, 42].map(Gallery.address)))
        #expect(answer["missing"] == [] && answer["partial"] == [])

        let lad = byName[Gallery.address(11)]
        #expect(lad?["kind"] == "token" && lad?["name"] == "Lad #1" && lad?["more"] == nil)
        #expect(
            lad?["collection"] == ["address": .string(Gallery.address(21)), "verified": true, "name": "Lads"])
        #expect(lad?["tokenAccount"]?.text == Gallery.address(111) && lad?["uri"] == "https://lads.example/1.json")
        let boss = byName[Gallery.address(13)]
        #expect(boss?["kind"] == "token-2022" && boss?["name"] == "Boss 7")
        #expect(
            boss?["collection"] == ["address": .string(Gallery.address(22)), "verified": true, "name": "Bosses"])
        let ape = byName[Gallery.address(14)]
        #expect(ape?["kind"] == "core" && ape?["name"] == "Ape 3" && ape?["tokenAccount"] == nil)
        #expect(ape?["collection"] == ["address": .string(Gallery.address(23)), "verified": true, "name": "Gang"])
        #expect(byName[Gallery.address(15)]?["frozen"] == true)
        let leaf = byName[Gallery.address(41)]
        #expect(leaf?["kind"] == "compressed" && leaf?["name"] == "Leaf #9")
        #expect(leaf?["collection"]?["name"] == "Leaves")
        // A maker who writes a number for a name hides nothing but the name.
        #expect(byName[Gallery.address(42)]?["name"] == nil)
    }

    @Test func `a collection that hasn't confirmed an NFT is told as unverified, and a hostile name hides nothing`()
        async throws
    {
        let gallery = try await Gallery(index: false)
        let claim = try #require(try await gallery.rows().first { $0["address"]?.text == Gallery.address(12) })
        #expect(claim["collection"]?["verified"] == false && claim["more"] == true)
        let name = try #require(claim["name"]?.text)
        #expect(name.hasPrefix("Claim 5 SOL") && name.contains(#"\u{202e}"#) && !name.contains("\u{202e}"))
        // Unverified, it doesn't stand among those of the collection.
        let places = try await gallery.rows().map { $0["address"]?.text }
        #expect(places.suffix(2) == [Gallery.address(15), Gallery.address(12)])
    }

    @Test func `what a node doesn't list is said, and the rest is listed all the same`() async throws {
        let gallery = try await Gallery(index: false)
        #expect(try await gallery.list()["missing"] == ["compressed"])
        try gallery.node.control([
            "fault": "error", "method": "getProgramAccounts", "code": -32010, "message": "excluded from index",
        ])
        let answer = try await gallery.list()
        #expect(answer["missing"] == ["core", "compressed"])
        #expect(Set((answer["nfts"]?.array ?? []).compactMap { $0["kind"]?.text }) == ["token", "token-2022"])
        try gallery.node.control([
            "fault": "error", "method": "getTokenAccountsByOwner", "code": -32603, "message": "no",
        ])
        #expect(try await reason(gallery.life.browser.call("nfts.list")) == .nodeFault)
    }

    @Test func `pages go on from one listing, and a hidden NFT stands last on every surface`() async throws {
        let gallery = try await Gallery()
        var (found, cursor): ([String], JSON?) = ([], nil)
        for page in 0..<9 {
            var params: JSONObject = ["limit": 2]
            params["cursor"] = cursor
            let answer = try await gallery.list(params)
            found += (answer["nfts"]?.array ?? []).compactMap { $0["address"]?.text }
            // The index goes away, and the list doesn't change in the middle.
            if page == 0 { try gallery.node.control(["assets": .null]) }
            cursor = answer["cursor"]
            if cursor == nil { break }
        }
        #expect(found.count == 7 && Set(found).count == 7)
        let lad: JSON = .string(Gallery.address(11))
        _ = try await gallery.life.browser.call("portfolio.hide", ["mint": lad, "as": "spam"]).get()
        let last = try await gallery.life.commandLine.call("nfts.list").get()["nfts"]?.array?.last
        #expect(last?["address"] == lad && last?["hidden"] == "spam")
        // No page sees any of it.
        #expect(try await reason(gallery.life.browser.call("nfts.list", gallery.life.page())) != nil)
    }

    @Test func `traits are told with their source, and only of an NFT that the account holds`() async throws {
        let gallery = try await Gallery()
        let boss = try await gallery.details(13).get()
        #expect(boss["from"] == "chain" && boss["nft"]?["name"] == "Boss 7")
        #expect(boss["attributes"] == [["name": "Level", "value": "7"], ["name": "Mood", "value": "grim"]])
        let ape = try await gallery.details(14).get()
        #expect(ape["from"] == "chain" && ape["attributes"]?[1] == ["name": "Eyes", "value": "Laser"])
        // Its account has none; the index says some, and another name, which doesn't count.
        let lad = try await gallery.details(11).get()
        #expect(lad["from"] == "node" && lad["nft"]?["name"] == "Lad #1")
        #expect(lad["attributes"]?.array?.count == 2)
        let leaf = try await gallery.details(41).get()
        #expect(leaf["from"] == "node" && leaf["nft"]?["kind"] == "compressed")
        #expect(leaf["attributes"]?[1] == ["name": "Age", "value": "9"])
        let frozen = try await gallery.details(15).get()
        #expect(frozen["from"] == nil && frozen["attributes"] == [])
        for seed: UInt8 in [31, 32, 33, 34, 43, 44, 99] {
            #expect(try await reason(gallery.details(seed)) == .nftUnknown, "\(seed)")
        }
    }
}

import SolanaTransactions
import TestSupport
import Testing

/// The accounts of NFTs, beside a second reading of their programs' layouts.
@Suite struct CollectibleAccountTests {
    private static let owner = PublicKey("4m7FfrjpeiX9WZ1nRGa6qFL7WTSEFRftp8ZuHJG7LT1e")
    private static let accounts = Result { try CollectibleAccount.all(of: owner) }

    private func data(_ what: String, _ program: PublicKey, at place: Int = 0) throws -> ByteSlice {
        let found = try Self.accounts.get().filter { $0.what == what && $0.program == program }
        return ByteSlice(try #require(found.indices.contains(place) ? found[place].data : nil))
    }

    private func key(_ seed: UInt8) throws -> PublicKey { try PublicKey(bytes: [UInt8](repeating: seed, count: 32)) }

    @Test func `a collection is read with the word of its authority, and an older account has none`() throws {
        let lad = try MetaplexMetadata(decoding: data("Lad #1", MetaplexMetadata.program))
        #expect(lad.name == "Lad #1" && lad.uri == "https://lads.example/1.json")
        #expect(lad.collection == AssetCollection(address: try key(21), isVerified: true))
        let claim = try MetaplexMetadata(decoding: data("claim", MetaplexMetadata.program))
        #expect(claim.collection == AssetCollection(address: try key(21), isVerified: false))
        #expect(try MetaplexMetadata(decoding: data("frozen", MetaplexMetadata.program)).collection == nil)
        // Cut off behind the URI, as naming a token asks for it.
        let whole = try data("Lad #1", MetaplexMetadata.program)
        let named = try MetaplexMetadata(decoding: whole.part(0..<MetaplexMetadata.mostCount))
        #expect(named.name == "Lad #1" && named.collection == nil)
        // More creators than the program allows: what follows is no collection.
        var bytes = Array(whole)
        bytes[MetaplexMetadata.mostCount + 3] = 6
        #expect(try MetaplexMetadata(decoding: ByteSlice(bytes)).collection == nil)
    }

    @Test func `the edition that takes a mint's authority is where Metaplex puts it`() throws {
        let mint = try Mint(decoding: data("Lad #1", TokenProgram.id))
        #expect(mint.mintAuthority == MetaplexMetadata.edition(of: try key(11)))
    }

    @Test func `a Token-2022 mint tells its traits and its group`() throws {
        let boss = try Mint(decoding: data("Boss 7", Token2022Program.id)).extensions
        #expect(boss.claims?.name == "Boss 7")
        #expect(
            boss.claims?.attributes == [
                AssetAttribute(name: "Level", value: "7"), AssetAttribute(name: "Mood", value: "grim"),
            ])
        #expect(try boss.membership?.mint == key(13))
        #expect(try boss.membership?.group == key(22))
        #expect(try Mint(decoding: data("collection", Token2022Program.id)).extensions.membership == nil)
    }

    @Test func `a Core asset tells its collection and its traits, from behind its other plugins`() throws {
        let ape = try CoreAsset(decoding: data("Ape 3", CoreAsset.program))
        #expect(ape.owner == Self.owner && ape.name == "Ape 3" && ape.uri == "https://ape.example/3.json")
        #expect(ape.collection == AssetCollection(address: try key(23), isVerified: true))
        #expect(
            ape.attributes == [
                AssetAttribute(name: "Fur", value: "Gold"), AssetAttribute(name: "Eyes", value: "Laser"),
            ])
        #expect(try CoreCollection(decoding: data("collection", CoreAsset.program)).name == "Gang")
        let plain = try CoreAsset(decoding: data("wrong: another holds it", CoreAsset.program))
        #expect(plain.collection == nil && plain.attributes.isEmpty)
    }

    /// Whoever makes an account writes its bytes. Each change is read or refused, and nothing is read beyond the end.
    @Test func `no account that was cut or changed is read beyond its end`() throws {
        for account in try Self.accounts.get() {
            let lengths = 0..<account.data.count
            for count in lengths { read(account.program, Array(account.data.prefix(count))) }
            for place in lengths {
                for value: UInt8 in [0, 1, 6, 255] {
                    var bytes = account.data
                    bytes[place] = value
                    read(account.program, bytes)
                }
            }
        }
        // The registry's place is where the account ends, and beyond.
        let ape = Array(try data("Ape 3", CoreAsset.program))
        let header = try #require(
            ape.indices.first { ape[$0] == 3 && $0 > 100 && ape[$0 + 2] == 0 && ape[$0 + 3] == 0 })
        for place in [UInt64(ape.count), .max, UInt64(Int64.max)] {
            var bytes = ape
            for index in 0..<8 { bytes[header + 1 + index] = UInt8(truncatingIfNeeded: place >> (index * 8)) }
            #expect(try CoreAsset(decoding: ByteSlice(bytes)).attributes.isEmpty)
        }
    }

    private func read(_ program: PublicKey, _ bytes: [UInt8]) {
        let data = ByteSlice(bytes)
        switch program {
        case MetaplexMetadata.program: _ = try? MetaplexMetadata(decoding: data)
        case CoreAsset.program:
            _ = try? CoreAsset(decoding: data)
            _ = try? CoreCollection(decoding: data)
        default: _ = try? Mint(decoding: data)
        }
    }
}

import JSONRPC
import Pictures
import SolanaRPC
import SolanaTransactions
import Synchronization
import TestSupport
import Testing
import Wallet
import WalletRuntime

/// Pictures of NFTs: the real wallet, a local node, the real `sidekey-picture`, and servers that answer as a test says.
@Suite(.timeLimit(.minutes(5))) struct PictureTests {
    private final class Servers: Sendable {
        private struct State {
            var answers: [String: Result<[UInt8], RPCTransportError>] = [:]
            var asked: [FileRequest] = []
        }

        private let state = Mutex(State())

        var asked: [FileRequest] { state.withLock(\.asked) }

        func put(_ url: String, _ answer: Result<[UInt8], RPCTransportError>) {
            state.withLock { $0.answers[url] = answer }
        }

        func put(_ url: String, _ text: String) { put(url, .success(Array(text.utf8))) }

        var fetch: FileFetch {
            { [self] request throws(RPCTransportError) in
                let answer = state.withLock { state in
                    state.asked.append(request)
                    return state.answers[request.address.url]
                }
                let bytes = try (answer ?? .failure(.status(404))).get()
                guard bytes.count <= request.bytes else { throw .tooLarge(limit: request.bytes) }
                return bytes
            }
        }
    }

    private struct Gallery {
        let servers = Servers()
        let node: LocalNode
        let life: WalletLife

        init(decodes: Bool = true) async throws {
            node = try LocalNode(["--slot-ms", "200"])
            let program = PictureProgram(path: BuiltProgram.picture.path)
            let decode: PictureDecode = { file throws(PictureFault) in try await program.decode(file) }
            life = try await WalletLife(
                network: LoopbackNetwork(node), clock: SystemMonotonicClock(), fetch: servers.fetch,
                decode: decodes ? decode : nil)
            _ = try await life.create().get()
            let accounts = try await life.browser.call("accounts.list").get()["accounts"]?.array
            let account = try PublicKey(base58: #require(accounts?.first?["publicKey"]?.text))
            try node.control(["set": .string(account.base58), "lamports": 5_000_000_000])
            try node.putCollectibles(of: account, index: true)
        }

        private func params(_ seed: UInt8) throws -> JSONObject {
            ["address": .string(try PublicKey(bytes: [UInt8](repeating: seed, count: 32)).base58)]
        }

        func picture(_ seed: UInt8) async throws -> Result<JSON, RPCError> {
            try await life.browser.call("nfts.picture", params(seed))
        }

        func details(_ seed: UInt8) async throws -> JSON {
            try await life.browser.call("nfts.details", params(seed)).get()
        }

        func error(_ seed: UInt8) async throws -> RPCError? {
            guard case .failure(let error) = try await picture(seed) else { return nil }
            return error
        }
    }

    /// Two by two pixels.
    private let gif: [UInt8] =
        Array("GIF89a".utf8) + [2, 0, 2, 0, 0x81, 0, 0] + [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]
        + [0x2C, 0, 0, 0, 0, 2, 0, 2, 0, 0, 2, 3, 0x44, 0x34, 0x05, 0, 0x3B]
    private let lad = "https://lads.example/1.json"

    @Test func `a picture is fetched when it is asked for and never before, and its file's traits come with it`()
        async throws
    {
        let gallery = try await Gallery()
        let traits = #"[{"trait_type":"Fur","value":"Go\u202eld"},{"trait_type":"Age","value":9},{"value":null},7]"#
        gallery.servers.put(lad, #"{"image":"https://art.example/a b.gif#x","attributes":\#(traits)}"#)
        gallery.servers.put("https://art.example/a%20b.gif", .success(gif))
        _ = try await gallery.life.browser.call("nfts.list").get()
        #expect(try await gallery.details(11)["picture"] == ["host": "lads.example"])
        #expect(gallery.servers.asked.isEmpty)
        let answer = try await gallery.picture(11).get()
        #expect(answer["width"] == 2 && answer["height"] == 2)
        #expect(answer["hosts"] == ["lads.example", "art.example"])
        let png = try Base64.decode(#require(answer["picture"]?.string))
        #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(answer["from"] == "file")
        #expect(
            answer["attributes"]
                == [["name": "Fur", "value": #"Go\u{202e}ld"#], ["name": "Age", "value": "9"]])
        // Each is a stranger's address, and small.
        #expect(gallery.servers.asked.allSatisfy { $0.isPublic })
        #expect(gallery.servers.asked.map { $0.bytes } == [262_144, 4_194_304])
        // No site sees any of it.
        let asked = try await gallery.life.browser.call("nfts.picture", gallery.life.page())
        guard case .failure = asked else { Issue.record("a page got a picture"); return }
    }

    @Test func `ipfs, ar and data lead where they say, and what the NFT holds takes no server`() async throws {
        let gallery = try await Gallery()
        #expect(try await gallery.details(15)["picture"] == ["host": "ipfs.io"])
        gallery.servers.put("https://ipfs.io/ipfs/bafy/1.json", #"{"image":"ar://abc_-1"}"#)
        gallery.servers.put("https://arweave.net/abc_-1", .success(gif))
        #expect(try await gallery.picture(15).get()["hosts"] == ["ipfs.io", "arweave.net"])
        gallery.servers.put(lad, #"{"image":"data:image/gif;base64,\#(Base64.encode(gif))"}"#)
        #expect(try await gallery.picture(11).get()["hosts"] == ["lads.example"])
        let escaped = gif.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        gallery.servers.put(lad, "\u{feff}" + #"{"image":"data:,\#(escaped)"}"#)
        #expect(try await gallery.picture(11).get()["width"] == 2)
    }

    @Test func `redirects are followed three times, and never to http or back into the user's networks`() async throws {
        let gallery = try await Gallery()
        func step(_ number: Int) throws -> RPCEndpoint { try RPCEndpoint("https://r\(number).example/") }
        gallery.servers.put(lad, .failure(.redirected(to: try step(1))))
        for number in 1...2 {
            gallery.servers.put(try step(number).url, .failure(.redirected(to: try step(number + 1))))
        }
        gallery.servers.put(try step(3).url, #"{"image":"data:image/gif;base64,\#(Base64.encode(gif))"}"#)
        let hosts: JSON = ["lads.example", "r1.example", "r2.example", "r3.example"]
        #expect(try await gallery.picture(11).get()["hosts"] == hosts)
        gallery.servers.put(try step(3).url, .failure(.redirected(to: try step(4))))
        #expect(try await gallery.error(11)?.reason == .pictureUnread)
        #expect(!gallery.servers.asked.contains { $0.address.host == "r4.example" })
        gallery.servers.put(lad, .failure(.redirected(to: try RPCEndpoint("http://localhost/"))))
        #expect(try await gallery.error(11)?.data["fault"] == "redirected")
        #expect(!gallery.servers.asked.contains { !$0.address.isSecure })
        gallery.servers.put(lad, .failure(.notPublic))
        #expect(try await gallery.error(11)?.data["fault"] == "not-public")
    }

    @Test func `each fault of a maker's file has its reason`() async throws {
        let gallery = try await Gallery()
        #expect(try await gallery.error(11)?.reason == .pictureUnread)
        let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        for file in [
            "", "<html>", "[]", "{}", #"{"image":7}"#, #"{"image":""}"#, #"{"image":"http://art.example/"}"#,
            #"{"image":"javascript:alert(1)"}"#, #"{"image":"file:///etc/passwd"}"#, #"{"image":"//art.example"}"#,
            #"{"image":"https://user@art.example/"}"#, #"{"image":"data:nothing"}"#, #"{"image":"data:;base64,!"}"#,
            #"{"image":"https://art.example/","more":\#(deep)}"#, #"{"image":"ipfs://a","image":"ipfs://b"}"#,
        ] {
            gallery.servers.put(lad, file)
            #expect(try await gallery.error(11)?.reason == .pictureNone, "\(file)")
        }
        #expect(!gallery.servers.asked.contains { $0.address.url != lad })
        gallery.servers.put(lad, .success([UInt8](repeating: 0x20, count: 256 << 10 + 1)))
        #expect(try await gallery.error(11)?.reason == .pictureTooLarge)
        gallery.servers.put(lad, #"{"image":"https://art.example/1"}"#)
        for (file, reason) in [
            (Array("<svg/>".utf8), .pictureKind), (Array(gif.prefix(30)), .pictureDamaged),
            (Array("GIF89a".utf8) + [255, 255, 255, 255, 0, 0, 0], .pictureTooLarge),
            ([UInt8](repeating: 0, count: 4 << 20 + 1), .pictureTooLarge),
        ] as [([UInt8], RPCReason)] {
            gallery.servers.put("https://art.example/1", .success(file))
            #expect(try await gallery.error(11)?.reason == reason)
        }
        #expect(try await gallery.error(99)?.reason == .nftUnknown)
        let without = try await Gallery(decodes: false)
        #expect(try await without.error(11)?.reason == .pictureUnavailable)
        #expect(without.servers.asked.isEmpty)
    }
}

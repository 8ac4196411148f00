import Foundation
import JSONRPC
import SolanaRPC
import Synchronization
import TestSupport
import Testing
import Wallet
import WalletRuntime

/// A list of bad sites that somebody signs and serves.
private final class ServedList: Sendable {
    private struct State {
        var files: [String: [UInt8]] = [:]
        var asked: [String] = []
    }

    static let address = "https://lists.example/bad.txt"
    private let signer: ListSigner
    private let state = Mutex(State())

    init(seed: UInt8 = 7) { signer = ListSigner(seed: seed) }

    var asked: [String] { state.withLock(\.asked) }

    var fetch: FileFetch {
        { [self] request throws(RPCTransportError) in
            let file = state.withLock { state in
                state.asked.append(request.address.url)
                return state.files[request.address.url]
            }
            guard let file else { throw .status(404) }
            guard file.count <= request.bytes else { throw .tooLarge(limit: request.bytes) }
            return file
        }
    }

    var key: String { get throws { try signer.key } }

    func signature(of list: [UInt8], comment: String) throws -> [UInt8] {
        try signer.signature(of: list, comment: comment)
    }

    func serve(_ list: String, at time: Int, url: String = address, damaging: Bool = false) throws {
        let bytes = Array(list.utf8)
        let signature = try signature(of: bytes, comment: "timestamp:\(time)\tfile:bad.txt")
        state.withLock { state in
            state.files[url] = damaging ? Array(bytes.dropLast()) : bytes
            state.files["\(url).minisig"] = signature
        }
    }

    func file(_ url: String) -> [UInt8]? { state.withLock { $0.files[url] } }

    func put(_ bytes: [UInt8]?, _ url: String) { state.withLock { $0.files[url] = bytes } }
}

/// Lists of bad sites: who may add them, what is taken, and what every surface says of a site on one.
@Suite(.timeLimit(.minutes(5))) struct SiteListsTests {
    private let served = ServedList()

    private func reason(_ outcome: Result<JSON, RPCError>) -> RPCReason? {
        guard case .failure(let error) = outcome else { return nil }
        return error.reason
    }

    private func fault(_ outcome: Result<JSON, RPCError>) -> String? {
        guard case .failure(let error) = outcome else { return nil }
        return error.data["fault"]?.text
    }

    private func ready(in home: ServiceFolder? = nil, clock: any MonotonicClock = ManualClock()) async throws
        -> WalletLife
    {
        let life = try await WalletLife(in: home, clock: clock, fetch: served.fetch)
        if home == nil { _ = try await life.create(["approvals": "risky"]).get() }
        _ = try await life.unlock().get()
        return life
    }

    private func params(_ more: JSONObject = [:]) throws -> JSONObject {
        var params: JSONObject = [
            "name": "Thieves", "source": .string(ServedList.address), "key": .string(try served.key),
        ]
        for member in more.members { params[member.name.string] = member.value }
        return params
    }

    private func add(to life: WalletLife, _ more: JSONObject = [:]) async throws -> Result<JSON, RPCError> {
        try await life.prove("sites.add", params(more))
    }

    private func site(_ life: WalletLife, _ id: String) async throws -> [JSON] {
        let shown = try await life.browser.call("approvals.get", ["id": .string(id)]).get()
        return shown["review"]?["site"]?.array ?? []
    }

    private func tables(_ life: WalletLife) throws -> [URL] {
        let folder = life.fixture.folder.appending(path: "sites")
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    }

    @Test func `no browser adds or removes a list, and the command line takes the passphrase`() async throws {
        let life = try await ready()
        try served.serve("thief.example\n", at: 100)
        #expect(try await reason(life.browser.call("sites.add", params())) == .methodUnknown)
        #expect(try await reason(life.commandLine.call("sites.add", params())) == .passphraseRequired)
        #expect(served.asked.isEmpty)
        let added = try await add(to: life).get()
        #expect(added["sites"] == 1 && added["signed"] == "100" && added["state"] == "intact")
        #expect(try await reason(add(to: life)) == .listExists)
        for name in ["", "a\nb", " a", "a\u{202e}b", String(repeating: "a", count: 49)] {
            #expect(try await reason(add(to: life, ["name": .string(JSONString(name))])) == .paramValue, "\(name)")
        }
        for source in [
            "http://lists.example/a", "lists.example", "file:///etc/passwd", "bad.txt", "https://a@b.example/",
        ] {
            #expect(try await reason(add(to: life, ["name": "b", "source": .string(source)])) == .paramValue)
        }
        let list = try #require(try await life.browser.call("sites.lists").get()["lists"]?.array?.first)
        // An address may hold a secret.
        #expect(list["source"] == "https://lists.example/…")
        let own = try await life.commandLine.call("sites.lists").get()["lists"]?.array?.first
        #expect(own?["source"]?.text == ServedList.address)
        #expect(try await reason(life.browser.call("sites.remove", ["name": "Thieves"])) == .methodUnknown)
        #expect(try await reason(life.commandLine.call("sites.remove", ["name": "Thieves"])) == .passphraseRequired)
        #expect(try tables(life).count == 1)
        _ = try await life.prove("sites.remove", ["name": "Thieves"]).get()
        #expect(try tables(life).isEmpty)
        #expect(try await reason(life.prove("sites.remove", ["name": "Thieves"])) == .listUnknown)
        let kinds = try await life.browser.call("activity.list").get()["entries"]?.array?.compactMap {
            $0["kind"]?.text
        }
        #expect(Set(kinds ?? []).isSuperset(of: ["list-added", "list-removed"]))
    }

    @Test func `a listed site is a danger in connect and in every request, and the list is named`() async throws {
        let life = try await ready()
        try served.serve(
            "thief.example\n*.vercel.app\ngithub.io\nother.vercel.app\nbad.shop.example\n", at: 100)
        // `vercel.app` and `github.io` belong to many people: a list can't call all of their sites bad.
        #expect(try await add(to: life).get()["skipped"] == 2)
        for host in ["https://honest.vercel.app", "https://dapp.example", "https://example.com"] {
            let id = try await life.ask("connect", ["origin": .string(host)])
            #expect(try await site(life, id).isEmpty, "\(host)")
            _ = try await life.browser.call("approvals.reject", ["id": .string(id)]).get()
        }
        let origin: JSONObject = ["origin": "https://app.thief.example"]
        let id = try await life.ask("connect", origin)
        let shown = try await life.browser.call("approvals.get", ["id": .string(id), "language": "en"]).get()
        #expect(shown["decision"] == "native" && shown["reasons"] == ["danger"])
        #expect(shown["confirm"] == ["place": "window", "by": "passphrase"])
        let finding = try await site(life, id).first
        #expect(finding?["id"] == "S02" && finding?["level"] == "danger")
        #expect(
            finding?["parameters"]
                == [
                    ["name": "site", "value": "app.thief.example"],
                    ["name": "list", "value": "Thieves", "quoted": true],
                ])
        let text = shown["shown"]?["findings"]?.array?.first?["text"]?.text
        #expect(text?.hasPrefix("app.thief.example is on the list “Thieves” that you added") == true, "\(text ?? "")")
        #expect(try await reason(life.approve(id)) == .nativeOnly)
        #expect(try await life.approveNatively(id).get()["state"] == "answered")
        // Unlike an imitation's, this danger stays.
        for _ in 0..<2 {
            let id = try await life.ask("signMessage", ["message": "aGVsbG8=", "origin": "https://app.thief.example"])
            #expect(try await site(life, id).first?["id"] == "S02")
            #expect(try await life.approveNatively(id).get()["state"] == "answered")
        }
        // A page that no list has, in a frame of one that a list has.
        let around = try await life.ask("connect", ["origin": "https://bad.shop.example"])
        _ = try await life.approveNatively(around).get()
        let framed = try await life.ask(
            "connect", ["origin": "https://pay.shop.example", "top": "https://bad.shop.example"])
        #expect(try await site(life, framed).first?["parameters"]?[0]?["value"] == "bad.shop.example")
    }

    @Test func `a list that comes while a request waits is seen before it is signed`() async throws {
        let life = try await ready()
        let id = try await life.ask("connect", ["origin": "https://thief.example"])
        let shown = try await life.browser.call("approvals.get", ["id": .string(id)]).get()
        #expect(shown["decision"] == "popup")
        try served.serve("thief.example\n", at: 100)
        _ = try await add(to: life).get()
        let params: JSONObject = [
            "id": .string(id), "digest": try #require(shown["summary"]?["digest"]),
            "review": try #require(shown["reviewHash"]),
        ]
        #expect(try await reason(life.browser.call("approvals.approve", params)) == .reviewMismatch)
    }

    @Test func `before the first unlock no list is known, and the approval that unlocks is shown the danger first`()
        async throws
    {
        let before = try await ready()
        try served.serve("thief.example\n", at: 100)
        _ = try await add(to: before).get()
        await before.fixture.service.shutDown()
        let life = try await WalletLife(in: before.fixture.home, fetch: served.fetch)
        #expect(try await reason(life.browser.call("sites.lists")) == .locked)
        #expect(try await reason(life.browser.call("sites.update", ["name": "Thieves"])) == .locked)
        let id = try await life.ask("connect", ["origin": "https://thief.example"])
        let shown = try await life.browser.call("approvals.get", ["id": .string(id)]).get()
        #expect(shown["reasons"] == ["locked"] && shown["review"]?["site"] == nil)
        _ = try await life.unlock().get()
        let params: JSONObject = [
            "id": .string(id), "digest": try #require(shown["summary"]?["digest"]),
            "review": try #require(shown["reviewHash"]),
        ]
        #expect(try await reason(life.browser.call("approvals.approve", params)) == .reviewMismatch)
        #expect(try await site(life, id).first?["id"] == "S02")
    }

    @Test func `another key's, a changed, cut, older or oversized list takes no place, and the one before it stays`()
        async throws
    {
        let life = try await ready()
        let url = ServedList.address
        func update() async throws -> Result<JSON, RPCError> {
            try await life.browser.call("sites.update", ["name": "Thieves"])
        }
        try served.serve("thief.example\n", at: 100, damaging: true)
        #expect(try await fault(add(to: life)) == "signature")
        try served.serve("thief.example\n", at: 100)
        let other = ServedList(seed: 9)
        #expect(try await fault(add(to: life, ["key": .string(other.key)])) == "other-key")
        #expect(try await fault(life.prove("sites.add", params(["source": "https://lists.example/none"]))) == "status")
        _ = try await add(to: life).get()

        try served.serve("thief.example\nmore.example\n", at: 200)
        #expect(try await update().get()["sites"] == 2)
        #expect(try tables(life).count == 1)
        // The list of before, which its key once signed.
        try served.serve("thief.example\n", at: 199)
        #expect(try await reason(update()) == .listOlder)
        try other.serve("good.example\n", at: 300)
        for url in [url, "\(url).minisig"] { served.put(other.file(url), url) }
        #expect(try await fault(update()) == "other-key")
        try served.serve("thief.example\nmore.example\n", at: 300, damaging: true)
        #expect(try await fault(update()) == "signature")
        let plain = Array("good.example\n".utf8)
        served.put(plain, url)
        served.put(try served.signature(of: plain, comment: "a list without a time"), "\(url).minisig")
        #expect(try await fault(update()) == "time")
        served.put(Array(try served.signature(of: plain, comment: "timestamp:400").dropLast(3)), "\(url).minisig")
        #expect(try await fault(update()) == "form")
        let empty = Array("# nothing\ngithub.io\n".utf8)
        served.put(empty, url)
        served.put(try served.signature(of: empty, comment: "timestamp:400"), "\(url).minisig")
        #expect(try await reason(update()) == .listUnfit)
        let long = [UInt8](repeating: UInt8(ascii: "#"), count: 16 << 20 + 1)
        served.put(long, url)
        #expect(try await fault(update()) == "too-large")
        served.put(nil, url)
        #expect(try await fault(update()) == "status")

        let list = try await life.commandLine.call("sites.lists").get()["lists"]?.array?.first
        #expect(list?["sites"] == 2 && list?["signed"] == "200" && list?["failure"] == "list-unread")
        let id = try await life.ask("connect", ["origin": "https://more.example"])
        #expect(try await site(life, id).first?["id"] == "S02")
        try served.serve("thief.example\n", at: 200)
        #expect(try await update().get()["failure"] == nil)
    }

    @Test func `a damaged or missing file is told, and never means that a site is clean`() async throws {
        let life = try await ready()
        // One site for each damage: three rejections would make a site wait.
        try served.serve("thief0.example\nthief1.example\nthief2.example\n", at: 100)
        _ = try await add(to: life).get()
        let table = try #require(try tables(life).first)
        func state() async throws -> JSON? {
            try await life.browser.call("sites.lists").get()["lists"]?[0]?["state"]
        }
        for damage in 0..<3 {
            switch damage {
            case 0: try FileManager.default.removeItem(at: table)
            case 1:
                // The table of another list, with no thief in it.
                try served.serve("good.example\n", at: 100, url: "https://lists.example/other.txt")
                _ = try await add(to: life, ["name": "Other", "source": "https://lists.example/other.txt"]).get()
                let other = try #require(try tables(life).first { $0 != table })
                try Data(contentsOf: other).write(to: table)
                _ = try await life.prove("sites.remove", ["name": "Other"]).get()
            default: try Data().write(to: table)
            }
            #expect(try await state() == "damaged")
            let id = try await life.ask("connect", ["origin": .string("https://thief\(damage).example")])
            let finding = try await site(life, id).first
            #expect(finding?["id"] == "S03" && finding?["level"] == "warning")
            #expect(finding?["parameters"] == [["name": "list", "value": "Thieves", "quoted": true]])
            _ = try await life.browser.call("approvals.reject", ["id": .string(id)]).get()
            _ = try await life.browser.call("sites.update", ["name": "Thieves"]).get()
            #expect(try await state() == "intact")
            let again = try await life.ask("connect", ["origin": .string("https://thief\(damage).example")])
            #expect(try await site(life, again).first?["id"] == "S02")
            _ = try await life.browser.call("approvals.reject", ["id": .string(again)]).get()
        }
    }

    @Test func `a list is read from a file too, and neither folders nor pipes are waited for`() async throws {
        let life = try await ready()
        let folder = life.fixture.folder
        let file = folder.appending(path: "list.txt")
        let bytes = Array("thief.example\n".utf8)
        try Data(bytes).write(to: file)
        try Data(served.signature(of: bytes, comment: "timestamp:5")).write(
            to: folder.appending(path: "list.txt.minisig"))
        let added = try await add(to: life, ["source": .string(JSONString(file.path))]).get()
        #expect(added["sites"] == 1 && added["source"]?.text == file.path)
        #expect(served.asked.isEmpty)
        let shown = try await life.browser.call("sites.lists").get()["lists"]?[0]?["source"]
        #expect(shown == "…/list.txt")
        mkfifo("\(folder.path)/pipe", 0o600)
        for name in ["pipe", "sites", "nothing"] {
            let path = folder.appending(path: name).path
            #expect(
                try await fault(add(to: life, ["name": "b", "source": .string(JSONString(path))])) == "file", "\(name)")
        }
    }

    @Test func `a list is read again once a day while the wallet is unlocked, and not with the network off`()
        async throws
    {
        let clock = ManualClock()
        let wallClock = MovingDate()
        let life = try await WalletLife(clock: clock, wallClock: wallClock, fetch: served.fetch)
        _ = try await life.create().get()
        _ = try await life.unlock().get()
        try served.serve("thief.example\n", at: 100)
        _ = try await add(to: life).get()
        func passes(_ hours: Int, asking wanted: Int) async throws {
            let before = served.asked.count
            wallClock.advance(hours: hours)
            // The session stays: only the looks at what is due are told the time.
            for _ in 0..<(wanted == 0 ? 10 : 500) where wanted == 0 || served.asked.count < before + wanted {
                clock.advance(by: .seconds(601))
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(served.asked.count == before + wanted)
        }
        try await passes(1, asking: 0)
        try await passes(24, asking: 2)
        try await passes(1, asking: 0)
        _ = try await life.browser.call("vault.lock").get()
        try await passes(48, asking: 0)
        _ = try await life.unlock().get()
        _ = try await life.prove("policy.set", ["network": ["cluster": "mainnet", "off": true, "endpoints": [:]]]).get()
        #expect(try await reason(life.browser.call("sites.update", ["name": "Thieves"])) == .noNetwork)
        #expect(served.asked.count == 4)
    }
}

/// A date that a test moves.
private final class MovingDate: WallClock {
    private let time = Mutex<Int64>(1_800_000_000_000)
    var milliseconds: Int64 { time.withLock { $0 } }
    func advance(hours: Int) { time.withLock { $0 += Int64(hours) * 3_600_000 } }
}

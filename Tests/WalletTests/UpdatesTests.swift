import Foundation
import JSONRPC
import SignedLists
import SolanaRPC
import Synchronization
import TestSupport
import Testing
import Wallet
import WalletRuntime

/// A server with a list of releases, and the two keys that may sign it.
private final class ReleaseServer: Sendable {
    private struct State {
        var files: [String: Result<[UInt8], RPCTransportError>] = [:]
        var asked: [String] = []
        var isOff = false
    }

    static let address = "https://releases.example/list.json?channel=stable"
    private static let beside = "https://releases.example/list.json.minisig?channel=stable"
    let signers = [ListSigner(seed: 1), ListSigner(seed: 2)]
    private let state = Mutex(State())

    var asked: Int { state.withLock { $0.asked.count } }

    func source(floor: UInt64 = 0, kind: ReleaseSource.Kind = .deb) throws -> ReleaseSource {
        ReleaseSource(
            kind: kind,
            place: ReleaseSource.Place(
                address: Self.address, keys: try signers.map { try Minisign.PublicKey($0.key) }, counter: floor))
    }

    var fetch: FileFetch {
        { [self] request throws(RPCTransportError) in
            let file = state.withLock { state in
                state.asked.append(request.address.url)
                return state.files[request.address.url]
            }
            let bytes = try file?.get() ?? []
            guard file != nil else { throw .status(404) }
            guard bytes.count <= request.bytes else { throw .tooLarge(limit: request.bytes) }
            return bytes
        }
    }

    static func list(_ counter: UInt64, _ version: String = "1.3.0", urgent: Bool = false, notes: String = "a")
        -> [UInt8]
    {
        Array(
            """
            {"format":1,"counter":"\(counter)","version":"\(version)","date":"2026-12-01","urgent":\(urgent),\
            "notes":"https://sidekey.app/\(notes)","packages":[],"extensions":[]}
            """.utf8)
    }

    func serve(_ list: [UInt8], by signer: ListSigner? = nil, signed: [UInt8]? = nil) throws {
        let signature = try (signer ?? signers[0]).signature(of: signed ?? list, comment: "timestamp:1")
        state.withLock { state in
            state.files[Self.address] = .success(list)
            state.files[Self.beside] = .success(signature)
        }
    }

    func fail(_ error: RPCTransportError) { state.withLock { $0.files[Self.beside] = .failure(error) } }
}

/// A date that a test moves.
private final class SetClock: WallClock {
    private let time = Mutex<Int64>(1_800_000_000_000)

    var milliseconds: Int64 { time.withLock { $0 } }

    func move(by milliseconds: Int64) { time.withLock { $0 += milliseconds } }
}

/// Updates: what is taken of a list of releases, what is refused, and who asks for it when.
@Suite(.timeLimit(.minutes(5))) struct UpdatesTests {
    private let server = ReleaseServer()
    private let date = SetClock()

    private func life(
        _ source: ReleaseSource? = nil, in home: ServiceFolder? = nil, clock: any MonotonicClock = ManualClock()
    ) async throws -> WalletLife {
        try await WalletLife(
            in: home, clock: clock, wallClock: date, fetch: server.fetch, releases: source ?? server.source())
    }

    private func check(_ life: WalletLife) async throws -> Result<JSON, RPCError> {
        try await life.commandLine.call("updates.check")
    }

    @Test func `a newer version is told to every surface, and only the command line has it looked up`() async throws {
        let life = try await life()
        let before = try await life.browser.call("updates.status").get()
        #expect(before["kind"] == "deb" && before["named"] == true && before["updates"] == "off")
        #expect(before["release"] == nil && before["looked"] == nil && before["version"] == "1.2.3")
        #expect(before["command"]?.text?.contains("apt") == true)
        #expect(try await life.browser.call("updates.check").reason == .methodUnknown)
        #expect(server.asked == 0)
        try server.serve(ReleaseServer.list(5, urgent: true))
        let found = try await check(life).get()
        #expect(found["release"]?["newer"] == true && found["release"]?["urgent"] == true)
        #expect(found["release"]?["version"] == "1.3.0" && found["release"]?["counter"] == "5")
        #expect(found["looked"]?.int == 1_800_000_000_000)
        #expect(try await life.browser.call("updates.status").get() == found)
        // The version that is here, and one before it, are no news.
        for (counter, version) in [(6, "1.2.3"), (7, "1.2"), (8, "0.9.99")] as [(UInt64, String)] {
            try server.serve(ReleaseServer.list(counter, version))
            #expect(try await check(life).get()["release"]?["newer"] == false, "\(version)")
        }
        #expect(server.asked == 8)
    }

    @Test func `either key counts, an older counter is refused, and so is another list with the same one`() async throws
    {
        let life = try await life()
        try server.serve(ReleaseServer.list(5))
        _ = try await check(life).get()
        try server.serve(ReleaseServer.list(5), by: server.signers[1])
        #expect(try await check(life).get()["release"]?["counter"] == "5")
        try server.serve(ReleaseServer.list(6, "1.4.0"), by: server.signers[1])
        #expect(try await check(life).get()["release"]?["version"] == "1.4.0")
        // A stolen second key can't bring back what the first one has signed.
        try server.serve(ReleaseServer.list(5))
        #expect(try await check(life).reason == .releaseOlder)
        try server.serve(ReleaseServer.list(6, "1.4.0", notes: "b"))
        #expect(try await check(life).reason == .releaseChanged)
        let status = try await life.browser.call("updates.status").get()
        #expect(status["release"]?["version"] == "1.4.0" && status["failure"] == "release-changed")
        #expect(status["release"]?["notes"] == "https://sidekey.app/a")
    }

    @Test func `the counter is kept over a start, with a setting back of the clock, and with other keys`() async throws
    {
        let first = try await life()
        try server.serve(ReleaseServer.list(5))
        _ = try await check(first).get()
        await first.fixture.service.shutDown()
        let file = first.fixture.folder.appending(path: "releases").path
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        date.move(by: -900_000_000)
        let second = try await life(in: first.fixture.home)
        #expect(try await second.browser.call("updates.status").get()["release"]?["version"] == "1.3.0")
        try server.serve(ReleaseServer.list(4, "9.9.9"))
        #expect(try await check(second).reason == .releaseOlder)
        await second.fixture.service.shutDown()
        // A package with other keys doesn't believe the kept list, and still takes none before it.
        let other = ListSigner(seed: 9)
        let keys = try [other, ListSigner(seed: 8)].map { try Minisign.PublicKey($0.key) }
        let source = ReleaseSource(
            kind: .tarball, place: ReleaseSource.Place(address: ReleaseServer.address, keys: keys, counter: 0))
        let third = try await life(source, in: first.fixture.home)
        #expect(try await third.browser.call("updates.status").get()["release"] == nil)
        #expect(try await check(third).reason == .releaseUnverified)
        try server.serve(ReleaseServer.list(4), by: other)
        #expect(try await check(third).reason == .releaseOlder)
        try server.serve(ReleaseServer.list(6), by: other)
        #expect(try await check(third).get()["release"]?["counter"] == "6")
    }

    @Test func `a list from before the package was made is refused by a wallet that has seen none`() async throws {
        let life = try await life(server.source(floor: 7))
        try server.serve(ReleaseServer.list(6))
        #expect(try await check(life).reason == .releaseOlder)
        try server.serve(ReleaseServer.list(7))
        #expect(try await check(life).get()["release"]?["counter"] == "7")
    }

    @Test func `what nobody signed, of two lists mixed, too long or unfit is refused, and what was here stays`()
        async throws
    {
        let life = try await life()
        try server.serve(ReleaseServer.list(5))
        _ = try await check(life).get()
        func refused(_ reason: RPCReason, _ fault: String, _ what: Comment) async throws {
            let outcome = try await check(life)
            #expect(outcome.reason == reason, what)
            if case .failure(let error) = outcome { #expect(error.data["fault"]?.text == fault, what) }
            let status = try await life.browser.call("updates.status").get()
            #expect(status["release"]?["counter"] == "5" && status["failure"]?.text == reason.rawValue, what)
        }
        try server.serve(ReleaseServer.list(6), by: ListSigner(seed: 3))
        try await refused(.releaseUnverified, "other-key", "a foreign key")
        try server.serve(ReleaseServer.list(7), signed: ReleaseServer.list(6))
        try await refused(.releaseUnverified, "signature", "one list with the signature of another")
        try server.serve(Array("{\"format\":2}".utf8))
        try await refused(.releaseUnfit, "format", "another format")
        try server.serve(Array("{\"format\":1}".utf8))
        try await refused(.releaseUnfit, "form", "members missing")
        try server.serve([UInt8](repeating: 0x20, count: ReleaseList.maximumCount + 1))
        try await refused(.releaseUnread, "too-large", "too long")
        server.fail(.redirected(to: try RPCEndpoint("http://localhost:1/list.json.minisig")))
        try await refused(.releaseUnread, "redirected", "another address")
        server.fail(.timedOut)
        try await refused(.releaseUnread, "timed-out", "no answer")
        try server.serve(ReleaseServer.list(6))
        #expect(try await check(life).get()["failure"] == nil)
    }

    @Test func `a build that names no list, and a wallet without a network, ask nobody`() async throws {
        let unnamed = try await life(ReleaseSource())
        #expect(try await unnamed.browser.call("updates.status").get()["named"] == false)
        #expect(try await check(unnamed).reason == .releaseUnnamed)
        let life = try await life()
        _ = try await life.create().get()
        _ = try await life.prove("policy.set", ["network": ["cluster": "mainnet", "off": true, "endpoints": [:]]]).get()
        #expect(try await check(life).reason == .noNetwork)
        await life.fixture.service.shutDown()
        // Before the first unlock nobody knows that.
        let locked = try await self.life(in: life.fixture.home)
        #expect(try await check(locked).reason == .locked)
        for address in ["http://releases.example/l", "ftp://a.example/", "https://a@b.example/l"] {
            let place = try ReleaseSource.Place(
                address: address, keys: #require(server.source().place).keys, counter: 0)
            let other = try await self.life(ReleaseSource(kind: .deb, place: place))
            #expect(try await check(other).reason == .releaseUnnamed, "\(address)")
        }
        #expect(server.asked == 0)
    }

    @Test func `nobody looks unless the setting says so, then once a day while the wallet is unlocked, failing or not`()
        async throws
    {
        let clock = ManualClock()
        let life = try await life(clock: clock)
        _ = try await life.create().get()
        _ = try await life.unlock().get()
        /// Lets the module look at the time again and again.
        func passes(_ hours: Int64, asking wanted: Int) async throws {
            let before = server.asked
            date.move(by: hours * 3_600_000)
            for _ in 0..<(wanted == 0 ? 10 : 500) where wanted == 0 || server.asked < before + wanted {
                clock.advance(by: .seconds(601))
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(server.asked == before + wanted)
        }
        try await passes(48, asking: 0)
        #expect(try await life.browser.call("settings.set", ["updates": "hourly"]).reason == .paramValue)
        let set = try await life.browser.call("settings.set", ["updates": "daily"]).get()
        #expect(set["settings"]?["updates"] == "daily")
        // The signature was asked for, which isn't there.
        try await passes(0, asking: 1)
        try server.serve(ReleaseServer.list(5))
        try await passes(23, asking: 0)
        _ = try await life.browser.call("vault.lock").get()
        try await passes(24, asking: 0)
        _ = try await life.unlock().get()
        try await passes(0, asking: 2)
        #expect(try await life.browser.call("updates.status").get()["release"]?["newer"] == true)
        _ = try await life.browser.call("settings.set", ["updates": "off"]).get()
        try await passes(48, asking: 0)
    }

    @Test(arguments: ["", "{}", "{\"counter\":\"x\",\"tried\":-9223372036854775808}", "[", "7"])
    func `a damaged file of the kept list keeps nobody from looking`(_ text: String) async throws {
        let home = try ServiceFolder()
        try text.write(to: home.url.appending(path: "releases"), atomically: true, encoding: .utf8)
        let life = try await life(in: home)
        try server.serve(ReleaseServer.list(5))
        #expect(try await check(life).get()["release"]?["counter"] == "5")
    }
}

import ApprovalQueue
import GRDB
import JSONRPC
import Testing
import WalletRuntime
import WalletState

@Suite struct ConnectedOriginsTests {
    @Test func aGrantBelongsToOneProfileContainerAndOrigin() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let origins = queue.origins()
        let key = ConnectedOrigin.Key(profile: "p", container: "default", origin: "https://dapp.example")
        try await origins.grant(["a", "b"], to: key)
        #expect(await origins.accounts(of: key) == ["a", "b"])
        for other in [
            ConnectedOrigin.Key(profile: "q", container: "default", origin: "https://dapp.example"),
            ConnectedOrigin.Key(profile: "p", container: "work", origin: "https://dapp.example"),
            ConnectedOrigin.Key(profile: "p", container: "default", origin: "https://dapp.example:444"),
        ] { #expect(await origins.accounts(of: other) == nil) }
    }

    @Test func revokingTellsWhoseGrantsTheyWere() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let origins = queue.origins()
        for profile in ["p", "q"] {
            for origin in ["https://a.example", "https://b.example"] {
                try await origins.grant(
                    ["x"], to: ConnectedOrigin.Key(profile: profile, container: "c", origin: origin))
            }
        }
        #expect(try await origins.revoke(origin: "https://a.example").count == 2)
        #expect(try await origins.revoke(origin: "https://b.example", profile: "q").map(\.profile) == ["q"])
        #expect(try await origins.revoke(origin: "https://c.example").isEmpty)
        #expect(try await origins.list(after: nil, limit: 10).map(\.key.profile) == ["p"])
    }

    @Test func useIsKeptToTheMinute() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let key = ConnectedOrigin.Key(profile: "p", container: "c", origin: "https://dapp.example")
        let granted: Int64 = 1_800_000_000_000
        func origins(_ offset: Int64) -> ConnectedOrigins {
            queue.origins(milliseconds: granted + offset)
        }
        func used() async throws -> Int64? {
            try await origins(0).list(after: nil, limit: 1).first.map { $0.used - granted }
        }
        #expect(try await origins(0).accounts(usedBy: key) == nil)
        try await origins(0).grant(["a"], to: key)
        #expect(try await origins(59_999).accounts(usedBy: key) == ["a"])
        #expect(try await used() == 0)
        #expect(try await origins(60_000).accounts(usedBy: key) == ["a"])
        #expect(try await used() == 60_000)
        // A wall clock that was set back.
        #expect(try await origins(-5).accounts(usedBy: key) == ["a"])
        #expect(try await used() == -5)
    }

    @Test func everyChangeOfAGrantCountsAtOnceAndNoneThatIsMadeInTheFile() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let key = ConnectedOrigin.Key(profile: "p", container: "c", origin: "https://dapp.example")
        let origins = queue.origins()
        #expect(try await origins.accounts(usedBy: key) == nil)
        try await origins.grant(["a"], to: key)
        #expect(try await origins.accounts(usedBy: key) == ["a"])
        try await origins.grant(["b", "c"], to: key)
        #expect(try await origins.accounts(usedBy: key) == ["b", "c"])
        try await origins.revoke(origin: key.origin, profile: "another")
        #expect(try await origins.accounts(usedBy: key) == ["b", "c"])
        try await queue.database.pool.write { try $0.execute(sql: "UPDATE connected_origin SET accounts = 'planted'") }
        #expect(try await origins.accounts(usedBy: key) == ["b", "c"])
        try await origins.revoke(origin: key.origin)
        #expect(try await origins.accounts(usedBy: key) == nil)
    }

    @Test func aSiteIsShownFewerAccountsFromAnywhereAndMoreOutsideTheBrowserOnly() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let key = ConnectedOrigin.Key(profile: "p", container: "c", origin: "https://dapp.example")
        let origins = queue.origins()
        try await origins.grant(["a", "b"], to: key)
        #expect(try await origins.set(["b"], origin: key.origin, widening: false) == [key])
        #expect(await origins.accounts(of: key) == ["b"])
        await #expect(throws: RPCError.self) {
            try await origins.set(["b", "a"], origin: key.origin, widening: false)
        }
        #expect(await origins.accounts(of: key) == ["b"])
        _ = try await origins.set(["a", "b"], origin: key.origin, widening: true)
        #expect(await origins.accounts(of: key) == ["a", "b"])
        #expect(try await origins.set(["a"], origin: "https://other.example", widening: true).isEmpty)
    }

    @Test func aPrivateWindowsGrantIsItsOwn() throws {
        let origin = try Origin("https://dapp.example")
        let open = PageContext(origin: origin, tab: 1, document: "d", request: "1")
        let hidden = PageContext(origin: origin, tab: 1, document: "d", isPrivate: true, request: "1")
        let client = Queue.client()
        #expect(ConnectedOrigin.Key(client: client, page: open) != ConnectedOrigin.Key(client: client, page: hidden))
    }

    private static let site = "https://example.com"
    private static let frame = "https://pay.example.com in https://example.com"

    private func key(_ origin: String) -> ConnectedOrigin.Key {
        ConnectedOrigin.Key(profile: "profile", container: "default", origin: origin)
    }

    @Test func `a frame has a grant of its own, which is worth no more than that of the page around it`() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let origins = queue.origins()
        try await origins.grant(["a", "b"], to: key(Self.frame))
        #expect(await origins.accounts(of: key(Self.frame)) == nil)
        try await origins.grant(["b", "c"], to: key(Self.site))
        #expect(await origins.accounts(of: key(Self.frame)) == ["b"])
        #expect(await origins.accounts(of: key("https://pay.example.com")) == nil)
        #expect(await origins.accounts(of: key("https://pay.example.com in https://www.example.com")) == nil)
        _ = try await origins.set(["c"], origin: Self.site, widening: false)
        #expect(await origins.accounts(of: key(Self.frame)) == nil)
    }

    @Test func `with the page around it a frame is disconnected, and no other page is`() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let origins = queue.origins()
        let others = [
            "https://pay.example.com", "https://example.com.evil.test", "https://x.test in https://notexample.com",
        ]
        for origin in others + [Self.site, Self.frame] { try await origins.grant(["a"], to: key(origin)) }
        let taken = try await origins.revoke(origin: Self.site)
        #expect(Set(taken.map(\.origin)) == [Self.site, Self.frame])
        #expect(Set(try await origins.list(after: nil, limit: 10).map(\.key.origin)) == Set(others))
        // One frame alone goes by its whole name.
        try await origins.grant(["a"], to: key(Self.site))
        try await origins.grant(["a"], to: key(Self.frame))
        #expect(try await origins.revoke(origin: Self.frame).map(\.origin) == [Self.frame])
        #expect(await origins.accounts(of: key(Self.site)) == ["a"])
    }

    @Test(
        arguments: [
            ("https://pay.example.com", "https://example.com", true),
            ("https://pay.example.com:8443", "https://shop.example.com", true),
            ("http://127.0.0.1:1", "http://127.0.0.1:2", true),
            ("https://pay.example.net", "https://example.com", false),
            ("https://one.github.io", "https://two.github.io", false),
            ("https://localhost", "http://localhost", false),
            ("http://localhost:1", "http://127.0.0.1:1", false),
            ("https://a.co.uk", "https://b.co.uk", false),
        ])
    func `a frame is served in a connected page of its own site alone`(page: String, top: String, isServed: Bool)
        async throws
    {
        let queue = try Queue()
        defer { queue.remove() }
        let origins = queue.origins()
        let context = PageContext(
            origin: Origin(try Origin(page), in: try Origin(top)), tab: 1, document: "d", request: "1")
        func reason() async -> RPCReason? {
            do {
                try await origins.checkFrame(context, of: Queue.client())
                return nil
            } catch { return error.reason }
        }
        #expect(await reason() == (isServed ? .notConnected : .originRefused))
        try await origins.grant(["a"], to: key(top))
        #expect(await reason() == (isServed ? nil : .originRefused))
    }

    @Test func `a limit on a site bounds its frames as well, and one on a frame's origin bounds it anywhere`() throws {
        let limits = [PolicyLimit(origin: Self.site), PolicyLimit(origin: "https://pay.example.com"), PolicyLimit()]
        for limit in limits { #expect(limit.applies(account: "a", origin: Self.frame)) }
        #expect(!PolicyLimit(origin: "https://www.example.com").applies(account: "a", origin: Self.frame))
        #expect(!PolicyLimit(origin: "https://pay.example.com").applies(account: "a", origin: Self.site))
    }
}

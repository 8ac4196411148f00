import GRDB
import JSONRPC
import Testing
import WalletCore
import WalletRuntime

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
}

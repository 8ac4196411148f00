import JSONRPC
import Testing
import WalletCore
import WalletRuntime

@Suite struct ConnectedOriginsTests {
    @Test func aGrantBelongsToOneProfileContainerAndOrigin() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let origins = ConnectedOrigins(database: queue.database, wallClock: FixedWallClock())
        let key = ConnectedOrigin.Key(profile: "p", container: "default", origin: "https://dapp.example")
        try await origins.grant(["a", "b"], to: key)
        #expect(try await origins.accounts(of: key) == ["a", "b"])
        for other in [
            ConnectedOrigin.Key(profile: "q", container: "default", origin: "https://dapp.example"),
            ConnectedOrigin.Key(profile: "p", container: "work", origin: "https://dapp.example"),
            ConnectedOrigin.Key(profile: "p", container: "default", origin: "https://dapp.example:444"),
        ] { #expect(try await origins.accounts(of: other) == nil) }
    }

    @Test func revokingTellsWhoseGrantsTheyWere() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let origins = ConnectedOrigins(database: queue.database, wallClock: FixedWallClock())
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
            ConnectedOrigins(database: queue.database, wallClock: FixedWallClock(milliseconds: granted + offset))
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

    @Test func aGrantIsReadOnceAndEveryChangeOfItCountsAtOnce() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let key = ConnectedOrigin.Key(profile: "p", container: "c", origin: "https://dapp.example")
        let clock = FixedWallClock(milliseconds: 1_800_000_000_000)
        let origins = ConnectedOrigins(database: queue.database, wallClock: clock)
        #expect(try await origins.accounts(usedBy: key) == nil)
        try await origins.grant(["a"], to: key)
        #expect(try await origins.accounts(usedBy: key) == ["a"])
        try await origins.grant(["b", "c"], to: key)
        #expect(try await origins.accounts(usedBy: key) == ["b", "c"])
        try await origins.revoke(origin: key.origin, profile: "another")
        #expect(try await origins.accounts(usedBy: key) == ["b", "c"])
        try await origins.revoke(origin: key.origin)
        #expect(try await origins.accounts(usedBy: key) == nil)

        // Nobody but the agent writes the database; somebody who did would be noticed at its next start.
        try await origins.grant(["d"], to: key)
        #expect(try await origins.accounts(usedBy: key) == ["d"])
        try await ConnectedOrigins(database: queue.database, wallClock: clock).revoke(origin: key.origin)
        #expect(try await origins.accounts(usedBy: key) == ["d"])
    }

    @Test func whatWasReadBeforeAChangeIsNotKeptAfterIt() {
        let recent = RecentGrants()
        let key = ConnectedOrigin.Key(profile: "p", container: "c", origin: "https://dapp.example")
        let grant = RecentGrants.Grant(accounts: ["a"], used: 0)
        let before = recent.changes
        recent.change()
        recent.keep(grant, of: key, asOf: before)
        #expect(recent[key] == nil)
        recent.keep(grant, of: key, asOf: recent.changes)
        #expect(recent[key]?.accounts == ["a"])
        recent.change()
        #expect(recent[key] == nil)
    }

    @Test func aPrivateWindowsGrantIsItsOwn() throws {
        let origin = try Origin("https://dapp.example")
        let open = PageContext(origin: origin, tab: 1, document: "d", request: "1")
        let hidden = PageContext(origin: origin, tab: 1, document: "d", isPrivate: true, request: "1")
        let client = Queue.client()
        #expect(ConnectedOrigin.Key(client: client, page: open) != ConnectedOrigin.Key(client: client, page: hidden))
    }
}

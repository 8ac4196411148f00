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

    @Test func aPrivateWindowsGrantIsItsOwn() throws {
        let origin = try Origin("https://dapp.example")
        let open = PageContext(origin: origin, tab: 1, document: "d", request: "1")
        let hidden = PageContext(origin: origin, tab: 1, document: "d", isPrivate: true, request: "1")
        let client = Queue.client()
        #expect(ConnectedOrigin.Key(client: client, page: open) != ConnectedOrigin.Key(client: client, page: hidden))
    }
}

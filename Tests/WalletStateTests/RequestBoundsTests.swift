import ApprovalQueue
import JSONRPC
import TestSupport
import Testing
import WalletRuntime
import WalletState

@Suite struct RequestBoundsTests {
    @Test func aTabAWholeSiteAndEverybodyTogetherHaveBounds() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        func ask(_ count: Int, from origin: String, tab: Int, firstID: Int) async throws -> RPCReason? {
            for index in 0..<count {
                let content = try Queue.content(request: "\(firstID + index)", origin: origin, tab: tab)
                let answer = try await queue.ask(content, rpcID: "\(firstID + index)")
                if await queue.coordinator.count < firstID + index { return await answer.value.reason }
            }
            return nil
        }
        #expect(try await ask(10, from: "https://a.dapp.example", tab: 1, firstID: 1) == nil)
        #expect(try await ask(1, from: "https://a.dapp.example", tab: 1, firstID: 11) == .tooManyPending)
        #expect(try await ask(10, from: "https://b.dapp.example", tab: 2, firstID: 11) == nil)
        // Another subdomain in a third tab is still the same site.
        #expect(try await ask(1, from: "https://c.dapp.example", tab: 3, firstID: 21) == .tooManyPending)
        #expect(try await ask(1, from: "https://dapp.test", tab: 3, firstID: 21) == nil)
    }

    @Test func threeRejectionsBlockASiteForAMinute() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        for index in 0..<3 {
            let answer = try await queue.ask(
                try Queue.content(request: "\(index)", origin: "https://\(index).dapp.example"))
            try await queue.coordinator.reject(queue.onlyID())
            _ = await answer.value
        }
        let blocked = try await queue.ask(try Queue.content(request: "4"))
        #expect(await blocked.value.reason == .blockedAfterRejections)
        queue.clock.advance(by: .seconds(60))
        _ = try await queue.ask(try Queue.content(request: "5"))
        #expect(await queue.coordinator.count == 1)
    }

    @Test func `whoever sits at the terminal is no site, and waits for nobody's rejections`() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let terminal = Queue.client(key: "", profile: "")
        func own(_ request: String) -> RequestContent {
            RequestContent(
                client: terminal, page: PageContext(origin: .wallet, tab: 7, document: "document", request: request),
                method: "signMessage", account: "account", items: [[1, 2, 3]])
        }
        for index in 0..<3 {
            let answer = try await queue.ask(own("\(index)"))
            try await queue.coordinator.reject(queue.onlyID())
            _ = await answer.value
        }
        #expect(await Array(queue.coordinator.waitingSites.keys) == [])
        // An app's, which a link has brought over the same connection, are counted.
        for index in 3..<6 {
            let answer = try await queue.ask(try Queue.content(request: "\(index)", client: terminal))
            try await queue.coordinator.reject(queue.onlyID())
            _ = await answer.value
        }
        let blocked = try await queue.ask(try Queue.content(request: "6", client: terminal))
        #expect(await blocked.value.reason == .blockedAfterRejections)
        _ = try await queue.ask(own("7"))
        #expect(await queue.coordinator.count == 1)
    }

    @Test func onThisMachineEachPortIsASiteOfItsOwn() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        for index in 0..<3 {
            let answer = try await queue.ask(
                try Queue.content(request: "\(index)", origin: "http://localhost:3000"), rpcID: "\(index)")
            try await queue.coordinator.reject(queue.onlyID())
            _ = await answer.value
        }
        let blocked = try await queue.ask(try Queue.content(request: "4", origin: "http://localhost:3000"), rpcID: "4")
        #expect(await blocked.value.reason == .blockedAfterRejections)
        #expect(await Array(queue.coordinator.waitingSites.keys) == ["localhost:3000"])
        for (index, origin) in ["http://localhost:3001", "http://localhost", "http://127.0.0.1:3000"].enumerated() {
            _ = try await queue.ask(try Queue.content(request: "o\(index)", origin: origin), rpcID: "o\(index)")
            #expect(await queue.coordinator.count == index + 1)
        }
        // For good: one port, or every one of this machine's name.
        await queue.coordinator.block(["localhost:3001"])
        #expect(await queue.coordinator.count == 2)
        await queue.coordinator.block(["localhost"])
        #expect(await queue.coordinator.count == 1)
        let refused = try await queue.ask(try Queue.content(request: "5", origin: "http://localhost:9"), rpcID: "5")
        #expect(await refused.value.reason == .siteBlocked)
    }

    @Test func rejectingManyAtOnceCountsOnce() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        for index in 0..<5 { _ = try await queue.ask(try Queue.content(request: "\(index)"), rpcID: "\(index)") }
        let ids = await queue.coordinator.list(limit: 10).map(\.id)
        #expect(await queue.coordinator.reject(all: ids).count == 5)
        _ = try await queue.ask(try Queue.content(request: "6"))
        #expect(await queue.coordinator.count == 1)
    }

    @Test func aSiteThatWaitsIsToldWithItsTime() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        for index in 0..<3 {
            #expect(await Array(queue.coordinator.waitingSites.keys) == [])
            let answer = try await queue.ask(
                try Queue.content(request: "\(index)", origin: "https://\(index).dapp.example"))
            try await queue.coordinator.reject(queue.onlyID())
            _ = await answer.value
        }
        queue.clock.advance(by: .seconds(20))
        #expect(await queue.coordinator.waitingSites == ["dapp.example": .seconds(40)])
        queue.clock.advance(by: .seconds(40))
        #expect(await Array(queue.coordinator.waitingSites.keys) == [])
    }

    @Test func aBlockedSiteIsRefusedUntilItIsUnblockedAndNobodyElseIs() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let waiting = try await queue.ask(try Queue.content(request: "1", origin: "https://a.dapp.example"))
        let other = try await queue.ask(try Queue.content(request: "2", origin: "https://dapp.test"), rpcID: "2")
        await queue.coordinator.block(["dapp.example"])
        #expect(await waiting.value.reason == .rejected)
        #expect(await queue.coordinator.count == 1)
        queue.clock.advance(by: .seconds(3600))
        let refused = try await queue.ask(try Queue.content(request: "3", origin: "https://b.dapp.example"), rpcID: "3")
        #expect(await refused.value.reason == .siteBlocked)
        await queue.coordinator.unblock("dapp.example")
        _ = try await queue.ask(try Queue.content(request: "4", origin: "https://b.dapp.example"), rpcID: "4")
        #expect(await queue.coordinator.isEmpty == false)
        other.cancel()
    }

    @Test func blockedSitesAreKeptByTheirDomain() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let blocked = BlockedSites(database: queue.database, wallClock: FixedWallClock(milliseconds: 7))
        for name in ["dapp.example", "https://a.dapp.example", "https://b.dapp.example:8443"] {
            #expect(try BlockedSites.site(of: name) == "dapp.example")
        }
        for name in [
            "", "sidekey", "https://sidekey", "a b", "https://dapp.example/path", "DAPP.example", "d\u{f6}pp.example",
        ] {
            #expect(throws: RPCError.self) { try BlockedSites.site(of: name) }
        }
        for name in ["127.0.0.1", "10.0.0.1", "[::1]", "localhost", "localhost:3000", "127.0.0.1:8899", "[::1]:80"] {
            #expect(try BlockedSites.site(of: name) == name)
        }
        for origin in ["http://localhost:3000", "https://localhost:3000"] {
            #expect(try BlockedSites.site(of: origin) == "localhost:3000")
        }
        try await blocked.add("dapp.example")
        try await blocked.add("dapp.example")
        try await blocked.add("a.test")
        #expect(try await blocked.list().map(\.site) == ["a.test", "dapp.example"])
        #expect(try await blocked.list().map(\.since) == [7, 7])
        #expect(try await blocked.remove("dapp.example"))
        #expect(try await !blocked.remove("dapp.example"))
        #expect(try await blocked.list().map(\.site) == ["a.test"])
    }
}

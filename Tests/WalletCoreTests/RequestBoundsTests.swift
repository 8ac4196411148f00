import JSONRPC
import Testing
import WalletCore
import WalletRuntime

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

    @Test func rejectingManyAtOnceCountsOnce() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        for index in 0..<5 { _ = try await queue.ask(try Queue.content(request: "\(index)"), rpcID: "\(index)") }
        let ids = await queue.coordinator.list(limit: 10).map(\.id)
        #expect(await queue.coordinator.reject(all: ids).count == 5)
        _ = try await queue.ask(try Queue.content(request: "6"))
        #expect(await queue.coordinator.count == 1)
    }
}

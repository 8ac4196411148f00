import ApprovalQueue
import JSONRPC
import TestSupport
import Testing
import WalletRuntime
import WalletState

@Suite struct DeadlineTests {
    @Test func aRequestThatNobodyPresentsExpiresAfterThirtySeconds() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let answer = try await queue.ask(try Queue.content())
        let id = try await queue.onlyID()
        queue.clock.advance(by: .milliseconds(29_999))
        try await queue.settle()
        #expect(await queue.coordinator.count == 1)
        queue.clock.advance(by: .milliseconds(1))
        #expect(await answer.value.reason == .expired)
        #expect(try await queue.journal.record(of: id)?.state == "expired")
    }

    @Test func aHeartbeatKeepsTheRequestAndWhatIsQueuedBehindIt() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let first = try await queue.ask(try Queue.content(), rpcID: "a")
        let second = try await queue.ask(try Queue.content(request: "2"), rpcID: "b")
        let stranger = try await queue.ask(
            try Queue.content(request: "3", client: Queue.client(2, key: "key-2")), rpcID: "c")
        let id = try await queue.onlyID()
        for _ in 0..<14 {
            queue.clock.advance(by: .seconds(20))
            await queue.coordinator.present([id])
            try await queue.settle()
        }
        #expect(await stranger.value.reason == .expired)
        #expect(await queue.coordinator.count == 2)
        #expect(try await queue.coordinator.request(id).summary.state == .presented)
        // 280 s have passed: five minutes from arrival is the end, whatever the heartbeat says.
        queue.clock.advance(by: .seconds(20))
        #expect(await first.value.reason == .expired)
        #expect(await second.value.reason == .expired)
    }

    @Test func aLateApprovalNeverSignsEvenWhereTheAlarmIsLate() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let answer = try await queue.ask(try Queue.content())
        let approval = try await queue.approval(of: queue.onlyID())
        queue.clock.advance(by: .seconds(30))
        let error = await #expect(throws: RPCError.self) { try await queue.coordinator.approve(approval) }
        #expect(error?.reason == .notPending)
        #expect(await answer.value.reason == .expired)
    }

    @Test func aRequestWhoseClientDoesNotComeBackIsCancelledAfterTenSeconds() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let answer = try await queue.ask(try Queue.content())
        await queue.coordinator.connectionLost(ConnectionID(1))
        queue.clock.advance(by: .milliseconds(9_999))
        try await queue.settle()
        #expect(await queue.coordinator.count == 1)
        queue.clock.advance(by: .milliseconds(1))
        #expect(await answer.value.reason == .cancelled)
    }

    @Test func anHourOfSuspensionExpiresWhatWaited() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let answer = try await queue.ask(try Queue.content())
        let id = try await queue.onlyID()
        await queue.coordinator.present([id])
        queue.clock.advance(by: .seconds(3600))
        #expect(await answer.value.reason == .expired)
    }
}

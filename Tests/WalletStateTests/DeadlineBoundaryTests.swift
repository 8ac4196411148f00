import ApprovalQueue
import JSONRPC
import TestSupport
import Testing
import WalletRuntime

/// A decision a millisecond before each deadline counts; at the deadline it comes too late.
@Suite struct DeadlineBoundaryTests {
    /// So long before the deadline; 0 is the deadline itself.
    static let leads: [Duration] = [.milliseconds(1), .zero]

    @Test(arguments: leads)
    func `thirty seconds without a surface`(lead: Duration) async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let answer = try await queue.ask(try Queue.content())
        let approval = try await queue.approval(of: queue.onlyID())
        queue.clock.advance(by: .seconds(30) - lead)
        try await expect(lead, approval, answer, in: queue, late: .expired)
    }

    @Test(arguments: leads)
    func `thirty seconds after the last heartbeat`(lead: Duration) async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let answer = try await queue.ask(try Queue.content())
        let approval = try await queue.approval(of: queue.onlyID())
        queue.clock.advance(by: .milliseconds(29_999))
        await queue.coordinator.present([approval.id])
        queue.clock.advance(by: .seconds(30) - lead)
        try await expect(lead, approval, answer, in: queue, late: .expired)
    }

    @Test(arguments: leads)
    func `five minutes from arrival, whatever the heartbeat says`(lead: Duration) async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let answer = try await queue.ask(try Queue.content())
        let approval = try await queue.approval(of: queue.onlyID())
        for _ in 0..<14 {
            queue.clock.advance(by: .seconds(20))
            await queue.coordinator.present([approval.id])
        }
        queue.clock.advance(by: .seconds(20) - lead)
        await queue.coordinator.present([approval.id])
        try await expect(lead, approval, answer, in: queue, late: .expired)
    }

    @Test func `a heartbeat that comes at the deadline revives nothing`() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let answer = try await queue.ask(try Queue.content())
        let approval = try await queue.approval(of: queue.onlyID())
        queue.clock.advance(by: .seconds(30))
        await queue.coordinator.present([approval.id])
        try await expect(.zero, approval, answer, in: queue, late: .expired)
    }

    @Test(arguments: leads)
    func `ten seconds for a lost client to come back`(lead: Duration) async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let answer = try await queue.ask(try Queue.content())
        let id = try await queue.onlyID()
        await queue.coordinator.connectionLost(ConnectionID(1))
        queue.clock.advance(by: .seconds(10) - lead)
        if lead == .zero {
            #expect(await answer.value.reason == .cancelled)
            return
        }
        let content = try Queue.content(client: Queue.client(2))
        await queue.coordinator.connectionOpened(ConnectionID(2))
        let joined = Task { [coordinator = queue.coordinator] in
            try await coordinator.submit(
                content, rpc: RPCRequest(id: "again", method: "signMessage"),
                review: RequestReview(kind: .messages, isComplete: true)
            ) { _, _ in ["never": true] }
        }
        try await queue.settle()
        // Past the ten seconds it is still there, and the first one's: it was joined in time.
        queue.clock.advance(by: .seconds(1))
        try await queue.settle()
        _ = try await queue.coordinator.approve(queue.approval(of: id))
        #expect(try await joined.value == ["signed": true])
    }

    @Test(arguments: leads)
    func `three rejections within thirty seconds block a site, and no longer apart they don't`(
        lead: Duration
    ) async throws {
        let queue = try Queue()
        defer { queue.remove() }
        try await reject("1", in: queue)
        try await reject("2", in: queue)
        queue.clock.advance(by: .seconds(30) - lead)
        try await reject("3", in: queue)
        let fourth = try await queue.ask(try Queue.content(request: "4"), rpcID: "4")
        if lead == .zero {
            #expect(await queue.coordinator.count == 1)
        } else {
            #expect(await fourth.value.reason == .blockedAfterRejections)
        }
    }

    @Test(arguments: leads)
    func `a blocked site waits sixty seconds`(lead: Duration) async throws {
        let queue = try Queue()
        defer { queue.remove() }
        for number in 1...3 { try await reject("\(number)", in: queue) }
        queue.clock.advance(by: .seconds(60) - lead)
        let next = try await queue.ask(try Queue.content(request: "4"), rpcID: "4")
        if lead == .zero {
            #expect(await queue.coordinator.count == 1)
        } else {
            guard case .failure(let error) = await next.value else { throw RPCError(.internalError, .internal, "") }
            #expect(error.reason == .blockedAfterRejections)
            #expect(error.data["retryAfter"]?.int == 1)
        }
    }

    /// Approves and expects a yes where there is a lead, and otherwise a no and the request's end.
    private func expect(
        _ lead: Duration, _ approval: Approval, _ answer: Task<Result<JSON, RPCError>, Never>, in queue: Queue,
        late reason: RPCReason
    ) async throws {
        if lead > .zero {
            #expect(try await queue.coordinator.approve(approval) == .answered)
            #expect(await answer.value == .success(["signed": true]))
        } else {
            let error = await #expect(throws: RPCError.self) { try await queue.coordinator.approve(approval) }
            #expect(error?.reason == .notPending)
            #expect(await answer.value.reason == reason)
        }
    }

    private func reject(_ request: String, in queue: Queue) async throws {
        let answer = try await queue.ask(try Queue.content(request: request), rpcID: request)
        try await queue.coordinator.reject(queue.onlyID())
        #expect(await answer.value.reason == .rejected)
    }
}

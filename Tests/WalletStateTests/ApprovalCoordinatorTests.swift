import ApprovalQueue
import JSONRPC
import Synchronization
import Testing
import WalletRuntime
import WalletState

@Suite struct ApprovalCoordinatorTests {
    @Test func anApprovedRequestIsFulfilledOnceAndBothItsRecordsAreKept() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let runs = Mutex(0)
        let answer = try await queue.ask(try Queue.content()) { _, _ in
            runs.withLock { $0 += 1 }
            return ["signature": "s"]
        }
        let id = try await queue.onlyID()
        let state = try await queue.coordinator.approve(queue.approval(of: id))
        #expect(state == .answered)
        #expect(await answer.value == .success(["signature": "s"]))
        #expect(runs.withLock { $0 } == 1)
        let record = try #require(try await queue.journal.record(of: id))
        #expect(String(decoding: record.pending, as: UTF8.self).contains(#""method":"signMessage""#))
        let response = String(decoding: try #require(record.response), as: UTF8.self)
        #expect(response == #"{"jsonrpc":"2.0","id":"rpc","result":{"signature":"s"}}"#)
        #expect(record.state == "answered")
    }

    @Test func theFirstDecisionWinsAndTheOthersAreTold() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let answer = try await queue.ask(try Queue.content())
        let id = try await queue.onlyID()
        let approval = try await queue.approval(of: id)
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<20 {
                group.addTask { [coordinator = queue.coordinator] in
                    do {
                        if index.isMultiple(of: 2) {
                            _ = try await coordinator.approve(approval)
                        } else {
                            try await coordinator.reject(id)
                        }
                        return true
                    } catch {
                        return false
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(outcomes == 1)
        _ = await answer.value
    }

    @Test func anApprovalNamesTheDigestAndTheReviewThatWereShown() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let answer = try await queue.ask(try Queue.content())
        let id = try await queue.onlyID()
        let right = try await queue.approval(of: id)
        let zeros = String(repeating: "0", count: 64)
        for (approval, reason) in [
            (Approval(id: id, digest: zeros, review: right.review, surface: .browser), RPCReason.digestMismatch),
            (Approval(id: id, digest: right.digest, review: zeros, surface: .browser), .reviewMismatch),
            (Approval(id: "no such id", digest: right.digest, review: right.review, surface: .browser), .notPending),
        ] {
            let error = await #expect(throws: RPCError.self) { try await queue.coordinator.approve(approval) }
            #expect(error?.reason == reason)
        }
        try await queue.coordinator.reject(id)
        #expect(await answer.value.reason == .rejected)
    }

    @Test func nothingIsSignedWithoutItsApprovalOnTheDisk() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let runs = Mutex(0)
        let answer = try await queue.ask(try Queue.content()) { _, _ in
            runs.withLock { $0 += 1 }
            return [:]
        }
        let id = try await queue.onlyID()
        let approval = try await queue.approval(of: id)
        queue.database.close()
        let error = await #expect(throws: RPCError.self) { try await queue.coordinator.approve(approval) }
        #expect(error?.reason == .storage)
        #expect(runs.withLock { $0 } == 0)
        #expect(await answer.value.reason == .storage)
    }

    @Test func aNativeDecisionIsRefusedToTheBrowser() async throws {
        let queue = try Queue(policy: ApprovalPolicy(setting: .native))
        defer { queue.remove() }
        let answer = try await queue.ask(try Queue.content())
        let id = try await queue.onlyID()
        let browser = try await queue.approval(of: id)
        let error = await #expect(throws: RPCError.self) { try await queue.coordinator.approve(browser) }
        #expect(error?.reason == .nativeOnly)
        _ = try await queue.coordinator.approve(queue.approval(of: id, surface: .commandLine))
        #expect(await answer.value == .success(["signed": true]))
    }

    @Test func aLockedWalletIsNothingToAPage() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let answer = try await queue.ask(try Queue.content()) { _, _ throws(RPCError) in
            throw RPCError(.locked, .locked, "the session is locked")
        }
        let approval = try await queue.approval(of: queue.onlyID())
        let error = await #expect(throws: RPCError.self) { try await queue.coordinator.approve(approval) }
        #expect(error?.code == .locked)
        #expect(await answer.value.reason == .cancelled)
    }

    @Test func aRepeatedRequestJoinsTheFirstOnlyWithTheSameKeyDocumentAndContent() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let first = try await queue.ask(try Queue.content())
        let id = try await queue.onlyID()
        await queue.coordinator.connectionLost(ConnectionID(1))
        let approval = try await queue.approval(of: id)
        let error = await #expect(throws: RPCError.self) { try await queue.coordinator.approve(approval) }
        #expect(error?.reason == .connectionLost)

        let strangers = [
            try Queue.content(client: Queue.client(2, key: "key-2")),
            try Queue.content(document: "another", client: Queue.client(2)),
            try Queue.content([[1, 2, 4]], client: Queue.client(2)),
            try Queue.content(request: "2", client: Queue.client(2)),
        ]
        for stranger in strangers { _ = try await queue.ask(stranger) }
        #expect(await queue.coordinator.count == 1 + strangers.count)

        let content = try Queue.content(client: Queue.client(2))
        await queue.coordinator.connectionOpened(ConnectionID(2))
        let again = Task { [coordinator = queue.coordinator] in
            try await coordinator.submit(
                content, rpc: RPCRequest(id: "again", method: "signMessage"),
                review: RequestReview(kind: .messages, isComplete: true)
            ) { _, _ in ["never": true] }
        }
        try await queue.settle()
        #expect(await queue.coordinator.count == 1 + strangers.count)
        _ = try await queue.coordinator.approve(approval)
        #expect(try await again.value == ["signed": true])
        #expect(await first.value == .success(["signed": true]))
    }

    @Test func `a name that comes late changes the review as other late facts do`() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let content = try Queue.content()
        await queue.coordinator.connectionOpened(content.client.connection)
        let names = LateValue<[String: String]>()
        let answer = Task { [coordinator = queue.coordinator] in
            try await coordinator.submit(
                content, rpc: RPCRequest(id: "rpc", method: "signMessage"),
                review: RequestReview(kind: .messages, items: ["item"], isComplete: true),
                names: { await names.value() ?? [:] }
            ) { _, _ in ["signed": true] }
        }
        try await queue.settle()
        let id = try await queue.onlyID()
        let before = try await queue.approval(of: id)
        let settled = Task { [coordinator = queue.coordinator] in await coordinator.settled(id) }
        names.give(["address": "alice.sns"])
        // A terminal waits for them, since it draws once.
        await settled.value
        let review = try await queue.coordinator.request(id).request.review
        #expect(review.claimedNames == ["address": "alice.sns"] && review.hash != before.review)
        #expect(review.risk.reasons.isEmpty && !review.isWaiting)
        let error = await #expect(throws: RPCError.self) { try await queue.coordinator.approve(before) }
        #expect(error?.reason == .reviewMismatch)
        #expect(try await queue.coordinator.approve(queue.approval(of: id)) == .answered)
        #expect(try await answer.value == ["signed": true])
    }

    @Test func aCancellationThatOvertakesItsRequestStillCounts() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        await queue.coordinator.connectionOpened(ConnectionID(1))
        await queue.coordinator.cancel(rpcID: "rpc", document: "document", client: Queue.client())
        let content = try Queue.content()
        let error = await #expect(throws: RPCError.self) {
            try await queue.coordinator.submit(
                content, rpc: RPCRequest(id: "rpc", method: "signMessage"),
                review: RequestReview(kind: .messages, isComplete: true)
            ) { _, _ in [:] }
        }
        #expect(error?.reason == .cancelled)
    }

    @Test func cancelTakesTheSameConnectionAndDocument() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let answer = try await queue.ask(try Queue.content())
        await queue.coordinator.cancel(rpcID: "rpc", document: "another", client: Queue.client())
        await queue.coordinator.cancel(rpcID: "rpc", document: "document", client: Queue.client(2))
        #expect(await queue.coordinator.count == 1)
        await queue.coordinator.cancel(rpcID: "rpc", document: "document", client: Queue.client())
        #expect(await answer.value.reason == .cancelled)
    }

    @Test func whatIsUnfinishedAtTheStartIsInterruptedAndNeverSigned() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        _ = try await queue.ask(try Queue.content())
        let id = try await queue.onlyID()
        #expect(try await queue.journal.recover() == 1)
        #expect(try await queue.journal.record(of: id)?.state == "interrupted")
    }

    @Test func closingAnswersEveryoneAndTakesNothingMore() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let answer = try await queue.ask(try Queue.content())
        await queue.coordinator.close()
        #expect(await answer.value.reason == .cancelled)
        #expect(await queue.coordinator.isEmpty)
        let content = try Queue.content(request: "2")
        await #expect(throws: RPCError.self) {
            try await queue.coordinator.submit(
                content, rpc: RPCRequest(id: "2", method: "signMessage"),
                review: RequestReview(kind: .messages, isComplete: true)
            ) { _, _ in [:] }
        }
    }
}

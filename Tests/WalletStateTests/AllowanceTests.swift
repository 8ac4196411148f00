import ApprovalQueue
import Foundation
import JSONRPC
import TestSupport
import Testing
import WalletRuntime
import WalletState

/// The amounts that approvals in the browser may spend, and the requests that they may not decide at all.
@Suite struct AllowanceTests {
    private func prepared(allowance: UInt64 = 1000, hasSigned: Bool = true) async throws -> Queue {
        let queue = try Queue(policy: ApprovalPolicy(setting: .risky, allowance: allowance))
        let content = try Queue.content()
        let key = ConnectedOrigin.Key(client: content.client, page: content.page)
        try await queue.origins().grant(["account"], to: key)
        if hasSigned { try await queue.records.admit(Self.request(RequestRisk()), on: .commandLine) }
        return queue
    }

    private static func request(
        _ risk: RequestRisk, kind: RequestReview.Kind = .transactions, origin: String = "https://dapp.example"
    ) throws -> ApprovalRequest {
        ApprovalRequest(
            id: "id", rpc: RPCRequest(id: "1", method: "signTransaction", params: [:]),
            content: try Queue.content(origin: origin),
            review: RequestReview(kind: kind, items: [], isComplete: true, risk: risk)
        ) { _, _ in [:] }
    }

    private func refusal(_ queue: Queue, _ risk: RequestRisk) async throws -> [RequestRisk.Reason] {
        let request = try Self.request(risk)
        let reasons = await queue.records.decision(for: request).reasons
        do throws(RPCError) {
            // Proven, so that nothing but the place decides.
            try await queue.records.admit(request, by: .passphrase, on: .browser)
            #expect(reasons.isEmpty)
        } catch {
            #expect(error.reason == .nativeOnly)
            #expect(!reasons.isEmpty)
        }
        return reasons
    }

    @Test func theAllowanceIsUsedUpAndOnlyTimeGivesItBack() async throws {
        let queue = try await prepared()
        defer { queue.remove() }
        #expect(try await refusal(queue, RequestRisk(lamports: 600)).isEmpty)
        #expect(await queue.records.allowanceLeft == 400)
        #expect(try await refusal(queue, RequestRisk(lamports: 401)) == [.allowance])
        #expect(try await refusal(queue, RequestRisk(lamports: 400)).isEmpty)
        #expect(try await refusal(queue, RequestRisk(lamports: 1)) == [.allowance])
        #expect(try await refusal(queue, RequestRisk(lamports: 0)).isEmpty)
        // A proof outside the browser is the user's, and no more of a refill to the browser than a lock is.
        try await queue.records.admit(Self.request(RequestRisk(lamports: 1_000_000)), on: .commandLine)
        #expect(await queue.records.allowanceLeft == 0)
        #expect(try await refusal(queue, RequestRisk(lamports: .max)) == [.allowance])
        queue.clock.advance(by: .seconds(86_400) - .milliseconds(1))
        #expect(await queue.records.allowanceLeft == 0)
        #expect(await queue.records.allowanceReturn == 1)
        queue.clock.advance(by: .milliseconds(1))
        #expect(await queue.records.allowanceLeft == 1000)
        #expect(await queue.records.allowanceReturn == nil)
        #expect(try await refusal(queue, RequestRisk(lamports: 1000)).isEmpty)
    }

    @Test func whatIsLetOutComesBackByItsOwnAge() async throws {
        let queue = try await prepared()
        defer { queue.remove() }
        #expect(try await refusal(queue, RequestRisk(lamports: 600)).isEmpty)
        queue.clock.advance(by: .seconds(40_000))
        #expect(try await refusal(queue, RequestRisk(lamports: 400)).isEmpty)
        queue.clock.advance(by: .seconds(46_400))
        #expect(await queue.records.allowanceLeft == 600)
        queue.clock.advance(by: .seconds(40_000))
        #expect(await queue.records.allowanceLeft == 1000)
    }

    @Test func aResetTakesThePassphraseAndNothingElseOfAPolicyRefills() async throws {
        let queue = try await prepared()
        defer { queue.remove() }
        #expect(try await refusal(queue, RequestRisk(lamports: 700)).isEmpty)
        _ = try await queue.records.settle(loosening: true) { policy throws(RPCError) in policy.session = 60_000 }
        #expect(await queue.records.allowanceLeft == 300)
        _ = try await queue.records.settle(loosening: false, refilling: true) { _ throws(RPCError) in }
        #expect(await queue.records.allowanceLeft == 300)
        _ = try await queue.records.settle(loosening: true, refilling: true) { _ throws(RPCError) in }
        #expect(await queue.records.allowanceLeft == 1000)
    }

    @Test func ofManyAtOnceNoMorePassThanTheAllowanceHolds() async throws {
        let queue = try await prepared()
        defer { queue.remove() }
        let request = try Self.request(RequestRisk(lamports: 300))
        let passed = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    do throws(RPCError) { try await queue.records.admit(request, on: .browser) } catch { return false }
                    return true
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(passed == 3)
    }

    @Test func whatWasLetOutIsRememberedAcrossRestarts() async throws {
        let queue = try await prepared()
        defer { queue.remove() }
        _ = try await refusal(queue, RequestRisk(lamports: 700))
        let restarted = AuthenticatedStore(
            database: queue.database, anchor: queue.folder.appendingPathComponent("anchor").path,
            wallClock: FixedWallClock())
        _ = try await restarted.verify(TestAuthenticator(), isOlder: false)
        #expect(await restarted.allowanceLeft == 300)
    }

    @Test(arguments: [
        RequestRisk.Reason.incomplete, .danger, .binary, .unbounded,
    ])
    func whatHasNoBoundIsDecidedOutside(_ reason: RequestRisk.Reason) async throws {
        let queue = try await prepared()
        defer { queue.remove() }
        #expect(try await refusal(queue, RequestRisk(reasons: [reason])) == [reason])
        #expect(await queue.records.allowanceLeft == 1000)
    }

    @Test func anOriginsFirstSignatureIsDecidedOutside() async throws {
        let queue = try await prepared(hasSigned: false)
        defer { queue.remove() }
        #expect(try await refusal(queue, RequestRisk()) == [.firstSignature])
        try await queue.records.admit(Self.request(RequestRisk()), on: .commandLine)
        #expect(try await refusal(queue, RequestRisk()).isEmpty)
        let other = try Self.request(RequestRisk(), origin: "https://other.example")
        #expect(await queue.records.decision(for: other).reasons == [.firstSignature])
        // Connecting signs nothing, and no signature follows from it.
        let connect = try Self.request(RequestRisk(), kind: .connect, origin: "https://other.example")
        #expect(await queue.records.decision(for: connect).decision == .popup)
        try await queue.records.admit(connect, on: .commandLine)
        #expect(await queue.records.decision(for: other).reasons == [.firstSignature])
    }

    @Test func theSettingsDecideAllOrNothing() async throws {
        for (setting, reasons) in [(ApprovalPolicy.Setting.popup, []), (.native, [RequestRisk.Reason.setting])] {
            let queue = try Queue(policy: ApprovalPolicy(setting: setting, allowance: 0))
            defer { queue.remove() }
            let risk = RequestRisk(lamports: .max, reasons: [.danger, .unbounded])
            #expect(try await refusal(queue, risk) == reasons)
        }
    }

    @Test func anApprovalThatIsRefusedHereGoesOnWaiting() async throws {
        let queue = try await prepared(hasSigned: false)
        defer { queue.remove() }
        let task = try await queue.ask(try Queue.content())
        let id = try await queue.onlyID()
        await #expect(throws: RPCError.self) {
            try await queue.coordinator.approve(try await queue.approval(of: id))
        }
        #expect(try await queue.coordinator.request(id).summary.state == .queued)
        let approval = try await queue.approval(of: id, surface: .commandLine)
        #expect(try await queue.coordinator.approve(approval) == .answered)
        #expect(await task.value == .success(["signed": true]))
    }
}

import ApprovalQueue
import Base58
import Foundation
import JSONRPC
import Synchronization
import TestSupport
import Testing
import WalletRuntime
import WalletState

/// The amounts that approvals in the browser may let out for a site: no clock, restart or parallel request gives more.
@Suite struct BudgetTests {
    private static let origin = "https://dapp.example"
    private static let other = "https://other.example"
    private static let coin = Base58.encode([UInt8](repeating: 1, count: 32))
    private static let dollar = Base58.encode([UInt8](repeating: 2, count: 32))
    private static let hour: Int64 = 3_600_000
    private static let start: Int64 = 1_800_000_000_000

    /// A date that a test moves, as its user would.
    private final class MovedDate: WallClock {
        private let date = Mutex(BudgetTests.start)
        var milliseconds: Int64 { date.withLock { $0 } }
        func move(by milliseconds: Int64) { date.withLock { $0 += milliseconds } }
    }

    private let date = MovedDate()

    private static func amounts(_ amounts: [PolicyAsset: UInt64]) throws(RPCError) -> AssetAmounts {
        var spend = AssetAmounts()
        try spend.take(amounts, name: "spend")
        return spend
    }

    private static func policy(
        _ budgets: [String: [PolicyAsset: UInt64]] = [origin: [.sol: 500, .tokens(mint: coin): 100]],
        allowance: UInt64 = 1000, setting: ApprovalPolicy.Setting = .risky
    ) throws -> ApprovalPolicy {
        var policy = ApprovalPolicy(setting: setting, allowance: allowance)
        for (origin, spend) in budgets { try policy.budgets.set(amounts(spend), of: origin) }
        return policy
    }

    /// A store where both sites have signed before.
    private func queue(_ policy: ApprovalPolicy) async throws -> Queue {
        let queue = try Queue(policy: policy, wallClock: date)
        for origin in [Self.origin, Self.other] {
            let content = try Queue.content(origin: origin)
            let key = ConnectedOrigin.Key(client: content.client, page: content.page)
            try await queue.origins().grant(["account"], to: key)
            try await queue.records.admit(Self.request(origin: origin), by: .passphrase, on: .commandLine)
        }
        return queue
    }

    private static func request(
        _ lamports: UInt64 = 0, _ tokens: [String: UInt64] = [:], _ more: Set<RequestRisk.Reason> = [],
        origin: String = origin
    ) throws -> ApprovalRequest {
        let reasons = more.union(tokens.isEmpty ? [] : [.tokens])
        return ApprovalRequest(
            id: "id", rpc: RPCRequest(id: "1", method: "signTransaction", params: [:]),
            content: try Queue.content(origin: origin),
            review: RequestReview(
                kind: .transactions, items: [], isComplete: true,
                risk: RequestRisk(lamports: lamports, tokens: tokens, reasons: reasons))
        ) { _, _ in [:] }
    }

    /// The reasons that keep a request from the browser, which lets it out if there are none.
    private func refusal(_ records: AuthenticatedStore, _ request: ApprovalRequest) async throws
        -> [RequestRisk.Reason]
    {
        let reasons = await records.decision(for: request).reasons
        do throws(RPCError) {
            try await records.admit(request, on: .browser)
            #expect(reasons.isEmpty)
        } catch {
            #expect(error.reason == .nativeOnly && !reasons.isEmpty)
        }
        return reasons
    }

    private func left(_ records: AuthenticatedStore, _ asset: PolicyAsset = .sol) async -> UInt64? {
        await records.budgets.first { $0.origin == Self.origin }?.spend.first { $0.asset == asset }?.left
    }

    private func restarted(_ queue: Queue, clock: ManualClock = ManualClock()) async throws -> AuthenticatedStore {
        let records = AuthenticatedStore(
            database: queue.database, anchor: queue.folder.appendingPathComponent("anchor").path, wallClock: date,
            clock: clock)
        _ = try await records.verify(TestAuthenticator(), isOlder: false)
        #expect(await records.trust == .intact)
        return records
    }

    @Test func `SOL is charged to the site's budget first, then to the allowance, and never split`() async throws {
        let queue = try await queue(Self.policy())
        defer { queue.remove() }
        #expect(try await refusal(queue.records, Self.request(300)).isEmpty)
        #expect(await left(queue.records) == 200)
        #expect(await queue.records.allowanceLeft == 1000)
        // More than is left of the budget goes to the allowance whole.
        #expect(try await refusal(queue.records, Self.request(400)).isEmpty)
        #expect(await left(queue.records) == 200)
        #expect(await queue.records.allowanceLeft == 600)
        // Both together would do.
        #expect(try await refusal(queue.records, Self.request(700)) == [.allowance])
        #expect(try await refusal(queue.records, Self.request(200)).isEmpty)
        #expect(await left(queue.records) == 0)
        #expect(await queue.records.allowanceLeft == 600)
    }

    @Test func `tokens leave by the budget of their site and their mint alone`() async throws {
        let queue = try await queue(Self.policy())
        defer { queue.remove() }
        #expect(try await refusal(queue.records, Self.request(5, [Self.coin: 60])).isEmpty)
        #expect(await left(queue.records, .tokens(mint: Self.coin)) == 40)
        #expect(await left(queue.records) == 495)
        #expect(try await refusal(queue.records, Self.request(5, [Self.coin: 41])) == [.tokens])
        #expect(try await refusal(queue.records, Self.request(5, [Self.dollar: 1])) == [.tokens])
        #expect(try await refusal(queue.records, Self.request(5, [Self.coin: 1, Self.dollar: 1])) == [.tokens])
        #expect(try await refusal(queue.records, Self.request(5, [Self.coin: 1], origin: Self.other)) == [.tokens])
        // What is refused isn't counted.
        #expect(await left(queue.records, .tokens(mint: Self.coin)) == 40)
        #expect(try await refusal(queue.records, Self.request(5, [Self.coin: 40])).isEmpty)
        // Within a budget, what else is wrong still leads out of the browser.
        for reason in [.danger, .incomplete, .unbounded, .promised] as [RequestRisk.Reason] {
            #expect(try await refusal(queue.records, Self.request(1, [:], [reason])) == [reason])
        }
    }

    @Test func `a frame in a site, an app and a site that is spelled otherwise have no budget`() async throws {
        let queue = try await queue(Self.policy(allowance: 0))
        defer { queue.remove() }
        let framed = Origin(try Origin(Self.origin), in: try Origin(Self.other))
        let turned = Origin(try Origin(Self.other), in: try Origin(Self.origin))
        for origin in [framed, turned] {
            let content = RequestContent(
                client: Queue.client(), page: PageContext(origin: origin, tab: 7, document: "d", request: "1"),
                method: "signTransaction", account: "account", items: [[1]])
            let asked = ApprovalRequest(
                id: "id", rpc: RPCRequest(id: "1", method: "signTransaction", params: [:]), content: content,
                review: RequestReview(
                    kind: .transactions, items: [], isComplete: true, risk: RequestRisk(lamports: 1))
            ) { _, _ in [:] }
            #expect(try await refusal(queue.records, asked).contains(.allowance))
        }
        var budgets = SiteBudgets()
        for origin in [
            "https://dapp.example/", "https://DAPP.example", "dapp.example", "null", "extension:abc", "app:abc",
            framed.serialized,
        ] {
            #expect(throws: RPCError.self, "\(origin)") { try budgets.set(Self.amounts([.sol: 1]), of: origin) }
        }
        try budgets.set(Self.amounts([.sol: 1]), of: "sidekey")
    }

    @Test func `of many at once no more pass than the budget and the allowance hold`() async throws {
        let queue = try await queue(Self.policy())
        defer { queue.remove() }
        let request = try Self.request(100, [Self.coin: 30])
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
        #expect(await left(queue.records, .tokens(mint: Self.coin)) == 10)
        #expect(await left(queue.records) == 200)
    }

    @Test func `what was let out comes back after a day by its own age, and no clock brings it sooner`() async throws {
        let queue = try await queue(Self.policy(allowance: 0))
        defer { queue.remove() }
        let (sol, tokens) = (try Self.request(500), try Self.request(0, [Self.coin: 100]))
        #expect(try await refusal(queue.records, sol).isEmpty)
        queue.clock.advance(by: .seconds(12 * 3600))
        #expect(try await refusal(queue.records, tokens).isEmpty)
        // Put forward while the agent runs: the monotonic clock counts.
        date.move(by: 48 * Self.hour)
        #expect(try await refusal(queue.records, Self.request(1)) == [.allowance])
        #expect(try await refusal(queue.records, Self.request(0, [Self.coin: 1])) == [.tokens])
        date.move(by: -48 * Self.hour)
        // Put back before the agent starts: no time has passed.
        date.move(by: -1000 * Self.hour)
        let clock = ManualClock()
        let back = try await restarted(queue, clock: clock)
        #expect(await left(back) == 0)
        #expect(try await refusal(back, Self.request(1)) == [.allowance])
        #expect(try await refusal(back, Self.request(0, [Self.coin: 1])) == [.tokens])
        clock.advance(by: .seconds(12 * 3600))
        #expect(try await refusal(back, sol).isEmpty)
        #expect(try await refusal(back, Self.request(0, [Self.coin: 1])) == [.tokens])
        clock.advance(by: .seconds(12 * 3600))
        #expect(try await refusal(back, tokens).isEmpty)
    }

    @Test func `budgets and what is left of them outlast a restart`() async throws {
        let queue = try await queue(Self.policy())
        defer { queue.remove() }
        _ = try await queue.records.settle(loosening: true) { policy throws(RPCError) in
            try policy.pressAmounts.take([.tokens(mint: Self.coin): 50], name: "pressAmounts")
            try policy.budgets.set(Self.amounts([.sol: 600, .tokens(mint: Self.coin): 100]), of: Self.origin)
        }
        #expect(try await refusal(queue.records, Self.request(100, [Self.coin: 30])).isEmpty)
        try await queue.records.admit(Self.request(0, [Self.coin: 20], origin: Self.other), on: .prompt)
        let before = (await queue.records.budgets, await queue.records.pressAmounts)
        #expect(before.0.first?.since == Self.start)
        #expect(before.1.first?.left == 30)
        let next = try await restarted(queue)
        #expect(await next.policy == queue.records.policy)
        #expect(await next.budgets == before.0)
        #expect(await next.pressAmounts == before.1)
    }

    @Test func `a budget that goes and comes again isn't whole before its time, unless the user refills it`()
        async throws
    {
        let queue = try await queue(Self.policy(allowance: 0))
        defer { queue.remove() }
        #expect(try await refusal(queue.records, Self.request(400)).isEmpty)
        _ = try await queue.records.settle(loosening: false) { policy throws(RPCError) in
            try policy.budgets.set(AssetAmounts(), of: Self.origin)
        }
        #expect(await queue.records.budgets.isEmpty)
        #expect(try await refusal(queue.records, Self.request(1)) == [.allowance])
        _ = try await queue.records.settle(loosening: true) { policy throws(RPCError) in
            try policy.budgets.set(Self.amounts([.sol: 500]), of: Self.origin)
        }
        #expect(await left(queue.records) == 100)
        _ = try await queue.records.settle(loosening: true, refilling: true) { _ throws(RPCError) in }
        #expect(await left(queue.records) == 500)
    }

    @Test func `anybody makes budgets smaller, and only the passphrase makes them larger`() async throws {
        let (coin, dollar) = (PolicyAsset.tokens(mint: Self.coin), PolicyAsset.tokens(mint: Self.dollar))
        let queue = try await queue(Self.policy())
        defer { queue.remove() }
        let records = queue.records
        _ = try await records.settle(loosening: true) { policy throws(RPCError) in
            try policy.pressAmounts.take([coin: 50], name: "pressAmounts")
        }
        let before = await records.policy
        for (origin, spend) in [
            (Self.origin, [.sol: 501, coin: 100]), (Self.origin, [.sol: 500, coin: 101]),
            (Self.origin, [.sol: 500, coin: 100, dollar: 1]), (Self.origin, [dollar: 1]), (Self.other, [.sol: 1]),
        ] as [(String, [PolicyAsset: UInt64])] {
            await #expect(throws: RPCError.self) {
                try await records.settle(loosening: false) { policy throws(RPCError) in
                    try policy.budgets.set(Self.amounts(spend), of: origin)
                }
            }
        }
        for change in [[coin: 51], [dollar: 1]] as [[PolicyAsset: UInt64]] {
            await #expect(throws: RPCError.self) {
                try await records.settle(loosening: false) { policy throws(RPCError) in
                    try policy.pressAmounts.take(change, name: "pressAmounts")
                }
            }
        }
        #expect(await records.policy == before)
        _ = try await records.settle(loosening: false) { policy throws(RPCError) in
            try policy.budgets.set(Self.amounts([coin: 99]), of: Self.origin)
            try policy.pressAmounts.take([coin: 0], name: "pressAmounts")
        }
        #expect(await records.budgets.first?.spend.map(\.asset) == [coin])
        #expect(await records.pressAmounts.isEmpty)
    }

    @Test func `a press in Sidekey's window lets out what its mint has left, and the passphrase the rest`() async throws
    {
        let coin = PolicyAsset.tokens(mint: Self.coin)
        let queue = try await queue(Self.policy([:]))
        defer { queue.remove() }
        let records = queue.records
        let (small, large) = (try Self.request(5, [Self.coin: 60]), try Self.request(5, [Self.coin: 101]))
        #expect(await records.proofNeed(for: small, on: .prompt)?.reason == .amount)
        _ = try await records.settle(loosening: true) { policy throws(RPCError) in
            try policy.pressAmounts.take([coin: 100], name: "pressAmounts")
        }
        #expect(await records.proofNeed(for: small, on: .prompt) == nil)
        #expect(await records.proofNeed(for: large, on: .prompt)?.reason == .amount)
        let beside = try Self.request(5, [Self.coin: 1, Self.dollar: 1])
        #expect(await records.proofNeed(for: beside, on: .prompt)?.reason == .amount)
        try await records.admit(small, on: .prompt)
        #expect(await records.pressAmounts.map(\.left) == [40])
        // What the user proves counts against nothing.
        try await records.admit(large, by: .passphrase, on: .prompt)
        #expect(await records.pressAmounts.map(\.left) == [40])
        await #expect(throws: RPCError.self) { try await records.admit(small, on: .prompt) }
        // Presses open nothing in the browser.
        #expect(try await refusal(records, Self.request(5, [Self.coin: 1])) == [.tokens])
        queue.clock.advance(by: .seconds(86_400))
        try await records.admit(small, on: .prompt)
    }

    @Test func `where the browser decides everything, budgets are still counted`() async throws {
        let queue = try await queue(Self.policy(setting: .popup))
        defer { queue.remove() }
        #expect(try await refusal(queue.records, Self.request(300, [Self.coin: 1_000, Self.dollar: 7])).isEmpty)
        _ = try await queue.records.settle(loosening: false) { policy throws(RPCError) in policy.setting = .risky }
        #expect(await left(queue.records, .tokens(mint: Self.coin)) == 0)
        #expect(await left(queue.records) == 200)
        #expect(try await refusal(queue.records, Self.request(1, [Self.coin: 1])) == [.tokens])
    }
}

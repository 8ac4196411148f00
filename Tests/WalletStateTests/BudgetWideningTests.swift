import ApprovalQueue
import JSONRPC
import Synchronization
import Testing
import WalletRuntime
import WalletState

/// A wider budget that the user confirms together with a request: both, or neither.
@Suite struct BudgetWideningTests {
    private static let mint = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"
    private static let site = "https://dapp.example"
    private static var widening: BudgetWidening {
        BudgetWidening(of: site, spend: [.sol: 5_000, .tokens(mint: mint): 7], press: [.tokens(mint: mint): 3])
    }

    /// A queue with one request, and how often it was fulfilled.
    private final class Runs: Sendable {
        private let value = Mutex(0)
        var count: Int { value.withLock { $0 } }
        func note() { value.withLock { $0 += 1 } }
    }

    private func asked(_ queue: Queue) async throws -> (Approval, Runs, Task<Result<JSON, RPCError>, Never>) {
        let runs = Runs()
        let answer = try await queue.ask(try Queue.content()) { _, _ in
            runs.note()
            return [:]
        }
        var approval = try await queue.approval(of: queue.onlyID(), surface: .prompt)
        approval.factor = .passphrase
        approval.amendment = Self.widening
        return (approval, runs, answer)
    }

    @Test func `with the passphrase in Sidekey's window the request is signed and the budgets are wider`() async throws
    {
        let queue = try Queue()
        defer { queue.remove() }
        let (approval, runs, answer) = try await asked(queue)
        #expect(try await queue.coordinator.approve(approval) == .answered)
        #expect(await answer.value.reason == nil && runs.count == 1)
        let budget = try #require(await queue.records.budgets.first)
        #expect(budget.origin == Self.site && budget.since > 0)
        #expect(budget.spend.map(\.asset.name) == ["SOL", Self.mint] && budget.spend.map(\.left) == [5_000, 7])
        #expect(await queue.records.pressAmounts.map(\.amount) == [3])
    }

    @Test func `a budget that can't be stored leaves the request unsigned`() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let (approval, runs, answer) = try await asked(queue)
        queue.database.close()
        let error = await #expect(throws: RPCError.self) { try await queue.coordinator.approve(approval) }
        #expect(error?.reason == .storage)
        #expect(runs.count == 0)
        #expect(await queue.records.budgets.isEmpty)
        answer.cancel()
    }

    @Test func `more assets than a budget has leave both as they are`() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        var (approval, runs, answer) = try await asked(queue)
        let mints = "23456789ABCDEFGHJ".map { PolicyAsset.tokens(mint: "\($0)\(Self.mint.dropFirst())") }
        approval.amendment = BudgetWidening(
            of: Self.site, spend: Dictionary(uniqueKeysWithValues: mints.map { ($0, 1) }))
        let error = await #expect(throws: RPCError.self) { try await queue.coordinator.approve(approval) }
        #expect(error?.reason == .paramValue)
        #expect(runs.count == 0)
        #expect(await queue.records.budgets.isEmpty)
        answer.cancel()
    }

    @Test(arguments: [
        (ApprovalSurface.prompt, ApprovalFactor?.none), (.prompt, .securityKey), (.prompt, .securityKeyPIN),
        (.browser, .passphrase),
        (.commandLine, .passphrase),
    ])
    func `no other approval widens anything`(surface: ApprovalSurface, factor: ApprovalFactor?) async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let (proven, runs, answer) = try await asked(queue)
        var approval = Approval(
            id: proven.id, digest: proven.digest, review: proven.review, surface: surface, factor: factor)
        approval.amendment = Self.widening
        let error = await #expect(throws: RPCError.self) { try await queue.coordinator.approve(approval) }
        #expect(error?.reason == .nativeOnly)
        #expect(runs.count == 0)
        #expect(await queue.records.budgets.isEmpty)
        answer.cancel()
    }

    @Test func `an amount that is wider already stays`() async throws {
        var policy = ApprovalPolicy(setting: .popup)
        var spend = AssetAmounts()
        spend[.sol] = 9_000
        try policy.budgets.set(spend, of: Self.site)
        let queue = try Queue(policy: policy)
        defer { queue.remove() }
        let (approval, _, answer) = try await asked(queue)
        #expect(try await queue.coordinator.approve(approval) == .answered)
        #expect(await queue.records.budgets.first?.spend.map(\.amount) == [9_000, 7])
        answer.cancel()
    }
}

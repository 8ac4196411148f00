import ApprovalQueue
import Base58
import JSONRPC
import TestSupport
import Testing
import WalletRuntime
import WalletState

/// Limits that count the tokens of a mint.
@Suite struct TokenLimitTests {
    private static let coin = Base58.encode([UInt8](repeating: 1, count: 32))
    private static let day: Int64 = 86_400_000

    private static func limit(
        _ most: UInt64, _ asset: PolicyAsset = .tokens(mint: coin)
    ) -> PolicyLimit {
        var limit = PolicyLimit()
        limit.spending = .init(most: most, period: day)
        limit.spendingAsset = asset
        return limit
    }

    private static func request(
        _ lamports: UInt64, _ tokens: [String: UInt64], gives: Bool = true, _ reasons: Set<RequestRisk.Reason> = []
    ) throws -> ApprovalRequest {
        let content = RequestContent(
            client: Queue.client(),
            page: PageContext(origin: try Origin("https://dapp.example"), tab: 7, document: "d", request: "1"),
            method: "signTransaction", account: Base58.encode([UInt8](repeating: 5, count: 32)), items: [[1]])
        return ApprovalRequest(
            id: "id", rpc: RPCRequest(id: "1", method: "signTransaction", params: [:]), content: content,
            review: RequestReview(
                kind: .transactions, items: [], isComplete: true,
                risk: RequestRisk(
                    lamports: lamports, tokens: tokens, givesTokens: gives && !tokens.isEmpty, reasons: reasons))
        ) { _, _ in [:] }
    }

    private func passes(_ queue: Queue, _ request: ApprovalRequest) async -> Bool {
        do throws(RPCError) { try await queue.records.admit(request, by: .passphrase, on: .commandLine) } catch {
            #expect(error.reason == .policyRefused)
            return false
        }
        return true
    }

    @Test func `a limit of a mint counts its tokens and nothing else`() async throws {
        var policy = ApprovalPolicy(setting: .popup)
        policy.limits.add(Self.limit(100))
        let queue = try Queue(policy: policy)
        defer { queue.remove() }
        let dollar = Base58.encode([UInt8](repeating: 2, count: 32))
        #expect(await passes(queue, try Self.request(1_000_000, [dollar: 1_000_000])))
        #expect(await passes(queue, try Self.request(5, [Self.coin: 60])))
        #expect(await queue.records.limits.first?.spendingLeft == 40)
        #expect(await !passes(queue, try Self.request(5, [Self.coin: 41])))
        #expect(await !passes(queue, try Self.request(5, [:], [.unbounded])))
        queue.clock.advance(by: .seconds(86_400))
        #expect(await passes(queue, try Self.request(5, [Self.coin: 100])))
    }

    @Test func `SOL doesn't bound tokens that are given away`() async throws {
        var policy = ApprovalPolicy(setting: .popup)
        policy.limits.add(Self.limit(1_000, .sol))
        let queue = try Queue(policy: policy)
        defer { queue.remove() }
        #expect(await !passes(queue, try Self.request(5, [Self.coin: 1])))
        #expect(await passes(queue, try Self.request(5, [Self.coin: 1], gives: false)))
    }

    @Test func `a limit that counts another asset begins anew, and takes the passphrase`() async throws {
        var policy = ApprovalPolicy(setting: .popup)
        policy.limits.add(Self.limit(100))
        let queue = try Queue(policy: policy)
        defer { queue.remove() }
        #expect(await passes(queue, try Self.request(5, [Self.coin: 60])))
        await #expect(throws: RPCError.self) {
            try await queue.records.settle(loosening: false) { policy throws(RPCError) in
                _ = policy.limits.replace(1, by: Self.limit(1, .sol))
            }
        }
        _ = try await queue.records.settle(loosening: true) { policy throws(RPCError) in
            _ = policy.limits.replace(1, by: Self.limit(50, .sol))
        }
        #expect(await queue.records.limits.first?.spendingLeft == 50)
    }

    @Test func `it is written and read as it is`() throws {
        let limit = Self.limit(100)
        #expect(
            JSON.object(limit.json)["spending"] == [
                "asset": .string(JSONString(Self.coin)), "amount": "100", "period": .number(JSONNumber(Self.day)),
            ])
        var members = RPCParameters(limit.json)
        #expect(try PolicyLimit(reading: &members) == limit)
        for spending in [
            ["asset": "SOL", "amount": "1", "period": 86_400_000],
            ["asset": "USDC", "amount": "1", "period": 86_400_000],
            ["asset": .string(JSONString(Self.coin)), "lamports": "1", "period": 86_400_000],
            ["amount": "1", "period": 86_400_000],
            ["asset": "So11111111111111111111111111111111111111112", "amount": "1", "period": 86_400_000],
        ] as [JSON] {
            var members = RPCParameters(["spending": spending])
            #expect(throws: RPCError.self) { try PolicyLimit(reading: &members) }
        }
    }
}

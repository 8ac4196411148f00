import ApprovalQueue
import JSONRPC
import TestSupport
import Testing
import WalletRuntime
import WalletState

/// Recipients that the wallet has paid, under the vault's code.
@Suite struct PaidRecipientTests {
    private func admit(_ recipients: Set<String>, to queue: Queue, on surface: ApprovalSurface) async throws {
        let request = ApprovalRequest(
            id: "id", rpc: RPCRequest(id: "1", method: "signTransaction", params: [:]), content: try Queue.content(),
            review: RequestReview(
                kind: .transactions, items: [], isComplete: true, risk: RequestRisk(recipients: recipients))
        ) { _, _ in [:] }
        try await queue.records.admit(request, by: .passphrase, on: surface)
    }

    @Test func `whoever an approval pays is kept, wherever it was approved`() async throws {
        let queue = try Queue(policy: ApprovalPolicy(setting: .popup, allowance: 1))
        defer { queue.remove() }
        try await admit(["ann"], to: queue, on: .browser)
        try await admit(["bob", "ann"], to: queue, on: .prompt)
        try await admit([], to: queue, on: .commandLine)
        #expect(await queue.records.paidRecipients == ["ann", "bob"])
    }

    @Test func `what the browser approves pushes out nobody whom the user confirmed outside it`() async throws {
        let queue = try Queue(policy: ApprovalPolicy(setting: .popup, allowance: 1))
        defer { queue.remove() }
        try await admit(["friend"], to: queue, on: .prompt)
        try await admit(["early"], to: queue, on: .browser)
        for round in 0..<5 {
            try await admit(Set((0..<1_000).map { "\(round)-\($0)" }), to: queue, on: .browser)
        }
        let kept = await queue.records.paidRecipients
        #expect(kept.count == 4_096 && kept.contains("friend"))
    }

    @Test func `whom only the last look found is kept as well, and nobody whom an earlier one found is forgotten`()
        async throws
    {
        let queue = try Queue(policy: ApprovalPolicy(setting: .popup, allowance: 1))
        defer { queue.remove() }
        @Sendable func review(_ recipients: Set<String>) -> RequestReview {
            RequestReview(kind: .transactions, isComplete: true, risk: RequestRisk(recipients: recipients))
        }
        let content = try Queue.content()
        await queue.coordinator.connectionOpened(content.client.connection)
        let asked = Task { [coordinator = queue.coordinator] in
            try await coordinator.submit(
                content, rpc: RPCRequest(id: "rpc", method: content.method, params: [:]), review: review(["token"]),
                renew: { _ throws(RPCError) in review(["holder"]) }
            ) { _, _ in [:] }
        }
        for _ in 0..<5000 where await queue.coordinator.list(limit: 1).isEmpty {
            try await Task.sleep(for: .milliseconds(1))
        }
        guard let id = await queue.coordinator.list(limit: 1).first?.id else {
            _ = try await asked.value; throw CancellationError()
        }
        _ = try await queue.coordinator.approve(queue.approval(of: id))
        _ = try await asked.value
        #expect(await queue.records.paidRecipients == ["token", "holder"])
    }
}

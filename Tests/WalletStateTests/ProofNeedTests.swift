import ApprovalQueue
import JSONRPC
import TestSupport
import Testing
import WalletRuntime
import WalletState

/// The rule for what proves an approval, written out: a touch where the review says all, more where it doesn't, the passphrase where a rule loosens.
@Suite struct ProofNeedTests {
    private static let touch = ApprovalFactor.securityKey
    private static let verified: [ApprovalFactor] = [.securityKeyPIN, .passkey, .tpm]

    private static func request(_ risk: RequestRisk, isComplete: Bool = true) throws -> ApprovalRequest {
        ApprovalRequest(
            id: "id", rpc: RPCRequest(id: "1", method: "signTransaction", params: [:]), content: try Queue.content(),
            review: RequestReview(kind: .transactions, items: [], isComplete: isComplete, risk: risk)
        ) { _, _ in [:] }
    }

    @Test(arguments: [
        (ProofReason.locked, true, true), (.perRequest, true, true), (.amount, true, true), (.danger, false, true),
        (.incomplete, false, true), (.unbounded, false, true), (.place, false, false), (.unguarded, false, false),
    ])
    func `each reason has its least proof in the window`(reason: ProofReason, byTouch: Bool, byPIN: Bool) throws {
        let need = try #require(ProofNeed([reason]))
        #expect(Self.touch.counts(for: need, on: .prompt) == byTouch)
        for factor in Self.verified { #expect(factor.counts(for: need, on: .prompt) == byPIN) }
        for surface in [ApprovalSurface.prompt, .browser, .commandLine] {
            #expect(ApprovalFactor.passphrase.counts(for: need, on: surface))
            // In a terminal another program may have shown something else; no browser has a key touched.
            if surface != .prompt { #expect(!Self.touch.counts(for: need, on: surface)) }
            // A finger says as much as a touch, and no more.
            #expect(
                ApprovalFactor.fingerprint.counts(for: need, on: surface) == Self.touch.counts(for: need, on: surface))
        }
        #expect(!Self.touch.counts(for: nil, on: .commandLine))
        #expect(Self.touch.counts(for: nil, on: .prompt))
    }

    @Test func `every reason is here, and of several the heaviest counts`() throws {
        #expect(ProofReason.allCases.count == 8)
        #expect(ApprovalFactor.allCases.count == 6)
        for light in [ProofReason.locked, .perRequest, .amount] {
            for heavy in [ProofReason.danger, .incomplete, .unbounded, .place, .unguarded] {
                for order in [[light, heavy], [heavy, light]] {
                    let need = try #require(ProofNeed(order))
                    #expect(need.reason == order[0] && need.heaviest == heavy)
                    #expect(!Self.touch.counts(for: need, on: .prompt))
                }
                let grown = try #require(ProofNeed([light])).alsoTaking(heavy)
                #expect(grown.reason == light && !Self.touch.counts(for: grown, on: .prompt))
                #expect(try #require(ProofNeed([heavy])).adding(light).heaviest == heavy)
            }
        }
        #expect(ProofNeed([]) == nil)
    }

    @Test func `a rule that takes a proof each time hides no danger from the proof`() async throws {
        var policy = ApprovalPolicy(setting: .native)
        policy.perRequest = true
        let queue = try Queue(policy: policy)
        defer { queue.remove() }
        let (plain, danger, unread) = (
            try Self.request(RequestRisk(lamports: 5_000_000_000)),
            try Self.request(RequestRisk(lamports: 1, reasons: [.danger])),
            try Self.request(RequestRisk(lamports: 1), isComplete: false)
        )
        #expect(await queue.records.proofNeed(for: danger, on: .prompt)?.reason == .perRequest)
        try await queue.records.admit(plain, by: Self.touch, on: .prompt)
        for (request, reason) in [(danger, "danger"), (unread, "incomplete")] {
            let error = await #expect(throws: RPCError.self) {
                try await queue.records.admit(request, by: Self.touch, on: .prompt)
            }
            #expect(error?.reason == .passphraseRequired)
            #expect(error?.data["proof"]?.text == reason)
            for factor in Self.verified { try await queue.records.admit(request, by: factor, on: .prompt) }
        }
        // A touch at a terminal counts for nothing, not even where a press would be enough.
        await #expect(throws: RPCError.self) {
            try await queue.records.admit(plain, by: Self.touch, on: .commandLine)
        }
    }

    @Test func `a touch is charged to no press, and lets out what presses may not`() async throws {
        let queue = try Queue(policy: ApprovalPolicy(setting: .native, pressAllowance: 1000))
        defer { queue.remove() }
        let large = try Self.request(RequestRisk(lamports: 1001))
        #expect(await queue.records.proofNeed(for: large, on: .prompt)?.reason == .amount)
        await #expect(throws: RPCError.self) { try await queue.records.admit(large, on: .prompt) }
        try await queue.records.admit(large, by: Self.touch, on: .prompt)
        #expect(await queue.records.pressLeft == 1000)
    }
}

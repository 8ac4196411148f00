import JSONRPC
import Pinentry
import Salt
import Synchronization
import WalletCore
import WalletRuntime

/// Deciding outside the browser.
extension ApprovalsModule {
    /// How long a prompt may stand; a request doesn't live longer.
    private static let limit: Duration = .seconds(300)

    /// Asks the user outside the browser, and decides as they say.
    ///
    /// A prompt that was closed is a no. Where none can be shown the request stays undecided.
    func native(_ call: MethodCall) async throws(RPCError) -> JSON {
        var parameters = call.parameters
        let approval = Approval(
            id: try parameters.string("id"), digest: try parameters.string("digest"),
            review: try parameters.string("review"), surface: .prompt)
        try parameters.finish()
        try await coordinator.check(approval)
        let (summary, request) = try await coordinator.request(approval.id)
        let connection = call.client.connection
        let prompt = try await ApprovalPrompt(
            approval.id, summary: summary.json(for: call.client), review: request.review,
            life: await request.life?()?.json, recognition: records.recognition(),
            in: prompts.words(for: connection))
        let proof = ProofBox()
        let decision = try await whilePresented(approval.id) { [prompts, keys] () throws(RPCError) in
            try await prompts.converse(
                for: connection, about: approval.id, command: ApprovalPrompt.command(approval.id), limit: Self.limit
            ) { dialog throws(RPCError) in
                let decision = try await prompt.decide(dialog, isUnlocked: { await keys.isUnlocked }) {
                    passphrase throws(RPCError) in
                    proof.set(try await keys.proof(passphrase))
                }
                return decision == .approved ? decision : nil
            }
        }
        guard decision == .approved else {
            try await coordinator.reject(approval.id, on: .prompt)
            return ["id": .string(approval.id), "state": .string(RequestState.rejected.rawValue)]
        }
        var proven = approval
        proven.proof = proof.take()
        // The session may have ended while the user read.
        if proven.proof == nil {
            guard await keys.isUnlocked else { throw WalletKeyring.locked }
        }
        let state = try await coordinator.approve(proven)
        return ["id": .string(approval.id), "state": .string(state.rawValue)]
    }

    /// Keeps a request alive while the user is asked, and ends the asking when the request ends elsewhere.
    private func whilePresented<Value: Sendable>(
        _ id: String, _ ask: @escaping @Sendable () async throws(RPCError) -> Value
    ) async throws(RPCError) -> Value {
        let result = await withTaskGroup(of: Result<Value, RPCError>.self) { group -> Result<Value, RPCError> in
            group.addTask {
                do throws(RPCError) { return .success(try await ask()) } catch { return .failure(error) }
            }
            group.addTask { [coordinator] in
                var beat = 0
                while !Task.isCancelled {
                    if beat % 20 == 0 { await coordinator.present([id]) }
                    beat += 1
                    guard await coordinator.isPending(id) else { break }
                    try? await Task.sleep(for: .milliseconds(250))
                }
                return .failure(
                    RPCError(.invalidInput, .notPending, "the request ended while the user was asked"))
            }
            defer { group.cancelAll() }
            return await group.next() ?? .failure(RPCError(.internalError, .internal, "nobody was asked"))
        }
        return try result.get()
    }
}

/// A proof on its way out of a prompt.
private final class ProofBox: Sendable {
    private let proof = Mutex<(any ApprovalProof)?>(nil)

    func set(_ proof: any ApprovalProof) {
        self.proof.withLock { $0 = proof }
    }

    func take() -> (any ApprovalProof)? {
        proof.withLock { $0.take() }
    }
}

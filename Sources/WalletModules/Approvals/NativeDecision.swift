import JSONRPC
import Pinentry
import Salt
import Synchronization
import WalletCore
import WalletRuntime

/// A request decided outside the browser: shown there, and approved or rejected as the user says.
struct NativeDecision: Sendable {
    /// How long a prompt may stand; a request doesn't live longer.
    private static let limit: Duration = .seconds(300)

    let coordinator: ApprovalCoordinator
    let records: ProtectedRecords
    let keys: WalletKeyring
    let prompts: PromptQueue

    /// Asks the user before whose browser a client sits.
    ///
    /// A prompt that was closed is a no. Where none can be shown the request stays undecided.
    func decide(_ approval: Approval, for client: Client) async throws(RPCError) -> RequestState {
        try await coordinator.check(approval)
        let (summary, request) = try await coordinator.request(approval.id)
        let connection = client.connection
        let prompt = try await ApprovalPrompt(
            approval.id, summary: summary.json(for: client), review: request.review,
            life: await request.life?()?.json, recognition: records.recognition(),
            in: prompts.words(for: connection))
        let proof = ProofBox()
        let wasUnverified = await records.trust == .unverified
        let decision = try await whilePresented(approval.id) { [prompts, keys, records] () throws(RPCError) in
            try await prompts.converse(
                for: connection, about: approval.id, command: ApprovalPrompt.command(approval.id), limit: Self.limit
            ) { dialog throws(RPCError) in
                let decision = try await prompt.decide(
                    dialog, proof: { await keys.isUnlocked ? records.proofReason(for: request, on: .prompt) : .locked }
                ) { passphrase throws(RPCError) in
                    proof.set(try await keys.open(passphrase))
                }
                return decision == .approved ? decision : nil
            }
        }
        guard decision == .approved else {
            try await coordinator.reject(approval.id, on: .prompt)
            return .rejected
        }
        var proven = approval
        (proven.isProven, proven.proof) = proof.take()
        // The session may have ended while the user read.
        if proven.proof == nil {
            guard await keys.isUnlocked else { throw WalletKeyring.locked }
        }
        let state = try await coordinator.approve(proven)
        if wasUnverified { await keys.closeWhereEachIsProven() }
        return state
    }

    /// Asks about a request of somebody who has no surface of their own, without being asked to.
    ///
    /// It waits for its turn among the prompts, and for the cooldown; where nobody can be asked, the request waits for `sidekey approve`.
    func begin(_ id: String, for client: Client) async {
        while await coordinator.isPending(id), let (summary, request) = try? await coordinator.request(id) {
            let approval = Approval(
                id: id, digest: summary.digest, review: request.review.hash, surface: .prompt)
            do throws(RPCError) {
                _ = try await decide(approval, for: client)
                return
            } catch {
                let pause: Duration
                switch error.reason {
                case .promptCooldown: pause = .milliseconds(error.data["retryAfter"]?.int ?? 1000)
                case .tooManyPending: pause = .seconds(1)
                // What was found worse just before it was signed is shown anew.
                case .reviewMismatch: pause = .zero
                default: return
                }
                // Its deadlines end the request meanwhile, if it comes to that.
                do { try await Task.sleep(for: pause) } catch { return }
            }
        }
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

/// A proof on its way out of a prompt; nil beside `true` where it opened the session.
private final class ProofBox: Sendable {
    private let value = Mutex<(isProven: Bool, proof: (any ApprovalProof)?)>((false, nil))

    func set(_ proof: (any ApprovalProof)?) {
        value.withLock { $0 = (true, proof) }
    }

    func take() -> (isProven: Bool, proof: (any ApprovalProof)?) {
        value.withLock { value in
            defer { value = (false, nil) }
            return value
        }
    }
}

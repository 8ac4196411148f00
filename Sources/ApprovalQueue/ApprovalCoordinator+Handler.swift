import JSONRPC
import WalletRuntime

/// The decision of a program that embeds the wallet and has its own approval surface.
public enum ApprovalAnswer: Sendable, Hashable {
    /// Approves the request.
    ///
    /// - Parameters:
    ///   - accounts: The base58 public keys that a `connect` shares; empty means the wallet's first.
    ///   - isProven: True if the program verified the user as the passphrase does, as the policy requires of a ``ApprovalSurface/prompt``.
    case approve(accounts: [String] = [], isProven: Bool = false)
    case reject
}

/// An approval surface in the wallet's own process, in place of the extension's window or beside it.
extension ApprovalCoordinator {
    /// Shows a request to the user and returns the decision; several requests may be shown at a time.
    ///
    /// The task is cancelled if the request ends elsewhere.
    public typealias ApprovalHandler = @Sendable (ApprovalRequest) async -> ApprovalAnswer

    /// Sets a handler that decides every request, including those that wait now; nil removes it.
    ///
    /// Its answer counts as that of a prompt outside the browser, so it decides requests that the policy lets no browser decide. It can't approve a
    /// forbidden request either, and the keys open only in a session: unlock it before the answer.
    public func setApprovalHandler(_ handler: ApprovalHandler?) {
        self.handler = handler
        for pending in requests.values where pending.isJournaled && pending.state.isPending { consult(pending) }
    }

    /// Asks the handler about a request that is on the disk.
    func consult(_ pending: PendingRequest) {
        // A review that still waits can't be approved.
        guard let handler, !pending.isConsulted, !pending.request.review.isWaiting else { return }
        pending.isConsulted = true
        let (request, clock) = (pending.request, context.clock)
        let consultation = Task { [weak self] in
            // Shown from here until it is decided.
            let heartbeat = Task { [weak self] in
                while !Task.isCancelled {
                    await self?.present([request.id])
                    try? await clock.sleep(until: clock.now + .seconds(10))
                }
            }
            let answer = await handler(request)
            heartbeat.cancel()
            await self?.decide(request, answer)
        }
        pending.consultation = consultation
    }

    private func decide(_ request: ApprovalRequest, _ answer: ApprovalAnswer) async {
        do throws(RPCError) {
            guard case .approve(let accounts, let isProven) = answer, !request.review.risk.isForbidden
            else { return try await reject(request.id, on: .prompt) }
            _ = try await approve(
                Approval(
                    id: request.id, digest: request.digest.hexadecimal, review: request.review.hash, surface: .prompt,
                    accounts: accounts, factor: isProven ? .passphrase : nil))
        } catch {
            // A new look has found more than was shown: it is shown anew. Anything else has ended the request, or somebody else has.
            // What the program didn't prove isn't asked again and again.
            if error.reason == .passphraseRequired { try? await reject(request.id, on: .prompt) }
            guard error.reason == .reviewMismatch, let pending = requests[request.id] else { return }
            pending.isConsulted = false
            consult(pending)
        }
    }
}

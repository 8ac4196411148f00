public import JSONRPC
import Logging
import WalletRuntime

/// The rest of a review that is shown before its facts have come.
///
/// The bytes are reviewed at once; what nodes say follows. A surface shows the first review and the line that something is missing, and takes no
/// approval until the facts have come or the time for them is over.
public struct LateReview: Sendable {
    /// The time for which an approval waits for the facts, from when the request is shown.
    public static let limit: Duration = .seconds(3)
    /// The time for which a request waits for its facts before it is shown, so that no window changes under the user's eyes where nodes are quick.
    public static let unnoticed: Duration = .milliseconds(400)

    /// Returns the review that stands if no facts came in time.
    let bare: @Sendable () async -> RequestReview
    /// Waits for the facts and returns the review with them; nil if none came.
    ///
    /// It throws -32003 (`blockhash-expired`) if the request can't be executed any more.
    let complete: @Sendable () async throws(RPCError) -> RequestReview?

    public init(
        bare: @escaping @Sendable () async -> RequestReview,
        complete: @escaping @Sendable () async throws(RPCError) -> RequestReview?
    ) {
        self.bare = bare
        self.complete = complete
    }
}

/// Reviews whose facts come after the request is shown.
extension ApprovalCoordinator {
    /// Puts the facts into a request's review when they come, and ends the waiting for them after ``LateReview/limit``.
    func follow(_ late: LateReview, of pending: PendingRequest) {
        let (id, clock) = (pending.request.id, context.clock)
        let end = clock.now + LateReview.limit
        pending.late = [
            Task { [weak self] in
                do { try await clock.sleep(until: end) } catch { return }
                await self?.settle(id, late)
            },
            Task { [weak self] in
                do throws(RPCError) {
                    if let review = try await late.complete() {
                        await self?.replace(id, with: review)
                    } else {
                        await self?.settle(id, late)
                    }
                } catch {
                    await self?.ended(id, by: error, late)
                }
            },
        ]
    }

    /// Puts the names that addresses chose for themselves into a request's review when they come. Nothing waits for them but a surface that draws once.
    func follow(_ names: @escaping ApprovalRequest.ClaimedNames, of pending: PendingRequest) {
        let id = pending.request.id
        pending.isNaming = true
        pending.late.append(
            Task { [weak self] in
                let names = await names()
                await self?.claim(names, in: id)
            })
    }

    private func claim(_ names: [String: String], in id: String) async {
        guard let pending = requests[id] else { return }
        pending.isNaming = false
        pending.tellWatchers()
        await replace(id, with: pending.request.review.claiming(names))
    }

    /// Lets the review stand without what is missing.
    private func settle(_ id: String, _ late: LateReview) async {
        guard requests[id]?.request.review.isWaiting == true else { return }
        let review = await late.bare()
        // The facts may have come meanwhile.
        guard requests[id]?.request.review.isWaiting == true else { return }
        await replace(id, with: review)
    }

    private func ended(_ id: String, by error: RPCError, _ late: LateReview) async {
        guard error.reason == .blockhashExpired else { return await settle(id, late) }
        guard let pending = requests[id], pending.state.isPending, !pending.isDeciding else { return }
        await end(pending, as: .expired, with: .failure(error))
    }

    /// Shows a request's new review in place of the one before; an approval then has to name the new one.
    ///
    /// A decision that is under way makes its own last look.
    private func replace(_ id: String, with review: RequestReview) async {
        guard let pending = requests[id], pending.state.isPending, !pending.isDeciding else { return }
        let seen = pending.request.review
        guard pending.request.show(review) else { return }
        pending.tellWatchers()
        if pending.isJournaled, review.isWorse(than: seen) {
            do { try await journal.reviewed(pending.request) } catch {
                context.logger.error(
                    "the new review of a request was not recorded", metadata: ["code": "\(error.code.rawValue)"])
            }
        }
        guard pending.isJournaled, pending.state.isPending else { return }
        events.publish(.requestReviewed(id: id))
        consult(pending)
    }

    /// Waits until a request's review is another one than `hash`, and returns the request.
    ///
    /// - Returns: nil once the request can't be decided any more, or if the task is cancelled.
    public func change(of id: String, from hash: String) async -> ApprovalRequest? {
        while let pending = requests[id], pending.state.isPending, !Task.isCancelled {
            if pending.request.review.hash != hash { return pending.request }
            await pending.changed()
        }
        return nil
    }

    /// Waits until a request's review waits for nothing, neither facts nor names: ``LateReview/limit`` at most.
    public func settled(_ id: String) async {
        while let pending = requests[id], pending.state.isPending, pending.request.review.isWaiting || pending.isNaming,
            !Task.isCancelled
        {
            await pending.changed()
        }
    }
}

public import JSONRPC
import WalletRuntime

/// The queue's answers to surfaces.
extension ApprovalCoordinator {
    /// Returns the unfinished requests in order of arrival, after the one with number `arrival`.
    public func list(after arrival: UInt64 = 0, limit: Int) -> [RequestSummary] {
        requests.values.filter { $0.isJournaled && !$0.state.isFinished && $0.arrival > arrival }
            .sorted { $0.arrival < $1.arrival }.prefix(limit).map(summary)
    }

    /// Returns an unfinished request.
    ///
    /// - Throws: -32000 (`not-pending`).
    public func request(_ id: String) throws(RPCError) -> (summary: RequestSummary, request: ApprovalRequest) {
        guard let pending = requests[id], pending.isJournaled, !pending.state.isFinished else {
            throw notPending(id)
        }
        return (summary(pending), pending.request)
    }

    /// Returns the states of those requests that are unfinished, with the time that each has left.
    public func states(of ids: [String]) -> [RequestSummary] {
        ids.compactMap { requests[$0] }.filter(\.isJournaled).map(summary)
    }

    /// Returns true if a request was decided or has expired; false if its page cancelled it or it is still undecided.
    public func isDecided(_ id: String) -> Bool {
        switch requests[id]?.state ?? ended[id] {
        case .approved, .signed, .answered, .rejected, .expired: true
        case .queued, .presented, .cancelled, .interrupted, nil: false
        }
    }

    /// Returns true if a request still waits for a decision.
    public func isPending(_ id: String) -> Bool {
        requests[id]?.state.isPending == true
    }

    private func summary(_ pending: PendingRequest) -> RequestSummary {
        let content = pending.request.content
        return RequestSummary(
            id: pending.request.id, digest: pending.request.digest.hexadecimal,
            content: RequestContent(
                client: pending.client, page: content.page, method: content.method, account: content.account,
                cluster: content.cluster),
            state: pending.state, created: pending.created,
            remaining: max(.zero, pending.deadline - context.clock.now), arrival: pending.arrival,
            progress: pending.progress.values.sorted { $0.item < $1.item })
    }
}

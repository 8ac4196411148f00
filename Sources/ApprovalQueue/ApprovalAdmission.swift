public import JSONRPC

/// The gate for approvals, as the queue sees it: the user's policy with its limits.
public protocol ApprovalAdmission: Sendable {
    /// Throws an error if a limit refuses the request; called before the user is asked, and again before the key opens.
    ///
    /// - Throws: -32000 (`policy-refused`); -32603 (`storage`).
    func checkLimits(of content: RequestContent, _ review: RequestReview) async throws(RPCError)

    /// Admits a decision, and counts the amount it lets out before anything is signed. It checks and counts in one step: of two requests that each
    /// fit an allowance, only one may pass.
    ///
    /// - Parameter factor: The proof that came with the decision; nil if it was a press alone.
    /// - Throws: -32000 (`policy-refused`) if a limit refuses it; 4100 (`native-only`) if this surface can't decide it, (`passphrase-required`) if a
    ///   press or the proof isn't enough; 4101 before the first unlock; -32603 (`storage`).
    func admit(_ request: ApprovalRequest, by factor: ApprovalFactor?, on surface: ApprovalSurface)
        async throws(RPCError)

    /// Admits a decision as ``admit(_:by:on:)`` does, and makes the change of the rules that came with it: both or neither.
    ///
    /// - Throws: as there; -32603 (`internal`) where there are no rules that could change.
    func admit(_ request: ApprovalRequest, by approval: Approval) async throws(RPCError)
}

extension ApprovalAdmission {
    public func admit(_ request: ApprovalRequest, by approval: Approval) async throws(RPCError) {
        guard approval.amendment == nil else {
            throw RPCError(.internalError, .internal, "there are no rules to change")
        }
        try await admit(request, by: approval.factor, on: approval.surface)
    }
}

/// The record of each request's progress, which the queue writes. The queue continues only after a write has reached the disk.
public protocol RequestRecording: Sendable {
    /// Writes the request that was just queued.
    func queued(_ request: ApprovalRequest) async throws(RPCError)
    /// Writes the approval, before the key opens.
    func approved(_ request: ApprovalRequest, on surface: ApprovalSurface) async throws(RPCError)
    /// Writes the progress of one of its transactions, by signature.
    func progressed(_ request: ApprovalRequest, _ progress: RequestProgress) async throws(RPCError)
    /// Writes the result of a new review of a request, if it is worse than what was shown.
    func reviewed(_ request: ApprovalRequest) async throws(RPCError)
    /// Writes the request's end and the response as it is sent.
    ///
    /// - Parameter surface: The surface that rejected it.
    func ended(
        _ request: ApprovalRequest, as state: RequestState, response: RPCResponse, on surface: ApprovalSurface?
    ) async throws(RPCError)
}

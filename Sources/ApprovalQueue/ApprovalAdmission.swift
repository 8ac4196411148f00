public import JSONRPC

/// What lets an approval through, as the queue sees it: the user's policy with its limits.
public protocol ApprovalAdmission: Sendable {
    /// Refuses what a limit refuses; asked before anybody is, and again before the key opens.
    ///
    /// - Throws: -32000 (`policy-refused`); -32603 (`storage`).
    func checkLimits(of content: RequestContent, _ review: RequestReview) async throws(RPCError)

    /// Lets a decision through, and counts what it lets out before anything is signed. Asks and counts in one step: of two requests that fit
    /// an allowance each, one may pass.
    ///
    /// - Parameter isProven: Whether the passphrase or a passkey came with the decision.
    /// - Throws: -32000 (`policy-refused`) where a limit refuses it; 4100 (`native-only`) where this surface can't decide it, (`passphrase-required`) where
    ///   a press isn't enough; 4101 before the first unlock; -32603 (`storage`).
    func admit(_ request: ApprovalRequest, on surface: ApprovalSurface, isProven: Bool) async throws(RPCError)
}

/// Where the queue writes what becomes of a request. It goes on only after a write has reached the disk.
public protocol RequestRecording: Sendable {
    /// Writes the request that was just queued.
    func queued(_ request: ApprovalRequest) async throws(RPCError)
    /// Writes the approval, before the key opens.
    func approved(_ request: ApprovalRequest, on surface: ApprovalSurface) async throws(RPCError)
    /// Writes how far one of its transactions has come, by its signature.
    func progressed(_ request: ApprovalRequest, _ progress: RequestProgress) async throws(RPCError)
    /// Writes what a new look at a request says, where it is worse than what was shown.
    func reviewed(_ request: ApprovalRequest) async throws(RPCError)
    /// Writes how the request ended and the response as it is sent.
    ///
    /// - Parameter surface: Where it was rejected.
    func ended(
        _ request: ApprovalRequest, as state: RequestState, response: RPCResponse, on surface: ApprovalSurface?
    ) async throws(RPCError)
}

public import ApprovalQueue

/// Why a yes to a request takes a proof of its user: the passphrase, or a passkey.
///
/// A press authenticates nobody: another program of the same user can press a button too.
public enum ProofReason: String, Sendable, Hashable, CaseIterable {
    /// Nothing was proved to this agent yet.
    case locked
    /// The user settled that every approval does.
    case perRequest = "per-request"
    /// A rule has found a danger in it, or it is bytes that nobody can read.
    case danger
    /// Not everything in it could be read.
    case incomplete
    /// It may move more than SOL: tokens, what an order in a memo names, or something else that has no bound in lamports.
    case unbounded
    /// It lets out more than presses may in 24 hours.
    case amount
    /// It is asked where another program of the user's may have named the display; found by whoever shows the prompt.
    case place
}

extension AuthenticatedStore {
    /// Why a decision on a surface takes a proof now; nil where a press is enough.
    public func proofReason(for request: ApprovalRequest, on surface: ApprovalSurface) -> ProofReason? {
        guard trust != .unverified else { return .locked }
        guard !policy.perRequest else { return .perRequest }
        let risk = request.review.risk
        guard !risk.reasons.contains(.danger), !risk.reasons.contains(.binary) else { return .danger }
        guard request.review.signs else { return nil }
        guard request.review.isComplete, !risk.reasons.contains(.incomplete) else { return .incomplete }
        // What a browser decides has the allowance, and a script at a terminal its limits.
        guard surface == .prompt else { return nil }
        guard !risk.reasons.contains(.unbounded) else { return .unbounded }
        return risk.lamports > pressLeft ? .amount : nil
    }
}

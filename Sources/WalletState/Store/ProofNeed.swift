public import ApprovalQueue
public import JSONRPC

/// The reason an approval requires proof of the user (`ApprovalFactor`).
///
/// A press doesn't authenticate the user: another program of the same user can press a button too.
public enum ProofReason: String, Sendable, Hashable, CaseIterable {
    /// The user has given this agent no proof yet.
    case locked
    /// The user's policy requires proof for every approval.
    case perRequest = "per-request"
    /// A rule found a danger in the request, or the request is bytes that can't be read.
    case danger
    /// Not everything in the request could be read.
    case incomplete
    /// The request may do something that has no bound: hand over a power, execute an order in a memo, or move what no amount is known of.
    case unbounded
    /// The request lets out more SOL, or more tokens of a mint, than presses may in 24 hours.
    case amount
    /// The prompt is on a display that another program of the user's may have named; the code that shows the prompt finds this.
    case place
    /// The user turns guards off for the site in the prompt, which finds this, too.
    case unguarded

    /// The least weight of a proof that answers it: the one rule for what a touch may approve.
    ///
    /// A touch says that somebody is there. That is enough where the review says all that can happen. Where the review itself can't be relied on, a
    /// user who touches whatever blinks would lose without bound, so a device has to know its user. The passphrase alone answers where the window
    /// isn't surely before the user, who then touches a key for something that they don't see, and where a rule is loosened.
    public var leastWeight: ApprovalFactor.Weight {
        switch self {
        case .locked, .perRequest, .amount: .presence
        case .danger, .incomplete, .unbounded: .verification
        case .place, .unguarded: .knowledge
        }
    }
}

/// All the reasons for which one decision takes more than a press.
public struct ProofNeed: Sendable, Hashable {
    /// The reason that the user is told.
    public let reason: ProofReason
    private let reasons: Set<ProofReason>

    /// - Parameter reasons: The first is the one that the user is told.
    /// - Returns: nil if there is none.
    public init?(_ reasons: [ProofReason]) {
        guard let first = reasons.first else { return nil }
        reason = first
        self.reasons = Set(reasons)
    }

    private init(reason: ProofReason, reasons: Set<ProofReason>) {
        self.reason = reason
        self.reasons = reasons
    }

    /// The same with one more reason, which the user is told.
    public func adding(_ reason: ProofReason) -> ProofNeed {
        ProofNeed(reason: reason, reasons: reasons.union([reason]))
    }

    /// The same with one more reason, behind the one that the user is told.
    public func alsoTaking(_ reason: ProofReason) -> ProofNeed {
        ProofNeed(reason: self.reason, reasons: reasons.union([reason]))
    }

    /// The reason that takes the most.
    public var heaviest: ProofReason {
        ProofReason.allCases.filter(reasons.contains).reduce(reason) {
            $0.leastWeight < $1.leastWeight ? $1 : $0
        }
    }
}

extension ApprovalFactor {
    /// Returns true if it answers every reason on a surface.
    ///
    /// - Parameter need: nil where a press would be enough.
    public func counts(for need: ProofNeed?, on surface: ApprovalSurface) -> Bool {
        weight >= max(need?.heaviest.leastWeight ?? surface.leastWeight, surface.leastWeight)
    }
}

extension RPCError {
    /// The error of an approval that takes a proof, or a heavier one than came with it.
    public static func proofRequired(_ need: ProofNeed?, by factor: ApprovalFactor?) -> RPCError {
        var data = JSONObject()
        if let factor { data["given"] = .string(JSONString(factor.rawValue)) }
        if let need { data["proof"] = .string(JSONString(need.heaviest.rawValue)) }
        return RPCError(
            .unauthorized, .passphraseRequired,
            factor == nil ? "this approval takes the passphrase" : "this approval takes more than a touch", data: data)
    }
}

extension AuthenticatedStore {
    /// Returns what a decision on a surface takes now; nil if a press is enough.
    public func proofNeed(for request: ApprovalRequest, on surface: ApprovalSurface) -> ProofNeed? {
        // The rules aren't known before the first proof; what they say is asked again once they are.
        guard trust != .unverified else { return ProofNeed([.locked]) }
        let risk = request.review.risk
        var reasons: [ProofReason] = policy.perRequest ? [.perRequest] : []
        if risk.reasons.contains(.danger) || risk.reasons.contains(.binary) { reasons.append(.danger) }
        guard request.review.signs else { return ProofNeed(reasons) }
        let isPromised = risk.reasons.contains(.promised)
        let isTold = request.review.isComplete || request.review.isBounded || isPromised
        if !isTold || risk.reasons.contains(.incomplete) { reasons.append(.incomplete) }
        // A browser's decision has the allowance, and a script's at a terminal its limits; neither counts promises.
        guard surface == .prompt else {
            if isPromised, !reasons.contains(.incomplete) { reasons.append(.incomplete) }
            return ProofNeed(reasons)
        }
        if risk.reasons.contains(.unbounded) { reasons.append(.unbounded) }
        if !fitsPress(risk) { reasons.append(.amount) }
        return ProofNeed(reasons)
    }
}

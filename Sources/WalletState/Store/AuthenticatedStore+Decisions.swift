public import ApprovalQueue
public import JSONRPC
import WalletRuntime

/// Where a request is decided, and what a decision in the browser takes from the allowance.
extension AuthenticatedStore: ApprovalAdmission {
    /// Where a request may be decided now, and why not in the browser where it can't be.
    public func decision(for request: ApprovalRequest) -> (decision: ApprovalDecision, reasons: [RequestRisk.Reason]) {
        guard !request.review.risk.isForbidden else { return (.none, [.forbidden]) }
        let breached = breachedLimits(by: request.content, request.review)
        if breached.contains(where: { $0.action == .refuse }) {
            return (.none, Self.ordered(Self.reasons(breached.filter { $0.action == .refuse })))
        }
        let reasons = reasons(for: request)
        // What a policy that nobody has seen yet will say isn't known; the surface asks to unlock, and asks again.
        let isOpen = reasons.isEmpty || reasons == [.locked]
        return (isOpen ? .popup : .native, Self.ordered(reasons))
    }

    private static func ordered(_ reasons: Set<RequestRisk.Reason>) -> [RequestRisk.Reason] {
        RequestRisk.Reason.allCases.filter(reasons.contains)
    }

    private static func reasons(_ limits: [BreachedLimit]) -> Set<RequestRisk.Reason> {
        limits.reduce(into: []) { reasons, limit in
            for breach in limit.breaches { reasons.insert(RequestRisk.Reason(breach)) }
        }
    }

    /// Lets a decision through, and counts what it lets out before anything is signed.
    ///
    /// - Parameter isProven: Whether the passphrase or a passkey came with the decision.
    /// - Throws: -32000 (`policy-refused`) where a limit refuses it; 4100 (`native-only`) where the browser can't decide this, (`passphrase-required`) where
    ///   a press isn't enough; 4101 before the first unlock; -32603 (`storage`).
    public func admit(
        _ request: ApprovalRequest, on surface: ApprovalSurface, isProven: Bool = false
    ) throws(RPCError) {
        let key = ConnectedOrigin.Key(client: request.content.client, page: request.content.page)
        try checkLimits(of: request.content, request.review)
        let (act, time, today) = (SigningAct(request.content, request.review), limitTime, date)
        let paid = request.review.risk.recipients
        guard surface == .browser else {
            try checkProof(for: request, on: surface, isProven)
            return try change { contents throws(RPCError) in
                if surface == .prompt, !isProven { contents.spendPress(request.review.risk.lamports, at: time) }
                if let act { contents.count(act, at: time) }
                contents.note(paid, at: today, isConfirmed: true)
                if request.review.signs { contents.grants[key]?.hasSigned = true }
            }
        }
        guard trust != .unverified else { throw RPCError(.locked, .locked, "the session is locked") }
        // Asked and counted without a suspension in between: of two requests that fit the allowance each, one may pass.
        guard reasons(for: request).isEmpty else {
            throw RPCError(.unauthorized, .nativeOnly, "this request is decided outside the browser")
        }
        try checkProof(for: request, on: surface, isProven)
        try change { contents throws(RPCError) in
            contents.spendAllowance(request.review.risk.lamports, at: time)
            if let act { contents.count(act, at: time) }
            contents.note(paid, at: today, isConfirmed: false)
        }
    }

    private func checkProof(
        for request: ApprovalRequest, on surface: ApprovalSurface, _ isProven: Bool
    ) throws(RPCError) {
        guard !isProven, let reason = proofReason(for: request, on: surface) else { return }
        guard reason != .locked else { throw RPCError(.locked, .locked, "the session is locked") }
        throw RPCError(
            .unauthorized, .passphraseRequired, "this approval takes the passphrase",
            data: ["proof": .string(JSONString(reason.rawValue))])
    }

    /// Settles another policy.
    ///
    /// - Parameters:
    ///   - loosening: Whether it may let more through, for which the passphrase was given outside the browser.
    ///   - refilling: Whether the allowance is whole again; nothing else but time refills it. Only where it may loosen.
    /// - Throws: 4100 (`native-only`) where it would and may not; 4101, -32603 (`storage`).
    public func settle(
        loosening: Bool, refilling: Bool = false, _ body: (inout ApprovalPolicy) throws(RPCError) -> Void
    ) throws(RPCError) -> ApprovalPolicy {
        let now = date
        var isTimeSet = false
        let policy = try change(entry: ActivityEntry(.policyChanged)) { contents throws(RPCError) in
            var next = contents.policy
            try body(&next)
            guard loosening || contents.policy.isTightened(to: next) else {
                throw RPCError(.unauthorized, .nativeOnly, "protections are loosened outside the browser")
            }
            isTimeSet = loosening && next.limits != contents.policy.limits
            contents.policy = next
            contents.forgetUses()
            if isTimeSet { contents.settle(at: now) }
            if loosening {
                if refilling { contents.refill() }
                contents.wasReset = false
            }
            return next
        }
        if isTimeSet { beginTime(at: now) }
        return policy
    }

    private func reasons(for request: ApprovalRequest) -> Set<RequestRisk.Reason> {
        guard request.content.page.origin.extensionID == nil else { return [.otherExtension] }
        guard trust != .unverified else { return [.locked] }
        // Whatever the setting lets the browser decide.
        var reasons = Self.reasons(breachedLimits(by: request.content, request.review))
        switch policy.setting {
        case .popup: return reasons
        case .native: return reasons.union([.setting])
        case .risky: break
        }
        guard request.review.signs else { return reasons }
        reasons.formUnion(request.review.risk.reasons)
        let key = ConnectedOrigin.Key(client: request.content.client, page: request.content.page)
        // The wallet's own transfers come of no site that could be new to the user; the allowance bounds them all the same.
        if request.content.page.origin != .wallet, !hasSigned(key) { reasons.insert(.firstSignature) }
        if request.review.risk.lamports > allowanceLeft { reasons.insert(.allowance) }
        return reasons
    }
}

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

public import ApprovalQueue
public import JSONRPC
import WalletRuntime

/// Decides where a request may be approved, and charges decisions in the browser to the site's budget and the allowance.
extension AuthenticatedStore: ApprovalAdmission {
    /// Returns where a request may be decided now, and the reasons if the browser can't decide it.
    public func decision(for request: ApprovalRequest) -> (decision: ApprovalDecision, reasons: [RequestRisk.Reason]) {
        guard !request.review.risk.isForbidden else { return (.none, [.forbidden]) }
        let breached = breachedLimits(by: request.content, request.review)
        if breached.contains(where: { $0.action == .refuse }) {
            return (.none, Self.ordered(Self.reasons(breached.filter { $0.action == .refuse })))
        }
        let reasons = reasons(for: request)
        // A policy that wasn't read yet can't decide: the surface asks to unlock, and asks again.
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

    /// Admits a decision, and counts the amount it lets out before anything is signed.
    ///
    /// - Parameter factor: The proof that came with the decision; nil if it was a press alone.
    /// - Throws: -32000 (`policy-refused`) if a limit refuses it; 4100 (`native-only`) if the browser can't decide this, (`passphrase-required`) if a
    ///   press, or the proof, isn't enough; 4101 before the first unlock; -32603 (`storage`).
    public func admit(
        _ request: ApprovalRequest, by factor: ApprovalFactor? = nil, on surface: ApprovalSurface
    ) throws(RPCError) { try admit(request, by: factor, on: surface, widening: nil) }

    /// The same, and widens budgets if that came with the approval: both or neither.
    ///
    /// - Throws: as there; 4100 (`native-only`) for a wider budget without the passphrase from a prompt.
    public func admit(_ request: ApprovalRequest, by approval: Approval) throws(RPCError) {
        guard let amendment = approval.amendment else {
            return try admit(request, by: approval.factor, on: approval.surface)
        }
        guard let widening = amendment as? BudgetWidening, approval.surface == .prompt,
            approval.factor?.weight == .knowledge
        else {
            throw RPCError(.unauthorized, .nativeOnly, "protections are loosened outside the browser")
        }
        try admit(request, by: approval.factor, on: .prompt, widening: widening)
    }

    private func admit(
        _ request: ApprovalRequest, by factor: ApprovalFactor?, on surface: ApprovalSurface, widening: BudgetWidening?
    ) throws(RPCError) {
        let key = ConnectedOrigin.Key(client: request.content.client, page: request.content.page)
        try checkLimits(of: request.content, request.review)
        let (act, time, today) = (SigningAct(request.content, request.review), limitTime, date)
        let paid = request.review.risk.recipients
        let names = KnownName.paid(request)
        guard surface == .browser else {
            try checkProof(for: request, by: factor, on: surface)
            let entry = widening.map { _ in ActivityEntry(.policyChanged) }
            return try change(entry: entry) { contents throws(RPCError) in
                if let widening {
                    try widening.apply(to: &contents.policy)
                    contents.policy.budgets.date(at: today)
                }
                if surface == .prompt, factor == nil {
                    contents.spendPress(request.review.risk.lamports, request.review.risk.tokens, at: time)
                }
                if let act { contents.count(act, at: time) }
                contents.note(paid, at: today, isConfirmed: true)
                contents.note(names, at: today, isConfirmed: true)
                if request.review.signs { contents.grants[key]?.hasSigned = true }
            }
        }
        guard trust != .unverified else { throw RPCError(.locked, .locked, "the session is locked") }
        // Asked and counted without a suspension in between: of two requests that fit the allowance each, one may pass.
        guard reasons(for: request).isEmpty else {
            throw RPCError(.unauthorized, .nativeOnly, "this request is decided outside the browser")
        }
        let charge = charge(for: request)
        try checkProof(for: request, by: factor, on: surface)
        try change { contents throws(RPCError) in
            contents.spendAllowance(charge.allowance, at: time)
            contents.spendBudget(of: charge.origin, charge.budget, at: time)
            if let act { contents.count(act, at: time) }
            contents.note(paid, at: today, isConfirmed: false)
            contents.note(names, at: today, isConfirmed: false)
        }
    }

    private func checkProof(
        for request: ApprovalRequest, by factor: ApprovalFactor?, on surface: ApprovalSurface
    ) throws(RPCError) {
        let need = proofNeed(for: request, on: surface)
        if let factor {
            guard !factor.counts(for: need, on: surface) else { return }
        } else {
            guard let need else { return }
            guard need.reason != .locked else { throw RPCError(.locked, .locked, "the session is locked") }
        }
        throw .proofRequired(need, by: factor)
    }

    /// Sets another policy.
    ///
    /// - Parameters:
    ///   - loosening: True if the policy may let more through, because the user gave the passphrase outside the browser.
    ///   - refilling: True if the allowance becomes whole again; otherwise only time refills it. It takes effect only with `loosening`.
    ///   - kind: What the activity says of it.
    /// - Throws: 4100 (`native-only`) if the policy would let more through but may not; 4101, -32603 (`storage`).
    public func settle(
        loosening: Bool, refilling: Bool = false, as kind: ActivityEntry.Kind = .policyChanged,
        _ body: (inout ApprovalPolicy) throws(RPCError) -> Void
    ) throws(RPCError) -> ApprovalPolicy {
        let now = date
        var isTimeSet = false
        let policy = try change(entry: ActivityEntry(kind)) { contents throws(RPCError) in
            var next = contents.policy
            try body(&next)
            guard loosening || contents.policy.isTightened(to: next) else {
                throw RPCError(.unauthorized, .nativeOnly, "protections are loosened outside the browser")
            }
            isTimeSet = loosening && next.limits != contents.policy.limits
            next.budgets.date(at: now)
            let before = contents.policy.limits
            contents.policy = next
            contents.forgetUses(since: before)
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
        var reasons = Self.reasons(breachedLimits(by: request.content, request.review)).union(request.reasons)
        switch policy.setting {
        case .popup: return reasons
        case .native: return reasons.union([.setting])
        case .risky: break
        }
        // Who connects to a site gives it nothing away, but what it asks for next: a danger is the site itself.
        guard request.review.signs else { return reasons.union(request.review.risk.reasons.intersection([.danger])) }
        reasons.formUnion(request.review.risk.reasons)
        let key = ConnectedOrigin.Key(client: request.content.client, page: request.content.page)
        // The wallet's own transfers come of no site that could be new to the user; the allowance bounds them all the same.
        if !request.content.page.origin.isOwn, !hasSigned(key) { reasons.insert(.firstSignature) }
        let charge = charge(for: request)
        if !charge.fitsAllowance { reasons.insert(.allowance) }
        if !charge.fitsBudget {
            reasons.insert(.tokens)
        } else if !request.review.risk.tokens.isEmpty {
            reasons.remove(.tokens)
        }
        return reasons
    }
}

public import JSONRPC
import WalletRuntime

/// Where a request is decided, and what a decision in the browser takes from the allowance.
extension ProtectedRecords {
    /// Where a request may be decided now, and why not in the browser where it can't be.
    public func decision(for request: ApprovalRequest) -> (decision: ApprovalDecision, reasons: [RequestRisk.Reason]) {
        guard !request.review.risk.isForbidden else { return (.none, [.forbidden]) }
        let reasons = reasons(for: request)
        // What a policy that nobody has seen yet will say isn't known; the surface asks to unlock, and asks again.
        let isOpen = reasons.isEmpty || reasons == [.locked]
        return (isOpen ? .popup : .native, RequestRisk.Reason.allCases.filter(reasons.contains))
    }

    /// Lets a decision through, and counts what it lets out before anything is signed.
    ///
    /// - Throws: 4100 (`native-only`) where the browser can't decide this; 4101 before the first unlock; -32603 (`storage`).
    public func admit(_ request: ApprovalRequest, on surface: ApprovalSurface) throws(RPCError) {
        let key = ConnectedOrigin.Key(client: request.content.client, page: request.content.page)
        guard surface == .browser else {
            return try change { contents throws(RPCError) in
                contents.spent = 0
                if request.review.kind != .connect { contents.grants[key]?.hasSigned = true }
            }
        }
        guard trust != .unverified else { throw RPCError(.locked, .locked, "the session is locked") }
        // Asked and counted without a suspension in between: of two requests that fit the allowance each, one may pass.
        guard reasons(for: request).isEmpty else {
            throw RPCError(.unauthorized, .nativeOnly, "this request is decided outside the browser")
        }
        try change { contents throws(RPCError) in
            let (sum, overflow) = contents.spent.addingReportingOverflow(request.review.risk.lamports)
            contents.spent = overflow ? .max : sum
        }
    }

    /// Notes that the user proved outside the browser to be there: what popup approvals let out counts from here.
    public func proveNatively() throws(RPCError) {
        try change { contents throws(RPCError) in contents.spent = 0 }
    }

    /// Settles another policy.
    ///
    /// - Parameter loosening: Whether it may let more through, for which the passphrase was given outside the browser.
    /// - Throws: 4100 (`native-only`) where it would and may not; 4101, -32603 (`storage`).
    public func settle(
        loosening: Bool, _ body: (inout ApprovalPolicy) throws(RPCError) -> Void
    ) throws(RPCError) -> ApprovalPolicy {
        try change(entry: ActivityEntry(.policyChanged)) { contents throws(RPCError) in
            var next = contents.policy
            try body(&next)
            guard loosening || contents.policy.isTightened(to: next) else {
                throw RPCError(.unauthorized, .nativeOnly, "protections are loosened outside the browser")
            }
            contents.policy = next
            if loosening {
                contents.spent = 0
                contents.wasReset = false
            }
            return next
        }
    }

    private func reasons(for request: ApprovalRequest) -> Set<RequestRisk.Reason> {
        guard trust != .unverified else { return [.locked] }
        switch policy.setting {
        case .popup: return []
        case .native: return [.setting]
        case .risky: break
        }
        guard request.review.kind != .connect else { return [] }
        var reasons = request.review.risk.reasons
        let key = ConnectedOrigin.Key(client: request.content.client, page: request.content.page)
        // The wallet's own transfers come of no site that could be new to the user; the allowance bounds them all the same.
        if request.content.page.origin != .wallet, !hasSigned(key) { reasons.insert(.firstSignature) }
        if request.review.risk.lamports > allowanceLeft { reasons.insert(.allowance) }
        return reasons
    }
}

public import ApprovalQueue
import JSONRPC

/// Amounts that the user lets out from now on, confirmed by the passphrase together with the approval of one request.
///
/// It only widens: an amount that is smaller than the present one changes nothing.
public struct BudgetWidening: ApprovalAmendment, Hashable {
    /// The site's origin, as a browser writes it.
    public let origin: String
    /// The amounts that approvals in the browser may let out for the site in 24 hours.
    public var spend: [PolicyAsset: UInt64]
    /// The amounts of tokens that presses in Sidekey's own window may let out in 24 hours, for any site.
    public var press: [PolicyAsset: UInt64]

    public init(of origin: String, spend: [PolicyAsset: UInt64] = [:], press: [PolicyAsset: UInt64] = [:]) {
        self.origin = origin
        self.spend = spend
        self.press = press
    }

    public var isEmpty: Bool { spend.isEmpty && press.isEmpty }

    /// - Throws: -32602 for more assets or sites than a policy has.
    func apply(to policy: inout ApprovalPolicy) throws(RPCError) {
        var next = policy.budgets.spend(of: origin)
        try next.take(spend.filter { $0.value > next[$0.key] }, name: "budgets")
        try policy.budgets.set(next, of: origin)
        let present = policy.pressAmounts
        try policy.pressAmounts.take(
            press.filter { $0.key.mint != nil && $0.value > present[$0.key] }, name: "pressAmounts")
    }
}

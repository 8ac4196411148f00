public import ApprovalQueue
import WalletRuntime

/// The budget of a site, and what is left of it now.
public struct BudgetState: Sendable, Hashable {
    /// The site's origin, as a browser writes it.
    public let origin: String
    /// The time at which it was last set, in milliseconds since 1970.
    public let since: Int64
    /// SOL first, then the mints in their order.
    public let spend: [AmountLeft]
}

/// What approvals in the browser and presses in Sidekey's own window may still let out of each asset.
extension AuthenticatedStore {
    /// The budgets of sites, in order of origin; none while nothing is verified.
    public var budgets: [BudgetState] {
        let time = limitTime
        return policy.budgets.ordered.map { origin, budget in
            let use = contents?.budgetUses[origin] ?? AssetUses()
            return BudgetState(origin: origin, since: budget.since, spend: use.left(of: budget.spend, at: time))
        }
    }

    /// The tokens that presses in Sidekey's own window may still let out, in order of mint; none while nothing is verified.
    public var pressAmounts: [AmountLeft] {
        (contents?.pressUses ?? AssetUses()).left(of: policy.pressAmounts, at: limitTime)
    }

    /// Returns what an approval in the browser is charged to now.
    ///
    /// An asset is charged as a whole to the site's budget, if it fits there; otherwise SOL is charged to the allowance. Nothing is split between them.
    public func charge(for request: ApprovalRequest) -> BrowserCharge {
        let origin = request.content.page.origin.serialized
        let (spend, time) = (policy.budgets.spend(of: origin), limitTime)
        let use = contents?.budgetUses[origin] ?? AssetUses()
        let risk = request.review.risk
        var charge = BrowserCharge(origin: origin)
        if risk.lamports > 0, risk.lamports <= use.left(of: spend[.sol], .sol, at: time) {
            charge.budget[.sol] = risk.lamports
        } else {
            charge.allowance = risk.lamports
            charge.fitsAllowance = risk.lamports <= allowanceLeft
        }
        for (mint, amount) in risk.tokens where amount > 0 {
            let asset = PolicyAsset.tokens(mint: mint)
            if amount > use.left(of: spend[asset], asset, at: time) { charge.fitsBudget = false }
            // What no budget names isn't counted: a request that nothing lets through must not fill the records either.
            if spend[asset] > 0 { charge.budget[asset] = amount }
        }
        return charge
    }
}

/// The amounts that an approval in the browser is charged to, and whether they fit there.
public struct BrowserCharge: Sendable, Hashable {
    /// The rule that lets it through, as a surface names it.
    public enum Cover: String, Sendable, Hashable {
        case allowance
        case budget
        /// Some assets are charged to the site's budget, and SOL to the allowance.
        case both
    }

    /// The rule that lets it through; nil if something doesn't fit, or nothing leaves.
    public var cover: Cover? {
        guard fitsAllowance, fitsBudget else { return nil }
        if budget.isEmpty { return allowance > 0 ? .allowance : nil }
        return allowance > 0 ? .both : .budget
    }

    /// The origin whose budget it is.
    let origin: String
    /// The amounts at the cost of the site's budget.
    public internal(set) var budget: [PolicyAsset: UInt64] = [:]
    /// The lamports at the cost of the allowance.
    public internal(set) var allowance: UInt64 = 0
    /// False if the lamports are more than is left of the allowance.
    public internal(set) var fitsAllowance = true
    /// False if tokens leave of which the site's budget has too little left.
    public internal(set) var fitsBudget = true
}

extension AuthenticatedStore {
    /// Returns true if a press in Sidekey's own window is enough for the amounts.
    func fitsPress(_ risk: RequestRisk) -> Bool {
        let (uses, amounts, time) = (contents?.pressUses ?? AssetUses(), policy.pressAmounts, limitTime)
        return risk.lamports <= pressLeft
            && risk.tokens.allSatisfy { mint, amount in
                let asset = PolicyAsset.tokens(mint: mint)
                return amount <= uses.left(of: amounts[asset], asset, at: time)
            }
    }
}

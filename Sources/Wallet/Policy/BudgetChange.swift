import JSONRPC
import WalletRuntime
import WalletState

/// The budget of a site, in place of the one that it has.
struct BudgetChange: Sendable {
    /// The site's origin, as a browser writes it.
    let origin: String
    /// Empty where the site is to have none.
    let spend: AssetAmounts
}

extension ParameterForm where Value == [BudgetChange] {
    /// Budgets of sites, each site once.
    static var budgetChanges: Self {
        ParameterForm<[JSON]>.array.map { rows, name throws(RPCError) in
            guard (1...SiteBudget.maximumCount).contains(rows.count) else {
                throw .parameter(name, "not 1 to \(SiteBudget.maximumCount) sites")
            }
            var changes: [BudgetChange] = []
            for row in rows {
                guard let object = row.object else {
                    throw RPCError(.invalidParams, .paramType, "a budget is an object", data: ["name": "budgets"])
                }
                var members = RPCParameters(object)
                let origin = try members.string("origin", maximumCount: 300)
                var spend = AssetAmounts()
                try spend.take(AssetAmounts.changes(members.array("spend"), name: name), name: name)
                try members.finish()
                guard !changes.contains(where: { $0.origin.utf8.elementsEqual(origin.utf8) }) else {
                    throw .parameter(name, "a site stands there twice")
                }
                changes.append(BudgetChange(origin: origin, spend: spend))
            }
            return changes
        }
        .listed(as: .list(.anyObject))
    }
}

extension ParameterForm where Value == [PolicyAsset: UInt64] {
    /// Amounts of tokens by mint; 0 takes one away.
    static var tokenAmounts: Self {
        ParameterForm<[JSON]>.array.map { rows, name throws(RPCError) in
            let amounts = try AssetAmounts.changes(rows, name: name)
            guard amounts[.sol] == nil else { throw .parameter(name, "SOL has pressAllowance") }
            return amounts
        }
        .listed(as: .list(.anyObject))
    }
}

extension AmountLeft {
    /// The amount with what is left of it, and the name and the decimals of an asset that is known.
    var json: JSON {
        var object: JSONObject = [
            "asset": .string(JSONString(asset.name)), "amount": .string("\(amount)"), "left": .string("\(left)"),
        ]
        if let known = KnownAsset.named(asset) {
            object["symbol"] = .string(JSONString(known.symbol))
            object["decimals"] = .number(JSONNumber(Int(known.decimals)))
        }
        return .object(object)
    }
}

extension BudgetState {
    /// The budget as docs/protocol.md spells it.
    var json: JSON {
        [
            "origin": .string(JSONString(origin)), "since": .number(JSONNumber(since)),
            "spend": .array(spend.map(\.json)),
        ]
    }
}

import JSONRPC

/// An amount of an asset that may be let out within any 24 hours, and what is left of it now.
public struct AmountLeft: Sendable, Hashable {
    public let asset: PolicyAsset
    public let amount: UInt64
    public let left: UInt64
}

/// The amounts counted of each asset, within the allowance's period.
///
/// ```
/// [{"asset": "SOL", "use": [["1800000000000", "5000"], …]}, …]      by asset
/// ```
struct AssetUses: Sendable, Hashable {
    private var byAsset: [PolicyAsset: LimitUse.Entries] = [:]

    init() {}

    var isEmpty: Bool { byAsset.isEmpty }

    private static let period = ApprovalPolicy.allowancePeriod

    /// Returns what is left of an amount now.
    func left(of amount: UInt64, _ asset: PolicyAsset, at time: LimitTime) -> UInt64 {
        let used = byAsset[asset]?.sum(within: Self.period, at: time.counted) ?? 0
        return amount > used ? amount - used : 0
    }

    /// Returns each amount with what is left of it now.
    func left(of amounts: AssetAmounts, at time: LimitTime) -> [AmountLeft] {
        amounts.ordered.map { asset, amount in
            AmountLeft(asset: asset, amount: amount, left: left(of: amount, asset, at: time))
        }
    }

    /// Counts an amount, and forgets those older than the period.
    mutating func count(_ amount: UInt64, of asset: PolicyAsset, at time: LimitTime) {
        guard amount > 0 else { return }
        byAsset[asset, default: LimitUse.Entries()].count(amount, period: Self.period, at: time.counted)
    }

    /// Forgets the assets of which nothing counts any more.
    mutating func forget(at time: LimitTime) {
        byAsset = byAsset.filter { $0.value.firstReturn(period: Self.period, at: time.counted) != nil }
    }

    /// Resets entries that a fast clock dated in the future to the present.
    mutating func settle(at time: Int64) {
        for asset in byAsset.keys { byAsset[asset]?.settle(at: time) }
    }
}

extension AssetUses {
    var json: JSON {
        .array(
            byAsset.sorted { $0.key.precedes($1.key) }.map { asset, use in
                ["asset": .string(JSONString(asset.name)), "use": use.json]
            })
    }

    /// - Throws: -32602, -32603 (`storage`).
    init(_ rows: [JSON]) throws(RPCError) {
        let damaged = RPCError(.internalError, .storage, "a stored value is damaged")
        for row in rows {
            guard let object = row.object else { throw damaged }
            var members = RPCParameters(object)
            guard let asset = PolicyAsset(try members.string("asset")), byAsset[asset] == nil else { throw damaged }
            byAsset[asset] = try LimitUse.Entries(members.array("use"))
            try members.finish()
        }
    }
}

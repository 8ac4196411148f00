import Base58
public import JSONRPC
import WalletRuntime

/// An asset whose amounts a policy counts: SOL, or the tokens of one mint.
///
/// Wrapped SOL counts as SOL, so its mint is no asset of its own.
public enum PolicyAsset: Sendable, Hashable {
    /// Counted in lamports.
    case sol
    /// Counted in the smallest unit of the mint with this base58 address.
    case tokens(mint: String)

    /// The mint of wrapped SOL.
    package static let wrapped = "So11111111111111111111111111111111111111112"

    /// Reads `SOL` or the base58 address of a mint; nil for anything else, and for the mint of wrapped SOL.
    public init?(_ name: String) {
        guard name != "SOL" else {
            self = .sol
            return
        }
        guard name != Self.wrapped, (try? Base58.decode(name, count: 32)) != nil else { return nil }
        self = .tokens(mint: name)
    }

    /// `SOL`, or the mint's base58 address.
    public var name: String {
        switch self {
        case .sol: "SOL"
        case .tokens(let mint): mint
        }
    }

    /// The base58 address of the mint; nil for SOL.
    public var mint: String? {
        switch self {
        case .sol: nil
        case .tokens(let mint): mint
        }
    }

    func precedes(_ other: PolicyAsset) -> Bool {
        (mint == nil ? 0 : 1, name) < (other.mint == nil ? 0 : 1, other.name)
    }
}

/// Amounts by asset: lamports, and tokens in the smallest units of their mints.
///
/// ```
/// [{"asset": "SOL", "amount": "2000000000"}, {"asset": "EPjF…", "amount": "500000000"}]      SOL first, then the mints in their order
/// ```
public struct AssetAmounts: Sendable, Hashable {
    /// The maximum number of assets.
    public static let maximumCount = 16

    /// The amounts; none is 0.
    public private(set) var byAsset: [PolicyAsset: UInt64] = [:]

    public init() {}

    public var isEmpty: Bool { byAsset.isEmpty }

    /// The amounts, SOL first.
    public var ordered: [(asset: PolicyAsset, amount: UInt64)] {
        byAsset.sorted { $0.key.precedes($1.key) }.map { ($0.key, $0.value) }
    }

    /// The amount of an asset; 0 takes it away.
    public subscript(asset: PolicyAsset) -> UInt64 {
        get { byAsset[asset] ?? 0 }
        set { byAsset[asset] = newValue == 0 ? nil : newValue }
    }

    /// Returns true if no amount is larger than the other's.
    func isWithin(_ other: AssetAmounts) -> Bool { byAsset.allSatisfy { $0.value <= other[$0.key] } }

    /// The form in the protocol, which is also the one in which they are kept.
    public var json: JSON {
        .array(
            ordered.map {
                ["asset": .string(JSONString($0.asset.name)), "amount": .string(JSONString("\($0.amount)"))]
            })
    }

    /// Reads amounts, those of 0 too: they take an asset away.
    ///
    /// - Parameter name: The parameter's name for errors.
    /// - Throws: -32602 for an asset that is none or stands there twice, and for more than ``maximumCount``.
    public static func changes(_ rows: [JSON], name: String) throws(RPCError) -> [PolicyAsset: UInt64] {
        guard rows.count <= maximumCount else { throw .parameter(name, "more than \(maximumCount) assets") }
        var amounts: [PolicyAsset: UInt64] = [:]
        for row in rows {
            guard let object = row.object else {
                throw RPCError(
                    .invalidParams, .paramType, "an amount is an object", data: ["name": .string(JSONString(name))])
            }
            var members = RPCParameters(object)
            guard let asset = PolicyAsset(try members.string("asset")) else {
                throw .parameter(name, "an asset is SOL or a mint's address")
            }
            guard amounts.updateValue(try members.uint64("amount"), forKey: asset) == nil else {
                throw .parameter(name, "an asset stands there twice")
            }
            try members.finish()
        }
        return amounts
    }

    /// Changes the amounts of some assets.
    ///
    /// - Throws: -32602 for more than ``maximumCount`` assets.
    public mutating func take(_ changes: [PolicyAsset: UInt64], name: String) throws(RPCError) {
        for (asset, amount) in changes { self[asset] = amount }
        guard byAsset.count <= Self.maximumCount else {
            throw .parameter(name, "more than \(Self.maximumCount) assets")
        }
    }
}

/// The amounts that approvals in the browser may let out for one site within any 24 hours, beside the allowance for all sites.
public struct SiteBudget: Sendable, Hashable {
    /// The maximum number of sites that have one.
    public static let maximumCount = 64

    public let spend: AssetAmounts
    /// The time at which it was last set, in milliseconds since 1970.
    public internal(set) var since: Int64 = 0

    /// Creates the budget of a site; ``AuthenticatedStore`` dates it.
    public init(spend: AssetAmounts) {
        self.spend = spend
    }
}

/// The budgets of a policy, by the site's origin as a browser writes it; `sidekey` for the wallet's own transfers.
///
/// ```
/// [{"origin": "https://jup.ag", "since": 1800000000000, "spend": [{"asset", "amount"}, …]}, …]      by origin
/// ```
public struct SiteBudgets: Sendable, Hashable {
    /// The budgets; none is empty.
    public private(set) var byOrigin: [String: SiteBudget] = [:]

    public init() {}

    public var isEmpty: Bool { byOrigin.isEmpty }

    /// The budgets in order of origin.
    public var ordered: [(origin: String, budget: SiteBudget)] {
        byOrigin.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value) }
    }

    /// Sets the budget of a site in place of the one that it has; an empty one takes it away.
    ///
    /// - Throws: -32602 for an origin that no browser writes, and for more than ``SiteBudget/maximumCount`` sites.
    public mutating func set(_ spend: AssetAmounts, of origin: String) throws(RPCError) {
        guard origin == Origin.wallet.serialized || (try? Origin(origin))?.serialized == origin else {
            throw .parameter("budgets", "no origin, as a browser writes it")
        }
        // Not a new one where nothing changes: its date stays.
        guard spend != byOrigin[origin]?.spend else { return }
        byOrigin[origin] = spend.isEmpty ? nil : SiteBudget(spend: spend)
        guard byOrigin.count <= SiteBudget.maximumCount else {
            throw .parameter("budgets", "more than \(SiteBudget.maximumCount) sites")
        }
    }

    /// The amounts of a site; none if it has no budget.
    public func spend(of origin: String) -> AssetAmounts { byOrigin[origin]?.spend ?? AssetAmounts() }

    /// Returns true if no budget lets more out than the other's.
    func isWithin(_ other: SiteBudgets) -> Bool {
        byOrigin.allSatisfy { $0.value.spend.isWithin(other.spend(of: $0.key)) }
    }

    /// Dates the budgets that are new.
    mutating func date(at time: Int64) {
        for (origin, budget) in byOrigin where budget.since == 0 { byOrigin[origin]?.since = max(1, time) }
    }
}

extension SiteBudgets {
    /// The stored form.
    var json: JSON {
        .array(
            ordered.map { origin, budget in
                [
                    "origin": .string(JSONString(origin)), "since": .number(JSONNumber(budget.since)),
                    "spend": budget.spend.json,
                ]
            })
    }

    /// - Throws: -32602, -32603 (`storage`).
    init(stored rows: [JSON]) throws(RPCError) {
        let damaged = RPCError(.internalError, .storage, "a stored value is damaged")
        for row in rows {
            guard let object = row.object else { throw damaged }
            var members = RPCParameters(object)
            let origin = try members.string("origin")
            let since = Int64(try members.int("since"))
            let spend = try AssetAmounts(stored: members.array("spend"))
            try members.finish()
            guard byOrigin[origin] == nil, !spend.isEmpty else { throw damaged }
            try set(spend, of: origin)
            byOrigin[origin]?.since = since
        }
    }
}

extension AssetAmounts {
    /// - Throws: -32602.
    init(stored rows: [JSON]) throws(RPCError) {
        try take(Self.changes(rows, name: "amounts"), name: "amounts")
    }
}

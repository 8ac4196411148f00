import ApprovalQueue
import Base58
public import JSONRPC
import WalletRuntime

/// A bound that the user set on what an account signs, or on what an origin has signed. It extends what `ssh-add -t` and `-c` do for a key.
///
/// A limit refuses a request or requires a prompt outside the browser. It never admits anything that would not pass without it.
public struct PolicyLimit: Sendable, Hashable {
    /// The effect on a request that breaks the limit; later cases are stricter.
    public enum Action: String, Sendable, CaseIterable {
        /// The request is decided outside the browser.
        case raise
        /// The user isn't asked, and nothing is signed.
        case refuse
    }

    /// The part of a limit that a request breaks.
    public enum Breach: String, Sendable, CaseIterable {
        /// The limit has expired.
        case expired
        /// The request lets out more than one request may, or an unknown amount.
        case ceiling
        /// The request would exceed the amount that the period may let out, or its amount is unknown.
        case spending
        /// The request would exceed the number of signatures that the period may have.
        case signatures
        /// The request has an instruction of another program, or not all of it could be read.
        case programs
    }

    /// A maximum amount in any period of a given length.
    public struct Rate: Sendable, Hashable {
        /// Lamports, tokens in their smallest unit, or signatures.
        public var most: UInt64
        /// Milliseconds, within ``PolicyLimit/periodBounds``.
        public var period: Int64

        public init(most: UInt64, period: Int64) {
            self.most = most
            self.period = period
        }
    }

    /// One minute to 366 days, in milliseconds.
    public static let periodBounds: ClosedRange<Int64> = 60_000...31_622_400_000
    /// The number of programs in a list.
    public static let programBounds = 1...32
    /// The range of expiry times, up to the year 9999, in milliseconds since 1970.
    public static let expiryBounds: ClosedRange<Int64> = 1...253_402_300_799_000

    /// The base58 public key that the limit applies to; nil for every account.
    public var account: String?
    /// The origin that the limit applies to, as a browser writes it; nil for every origin, including the wallet's own transactions.
    public var origin: String?
    public var action: Action
    /// The lamports that one request may let out.
    public var ceiling: UInt64?
    /// The amount that all requests of a period may let out.
    public var spending: Rate?
    /// The asset that `spending` counts.
    public var spendingAsset: PolicyAsset = .sol
    /// The signatures that a period may have.
    public var signatures: Rate?
    /// The base58 addresses of the programs that a transaction may call.
    public var programs: Set<String>?
    /// The time from which every request breaks the limit, in milliseconds since 1970.
    public var expiry: Int64?

    public init(account: String? = nil, origin: String? = nil, action: Action = .refuse) {
        self.account = account
        self.origin = origin
        self.action = action
    }

    /// True if the limit bounds nothing.
    public var isEmpty: Bool {
        ceiling == nil && spending == nil && signatures == nil && programs == nil && expiry == nil
    }

    /// Returns true if the limit applies to this account and origin.
    package func applies(account: String, origin: String) -> Bool {
        let (page, top) = Origin.parts(of: origin)
        return Self.isWithin(self.account, account)
            && (Self.isWithin(self.origin, page) || top.map { Self.isWithin(self.origin, $0) } == true)
    }

    /// Returns true if the limit applies to everything that another one applies to, and is no milder.
    func reaches(_ other: PolicyLimit) -> Bool {
        (account == nil || account == other.account) && (origin == nil || origin == other.origin)
            && (action == .refuse || other.action == .raise)
    }

    private static func isWithin(_ bound: String?, _ value: String) -> Bool {
        // By their bytes: Swift compares strings by what they mean, and two spellings of one origin are two.
        bound.map { $0.utf8.elementsEqual(value.utf8) } ?? true
    }

    /// Returns the parts of the limit that a request breaks.
    ///
    /// - Parameters:
    ///   - use: The amounts counted against it.
    ///   - time: The present time.
    package func breaches(_ act: SigningAct, _ use: LimitUse, at time: LimitTime) -> Set<Breach> {
        guard applies(account: act.account, origin: act.origin) else { return [] }
        var breaches: Set<Breach> = []
        if isExpired(at: time) { breaches.insert(.expired) }
        if let ceiling, !act.isBounded(in: .sol) || act.amount(of: .sol) > ceiling { breaches.insert(.ceiling) }
        if let spending {
            let isBounded = act.isBounded(in: spendingAsset)
            if !isBounded || act.amount(of: spendingAsset) > spending.left(of: use.spending, at: time) {
                breaches.insert(.spending)
            }
        }
        if let signatures, act.signatures > signatures.left(of: use.signatures, at: time) {
            breaches.insert(.signatures)
        }
        if let programs, act.programs?.isSubset(of: programs) != true { breaches.insert(.programs) }
        return breaches
    }

    func isExpired(at time: LimitTime) -> Bool { expiry.map { time.date >= $0 } ?? false }
}

extension PolicyLimit.Rate {
    /// Returns the amount that may still be let out, or the signatures that may still be made, now.
    func left(of entries: LimitUse.Entries, at time: LimitTime) -> UInt64 {
        let used = entries.sum(within: period, at: time.counted)
        return most > used ? most - used : 0
    }
}

/// Limits in the protocol's spelling, which is also the one in which they are kept.
extension PolicyLimit {
    /// Amounts in decimal digits, times in milliseconds.
    public var json: JSONObject {
        var object: JSONObject = ["action": .string(JSONString(action.rawValue))]
        object["account"] = account.map { .string(JSONString($0)) }
        object["origin"] = origin.map { .string(JSONString($0)) }
        object["ceiling"] = ceiling.map { .string(JSONString("\($0)")) }
        object["spending"] = spending.map { rate -> JSON in
            let (amount, period) = (JSON.string(JSONString("\(rate.most)")), JSON.number(JSONNumber(rate.period)))
            guard let mint = spendingAsset.mint else { return ["lamports": amount, "period": period] }
            return ["asset": .string(JSONString(mint)), "amount": amount, "period": period]
        }
        object["signatures"] = signatures.map {
            ["count": .string(JSONString("\($0.most)")), "period": .number(JSONNumber($0.period))]
        }
        object["programs"] = programs.map { .array($0.sorted().map { .string(JSONString($0)) }) }
        object["expiry"] = expiry.map { .number(JSONNumber($0)) }
        return object
    }

    /// Reads the limit's members; the caller reads the `id` and any others.
    ///
    /// - Throws: -32602 with the member's name.
    public init(reading parameters: inout RPCParameters) throws(RPCError) {
        self.init(
            account: try parameters.optionalString("account", maximumCount: 64),
            origin: try parameters.optionalString("origin", maximumCount: 300))
        if let name = try parameters.optionalString("action") {
            guard let action = Action(rawValue: name) else { throw Self.fault("action", "no such action") }
            self.action = action
        }
        if let account, !Self.isAddress(account) { throw Self.fault("account", "no address") }
        // An origin that no browser writes would limit nothing, and the user would think otherwise.
        if let origin, origin != Origin.wallet.serialized, (try? Origin(origin)) == nil {
            throw Self.fault("origin", "no origin, as a browser writes it")
        }
        ceiling = try parameters.optionalUInt64("ceiling")
        if let object = try parameters.optionalObject("spending") {
            (spending, spendingAsset) = try Self.spending(object)
        }
        signatures = try Self.rate("signatures", of: "count", &parameters)
        if let names = try parameters.optionalStrings("programs") {
            guard Self.programBounds.contains(names.count), names.allSatisfy(Self.isAddress),
                Set(names).count == names.count
            else { throw Self.fault("programs", "not 1 to 32 different addresses") }
            programs = Set(names)
        }
        expiry = try parameters.optionalInt(
            "expiry", in: Int(Self.expiryBounds.lowerBound)...Int(Self.expiryBounds.upperBound)
        ).map(Int64.init)
        guard !isEmpty else { throw Self.fault("limits", "a limit that bounds nothing") }
    }

    private static func spending(_ object: JSONObject) throws(RPCError) -> (Rate, PolicyAsset) {
        var members = RPCParameters(object)
        var asset = PolicyAsset.sol
        if let name = try members.optionalString("asset", maximumCount: 64) {
            guard let named = PolicyAsset(name), named != .sol else {
                throw fault("spending", "an asset is a mint's address; SOL has none")
            }
            asset = named
        }
        let rate = try rate(of: asset == .sol ? "lamports" : "amount", &members)
        return (rate, asset)
    }

    private static func rate(
        _ name: String, of amount: String, _ parameters: inout RPCParameters
    ) throws(RPCError) -> Rate? {
        guard let object = try parameters.optionalObject(name) else { return nil }
        var members = RPCParameters(object)
        return try rate(of: amount, &members)
    }

    private static func rate(of amount: String, _ members: inout RPCParameters) throws(RPCError) -> Rate {
        let most = try members.uint64(amount)
        let period = try members.int(
            "period", in: Int(periodBounds.lowerBound)...Int(periodBounds.upperBound))
        try members.finish()
        return Rate(most: most, period: Int64(period))
    }

    private static func isAddress(_ text: String) -> Bool { (try? Base58.decode(text, count: 32)) != nil }

    private static func fault(_ name: String, _ message: String) -> RPCError {
        RPCError.parameter(name, message)
    }
}

/// The aspects of a request that limits check: the signing account, the origin it signs for, and the amount it lets out.
package struct SigningAct: Sendable, Hashable {
    /// The base58 public key that signs.
    package let account: String
    package let origin: String
    /// The most lamports that can be let out; if `isBounded` is false, those known to be.
    package let lamports: UInt64
    /// The most that can be let out of each mint, by its base58 address.
    package let tokens: [String: UInt64]
    /// True if no more than these amounts can be let out.
    package let isBounded: Bool
    /// True if tokens are given away: a bound in SOL doesn't bound them.
    package let givesTokens: Bool
    package let signatures: UInt64
    /// The programs that are called; nil if not everything could be read.
    package let programs: Set<String>?

    package init(
        account: String, origin: String, lamports: UInt64, tokens: [String: UInt64] = [:], isBounded: Bool,
        givesTokens: Bool = false, signatures: UInt64, programs: Set<String>?
    ) {
        self.tokens = tokens
        self.givesTokens = givesTokens
        self.account = account
        self.origin = origin
        self.lamports = lamports
        self.isBounded = isBounded
        self.signatures = signatures
        self.programs = programs
    }

    /// Returns true if no more of an asset can be let out than is known.
    func isBounded(in asset: PolicyAsset) -> Bool { isBounded && (asset != .sol || !givesTokens) }

    /// The most of an asset that can be let out.
    func amount(of asset: PolicyAsset) -> UInt64 {
        switch asset {
        case .sol: lamports
        case .tokens(let mint): tokens[mint] ?? 0
        }
    }

    /// Returns nil if nothing is signed.
    init?(_ content: RequestContent, _ review: RequestReview) {
        guard let account = content.account, review.signs else { return nil }
        let risk = review.risk
        let isRead = (review.isComplete || review.isBounded) && !risk.reasons.contains(.incomplete)
        self.init(
            account: account, origin: content.page.origin.serialized, lamports: risk.lamports, tokens: risk.tokens,
            isBounded: isRead && !risk.reasons.contains(.unbounded), givesTokens: risk.givesTokens,
            signatures: UInt64(clamping: content.items.count), programs: isRead ? risk.programs : nil)
    }
}

import ApprovalQueue
import Base58
public import JSONRPC
import WalletRuntime

/// A bound that the user set on what an account signs, or on what an origin has signed: what `ssh-add -t` and `-c` are to a key, carried further.
///
/// A limit refuses or asks for a prompt outside the browser. It never lets anything through that would not pass without it.
public struct PolicyLimit: Sendable, Hashable {
    /// What happens to a request that breaks it; the later is the stricter.
    public enum Action: String, Sendable, CaseIterable {
        /// It is decided outside the browser.
        case raise
        /// Nobody is asked, and nothing is signed.
        case refuse
    }

    /// Which part of a limit a request breaks.
    public enum Breach: String, Sendable, CaseIterable {
        /// Its time is over.
        case expired
        /// The request lets out more than one may, or nobody can say how much.
        case ceiling
        /// With this request more would be let out than the period may, or nobody can say how much.
        case spending
        /// With this request there would be more signatures than the period may have.
        case signatures
        /// It has an instruction of another program, or not all of it could be read.
        case programs
    }

    /// So much in every stretch of time of a length.
    public struct Rate: Sendable, Hashable {
        /// Lamports, or signatures.
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
    /// How many programs a list may name.
    public static let programBounds = 1...32
    /// Up to the year 9999, in milliseconds since 1970.
    public static let expiryBounds: ClosedRange<Int64> = 1...253_402_300_799_000

    /// The base58 public key that it is about; nil for every account.
    public var account: String?
    /// The origin that it is about, as a browser writes it; nil for every one, the wallet's own transfers among them.
    public var origin: String?
    public var action: Action
    /// The lamports that one request may let out.
    public var ceiling: UInt64?
    /// The lamports that all requests of a period may let out.
    public var spending: Rate?
    /// The signatures that a period may have.
    public var signatures: Rate?
    /// The base58 addresses of the programs that a transaction may call.
    public var programs: Set<String>?
    /// From when on it is broken by every request, in milliseconds since 1970.
    public var expiry: Int64?

    public init(account: String? = nil, origin: String? = nil, action: Action = .refuse) {
        self.account = account
        self.origin = origin
        self.action = action
    }

    /// Whether it bounds nothing.
    public var isEmpty: Bool {
        ceiling == nil && spending == nil && signatures == nil && programs == nil && expiry == nil
    }

    /// Whether it is about this account and origin.
    package func applies(account: String, origin: String) -> Bool {
        let (page, top) = Origin.parts(of: origin)
        return Self.isWithin(self.account, account)
            && (Self.isWithin(self.origin, page) || top.map { Self.isWithin(self.origin, $0) } == true)
    }

    /// Whether it is about everything that another one is about, and no milder.
    func reaches(_ other: PolicyLimit) -> Bool {
        (account == nil || account == other.account) && (origin == nil || origin == other.origin)
            && (action == .refuse || other.action == .raise)
    }

    private static func isWithin(_ bound: String?, _ value: String) -> Bool {
        // By their bytes: Swift compares strings by what they mean, and two spellings of one origin are two.
        bound.map { $0.utf8.elementsEqual(value.utf8) } ?? true
    }

    /// What of it a request breaks.
    ///
    /// - Parameters:
    ///   - use: What was counted against it.
    ///   - time: What time it is.
    package func breaches(_ act: SigningAct, _ use: LimitUse, at time: LimitTime) -> Set<Breach> {
        guard applies(account: act.account, origin: act.origin) else { return [] }
        var breaches: Set<Breach> = []
        if isExpired(at: time) { breaches.insert(.expired) }
        if let ceiling, !act.isBounded || act.lamports > ceiling { breaches.insert(.ceiling) }
        if let spending, !act.isBounded || act.lamports > spending.left(of: use.spending, at: time) {
            breaches.insert(.spending)
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
    /// What may still be let out, or signed, now.
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
        object["spending"] = spending.map {
            ["lamports": .string(JSONString("\($0.most)")), "period": .number(JSONNumber($0.period))]
        }
        object["signatures"] = signatures.map {
            ["count": .string(JSONString("\($0.most)")), "period": .number(JSONNumber($0.period))]
        }
        object["programs"] = programs.map { .array($0.sorted().map { .string(JSONString($0)) }) }
        object["expiry"] = expiry.map { .number(JSONNumber($0)) }
        return object
    }

    /// Reads its members; who calls it reads the `id` and what else there may be.
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
        // What no browser writes would bound nobody, and its user would think otherwise.
        if let origin, origin != Origin.wallet.serialized, (try? Origin(origin)) == nil {
            throw Self.fault("origin", "no origin, as a browser writes it")
        }
        ceiling = try parameters.optionalUInt64("ceiling")
        spending = try Self.rate("spending", of: "lamports", &parameters)
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

    private static func rate(
        _ name: String, of amount: String, _ parameters: inout RPCParameters
    ) throws(RPCError) -> Rate? {
        guard let object = try parameters.optionalObject(name) else { return nil }
        var members = RPCParameters(object)
        let most = try members.uint64(amount)
        let period = try members.int(
            "period", in: Int(periodBounds.lowerBound)...Int(periodBounds.upperBound))
        try members.finish()
        return Rate(most: most, period: Int64(period))
    }

    private static func isAddress(_ text: String) -> Bool { (try? Base58.decode(text, count: 32)) != nil }

    private static func fault(_ name: String, _ message: String) -> RPCError {
        RPCError(.invalidParams, .paramValue, message, data: ["name": .string(JSONString(name))])
    }
}

/// What limits look at in a request: whose signatures, for whom, and what they let out.
package struct SigningAct: Sendable, Hashable {
    /// The base58 public key that signs.
    package let account: String
    package let origin: String
    /// The most lamports that can go; where `isBounded` is false, those that are known to.
    package let lamports: UInt64
    /// Whether `lamports` is all that can go.
    package let isBounded: Bool
    package let signatures: UInt64
    /// The programs that are called; nil where not everything could be read.
    package let programs: Set<String>?

    package init(
        account: String, origin: String, lamports: UInt64, isBounded: Bool, signatures: UInt64, programs: Set<String>?
    ) {
        self.account = account
        self.origin = origin
        self.lamports = lamports
        self.isBounded = isBounded
        self.signatures = signatures
        self.programs = programs
    }

    /// Nil where nothing is signed.
    init?(_ content: RequestContent, _ review: RequestReview) {
        guard let account = content.account, review.signs else { return nil }
        let risk = review.risk
        let isRead = review.isComplete && !risk.reasons.contains(.incomplete)
        self.init(
            account: account, origin: content.page.origin.serialized, lamports: risk.lamports,
            isBounded: isRead && !risk.reasons.contains(.unbounded),
            signatures: UInt64(clamping: content.items.count), programs: isRead ? risk.programs : nil)
    }
}

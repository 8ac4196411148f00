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

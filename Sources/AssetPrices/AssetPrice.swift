/// A price that may be shown beside an amount, and how it has to be shown.
public struct AssetPrice: Hashable, Sendable {
    /// The price as its account has it.
    public let update: PriceUpdate
    /// True from two minutes on: its time has to be shown beside it.
    public let isStale: Bool
    /// True where the publishers disagree by more than a fiftieth of the price: "about" has to be shown beside it.
    public let isWide: Bool

    /// The age in seconds up to which nothing is said: the heartbeat is 60 s.
    public static let fresh: Int64 = 120
    /// The age in seconds up to which a price is shown, with its time.
    public static let oldest: Int64 = 600

    /// Judges a price by both clocks: the chain's, which came with it, and the computer's own.
    ///
    /// The greater age counts. A node that stops the chain's clock makes no old price fresh.
    ///
    /// - Throws: ``PriceRefusal``: `.future`, `.stale`, `.confidence`.
    public init(_ update: PriceUpdate, at time: PriceTime) throws(PriceRefusal) {
        var oldest = Int64.min
        for clock in [time.chain, time.own] {
            let (age, isOverflow) = clock.subtractingReportingOverflow(update.published)
            guard !isOverflow else { throw clock > update.published ? .stale : .future }
            guard age >= -Self.fresh else { throw .future }
            oldest = max(oldest, age)
        }
        guard oldest <= Self.oldest else { throw .stale }
        let (price, width) = (UInt128(update.price), UInt128(update.confidence))
        guard width * 10 <= price else { throw .confidence }
        self.update = update
        isStale = oldest > Self.fresh
        isWide = width * 50 > price
    }
}

/// The time at which a price is judged, in seconds since 1970.
public struct PriceTime: Hashable, Sendable {
    /// The chain's clock, from the same answer as the price.
    public let chain: Int64
    /// The computer's own.
    public let own: Int64

    public init(chain: Int64, own: Int64) {
        self.chain = chain
        self.own = own
    }

    /// The time after some seconds; nil if the time stands outside of what can be counted.
    public func passed(_ seconds: Int64) -> PriceTime? {
        let (chain, isEarly) = chain.addingReportingOverflow(seconds)
        let (own, isLate) = own.addingReportingOverflow(seconds)
        return isEarly || isLate ? nil : PriceTime(chain: chain, own: own)
    }
}

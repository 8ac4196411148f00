public import SolanaTransactions

/// The prices of one moment, and what amounts are worth by them.
///
/// A worth is a hint beside an amount. It never enters a review, a policy or a limit: one node can lie about everything here.
public struct PriceBook: Hashable, Sendable {
    /// The currency of every worth: the wanted one, or dollars where its rate is missing.
    public let currency: Currency
    /// The currency that was wanted.
    public let wanted: Currency
    private let prices: [PriceFeed: AssetPrice]

    /// Creates a book.
    ///
    /// - Parameters:
    ///   - updates: The prices by their feeds. Those that can't be shown at this time are left out.
    ///   - time: The time by both clocks.
    public init(_ updates: [PriceFeed: PriceUpdate], at time: PriceTime, in wanted: Currency) {
        let prices = updates.compactMapValues { try? AssetPrice($0, at: time) }
        self.prices = prices
        self.wanted = wanted
        currency = wanted.rate.map { prices[$0] != nil } ?? true ? wanted : .usd
    }

    /// The worth of an amount; nil if a price for it is missing, or the result can't be counted.
    ///
    /// - Parameters:
    ///   - amount: The amount in the token's smallest unit.
    ///   - decimals: The decimal places of the token.
    ///   - mint: The token's mint; for SOL that of wrapped SOL.
    public func worth(of amount: UInt64, decimals: UInt8, mint: PublicKey) -> Worth? {
        guard let quote = quote(of: mint),
            let money = value(of: UInt128(amount), exponent: -Int(decimals), quote, decimals: Money.decimals)
        else { return nil }
        return Worth(money: Money(units: money), prices: quote.prices)
    }

    /// The price of one whole token in ``currency``, cut down to six digits; nil where ``worth(of:decimals:mint:)`` has none.
    public func price(of mint: PublicKey) -> String? {
        guard let quote = quote(of: mint),
            let units = value(of: 1, exponent: 0, quote, decimals: Self.priceDecimals)
        else { return nil }
        return Self.written(units)
    }

    /// The digits of a price that are counted before they are cut.
    private static let priceDecimals = 18

    /// A chain of prices that leads from a token to the currency.
    private struct Quote {
        let token: AssetPrice
        /// The price of the unit in which the token's price is; nil for dollars.
        let unit: AssetPrice?
        /// The rate of the currency; nil for dollars.
        let rate: AssetPrice?

        var prices: [AssetPrice] { [token, unit, rate].compactMap(\.self) }
    }

    private func quote(of mint: PublicKey) -> Quote? {
        guard let asset = PriceTable.asset(of: mint), let token = prices[asset.feed] else { return nil }
        var unit: AssetPrice?
        if let other = asset.quote.mint {
            // A rate in SOL says nothing without the price of SOL.
            guard let found = PriceTable.asset(of: other), let price = prices[found.feed] else { return nil }
            unit = price
        }
        return Quote(token: token, unit: unit, rate: currency.rate.flatMap { prices[$0] })
    }

    private func value(of amount: UInt128, exponent: Int, _ quote: Quote, decimals: Int) -> UInt128? {
        let (token, unit) = (quote.token.update, quote.unit?.update)
        // Two factors below 2^64 each: the product can't overflow.
        let dollars = ExactProduct(amount * UInt128(token.price), exponent: exponent + token.exponent)
            .times(UInt128(unit?.price ?? 1), exponent: unit?.exponent ?? 0, decimals: decimals)
        guard let rate = quote.rate?.update, let dollars else { return dollars }
        let product = ExactProduct(dollars, exponent: -decimals)
        return currency.isQuotedInDollars
            ? product.times(1, exponent: -rate.exponent, dividedBy: UInt128(rate.price), decimals: decimals)
            : product.times(UInt128(rate.price), exponent: rate.exponent, decimals: decimals)
    }

    /// Six digits from the first that isn't 0, but never fewer than two decimals.
    private static func written(_ units: UInt128) -> String {
        var digits = String(units)
        digits = String(repeating: "0", count: max(0, priceDecimals + 1 - digits.utf8.count)) + digits
        let whole = digits.dropLast(priceDecimals)
        let zeros = whole == "0" ? digits.suffix(priceDecimals).prefix { $0 == "0" }.count : 0
        let kept = whole == "0" ? zeros + 6 : 6 - whole.utf8.count
        var fraction = digits.suffix(priceDecimals).prefix(max(2, kept))
        while fraction.utf8.count > 2, fraction.last == "0" { fraction.removeLast() }
        return "\(whole).\(fraction)"
    }
}

extension PricedAsset.Quote {
    /// The token that is the unit; nil for a dollar.
    fileprivate var mint: PublicKey? {
        switch self {
        case .dollar: nil
        case .sol: TokenProgram.nativeMint
        case .usdc: PublicKey("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")
        }
    }
}

/// The worth of an amount, and what has to be said beside it.
public struct Worth: Hashable, Sendable {
    /// The sum in the book's currency.
    public let money: Money
    /// The time of the oldest price that isn't fresh, in seconds since 1970; nil if all are.
    public let asOf: Int64?
    /// True where "about" has to be said.
    public let isWide: Bool

    /// The worth of nothing.
    public static let none = Worth(money: Money(units: 0), prices: [])

    init(money: Money, prices: [AssetPrice]) {
        self.money = money
        asOf = prices.filter(\.isStale).map(\.update.published).min()
        isWide = prices.contains(where: \.isWide)
    }

    private init(money: Money, asOf: Int64?, isWide: Bool) {
        self.money = money
        self.asOf = asOf
        self.isWide = isWide
    }

    /// The sum of two; nil if it can't be counted.
    public func plus(_ other: Worth) -> Worth? {
        money.plus(other.money).map {
            Worth(money: $0, asOf: [asOf, other.asOf].compactMap(\.self).min(), isWide: isWide || other.isWide)
        }
    }
}

/// A currency in which worth is shown. All of them have hundredths.
public enum Currency: String, Hashable, Sendable, CaseIterable {
    case usd = "USD"
    case eur = "EUR"
    case gbp = "GBP"
    case chf = "CHF"
    case brl = "BRL"
    case `try` = "TRY"

    /// The feed that compares the currency with the dollar; nil for the dollar.
    ///
    /// Pyth doesn't pay for these accounts: they may be missing or old, and they stand still while the currencies' markets are closed.
    /// Ids: Pyth's symbols `FX.EUR/USD`, `FX.GBP/USD`, `FX.USD/CHF`, `FX.USD/BRL` and `FX.USD/TRY`, each as three or more public
    /// repositories have it, the first three also as `sentioxyz/sentio-processors` does.
    public var rate: PriceFeed? { Self.rates[self] }

    /// True if the feed's price is dollars for one unit of the currency; false for units of the currency for one dollar.
    public var isQuotedInDollars: Bool { self == .eur || self == .gbp }

    private static let rates: [Currency: PriceFeed] = [
        .eur: PriceFeed("EUR/USD", id: "a995d00bb36a63cef7fd2c287dc105fc8f3d93779f062f09551b0af3e81ec30b"),
        .gbp: PriceFeed("GBP/USD", id: "84c2dde9633d93d1bcad84e7dc41c9d56578b7ec52fabedc1f335d673df0a7c1"),
        .chf: PriceFeed("USD/CHF", id: "0b1e3297e69f162877b577b0d6a47a0d63b2392bc8499e6540da4187a63e28f8"),
        .brl: PriceFeed("USD/BRL", id: "d2db4dbf1aea74e0f666b0e8f73b9580d407f5e5cf931940b06dc633d7a95906"),
        .try: PriceFeed("USD/TRY", id: "032a2eba1c2635bf973e95fb62b2c0705c1be2603b9572cc8d5edeaf8744e058"),
    ].compactMapValues(\.self)
}

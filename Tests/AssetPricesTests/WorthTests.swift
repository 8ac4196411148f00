import AssetPrices
import SolanaTransactions
import TestSupport
import Testing

@Suite struct WorthTests {
    private let now = PriceSamples.now
    private let wrapped = PriceSamples.key("So11111111111111111111111111111111111111112")
    private let dollar = PriceSamples.key("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")
    private let staked = PriceSamples.key("jupSoLaHXQiZZTSfEWMTRRgpnyFm8f6sZdosWBjx93v")

    private func refusal(_ update: PriceUpdate, chain: Int64, own: Int64) -> PriceRefusal? {
        do throws(PriceRefusal) {
            _ = try AssetPrice(update, at: PriceTime(chain: chain, own: own))
            return nil
        } catch {
            return error
        }
    }

    @Test func `two minutes are fresh, ten minutes have their time beside them, and more is no price`() throws {
        let update = try PriceSamples.update(100)
        for (age, isStale) in [(0, false), (-120, false), (120, false), (121, true), (600, true)] as [(Int64, Bool)] {
            let price = try AssetPrice(update, at: PriceTime(chain: now + age, own: now + age))
            #expect(price.isStale == isStale, "\(age)")
        }
        #expect(refusal(update, chain: now + 601, own: now + 601) == .stale)
        // A node that stops the chain's clock, and a computer whose clock is slow.
        #expect(refusal(update, chain: now, own: now + 601) == .stale)
        #expect(refusal(update, chain: now + 601, own: now) == .stale)
        #expect(refusal(update, chain: now - 121, own: now) == .future)
        #expect(refusal(update, chain: now, own: now - 121) == .future)
        #expect(try AssetPrice(update, at: PriceTime(chain: now, own: now + 121)).isStale)
        let first = try PriceUpdate(price: 1, confidence: 0, exponent: 0, published: .min)
        let last = try PriceUpdate(price: 1, confidence: 0, exponent: 0, published: .max)
        #expect(refusal(first, chain: .max, own: .max) == .stale && refusal(last, chain: .min, own: .min) == .future)
        #expect(PriceTime(chain: .max, own: 0).passed(1) == nil)
        #expect(PriceTime(chain: 1, own: 2).passed(3) == PriceTime(chain: 4, own: 5))
    }

    @Test func `a price that two percent of it surround is "about", and with ten percent it is none`() throws {
        for (width, isWide) in [(0, false), (20, false), (21, true), (100, true)] as [(UInt64, Bool)] {
            let update = try PriceSamples.update(1_000, width: width)
            #expect(try AssetPrice(update, at: PriceSamples.time).isWide == isWide, "\(width)")
        }
        let widest = try PriceSamples.update(1_000, width: 101)
        let endless = try PriceSamples.update(1, width: .max)
        #expect(refusal(widest, chain: now, own: now) == .confidence)
        #expect(refusal(endless, chain: now, own: now) == .confidence)
    }

    @Test func `a worth is what fractions of whole numbers say, rounded down`() throws {
        let vectors = try PriceVector.lines("worth")
        #expect(vectors.count == 300)
        let feed = try #require(PriceSamples.sol)
        for vector in vectors {
            guard case .pair(let price)? = vector.price, let rate = vector.rate, let decimals = vector.decimals,
                let amount = vector.amount.flatMap(UInt64.init), let inverse = vector.inverse
            else {
                Issue.record("unreadable")
                return
            }
            let currency: Currency = inverse ? .eur : .chf
            let book = PriceBook(
                [
                    feed: try PriceSamples.update(UInt64(price[0]), Int(price[1])),
                    try #require(currency.rate): try PriceSamples.update(UInt64(rate[0]), Int(rate[1])),
                ], at: PriceSamples.time, in: currency)
            let worth = try #require(book.worth(of: amount, decimals: decimals, mint: wrapped))
            let exact = try #require(vector.hundredths.flatMap { UInt128($0) })
            let shown = worth.money.units / 1_000_000
            // The sum is rounded down once in dollars and once in the currency, each time by less than a hundred-millionth.
            let low = exact - (worth.money.units % 1_000_000 > 999_000 && exact > 0 ? 1 : 0)
            #expect((low...exact).contains(shown), "\(vector)")
        }
    }

    @Test func `sums have two decimals, prices six digits, and neither is rounded up`() throws {
        #expect(Money(units: 0).hundredths == "0.00" && Money(units: 999_999).hundredths == "0.00")
        #expect(Money(units: 123_450_000_000).hundredths == "1234.50" && Money(units: 1_999_999).hundredths == "0.01")
        let feed = try #require(PriceSamples.sol)
        for (price, text) in [
            (24_358_123_456, "243.581"), (100_000_000, "1.00"), (99_981_299, "0.999812"), (2_123, "0.00002123"),
            (6_712_345_678_900, "67123.45"), (123_456_700_000_000, "1234567.00"), (110_000_000, "1.10"),
        ] as [(UInt64, String)] {
            let book = PriceBook([feed: try PriceSamples.update(price)], at: PriceSamples.time, in: .usd)
            #expect(book.price(of: wrapped) == text)
        }
    }

    @Test func `a redemption rate is worth nothing without the price of its unit`() throws {
        let (rate, sol) = (try #require(PriceSamples.jupiterSOL), try #require(PriceSamples.sol))
        let updates = [
            rate: try PriceSamples.update(112_000_000), sol: try PriceSamples.update(20_000_000_000, age: 300),
        ]
        let book = PriceBook(updates, at: PriceSamples.time, in: .usd)
        let worth = try #require(book.worth(of: 2_500_000_000, decimals: 9, mint: staked))
        #expect(worth.money.hundredths == "560.00" && book.price(of: staked) == "224.00")
        // The older of the two prices is told.
        #expect(worth.asOf == now - 300)
        for feed in [rate, sol] {
            let half = PriceBook(updates.filter { $0.key == feed }, at: PriceSamples.time, in: .usd)
            #expect(half.worth(of: 1, decimals: 9, mint: staked) == nil && half.price(of: staked) == nil)
        }
    }

    @Test func `a stablecoin is worth what its feed says, and a token without a feed nothing`() throws {
        let feed = try #require(PriceSamples.usdc)
        let book = PriceBook([feed: try PriceSamples.update(87_000_000)], at: PriceSamples.time, in: .usd)
        #expect(book.worth(of: 10_000_000, decimals: 6, mint: dollar)?.money.hundredths == "8.70")
        #expect(book.price(of: dollar) == "0.87")
        #expect(book.worth(of: 1, decimals: 6, mint: PublicKey()) == nil)
        #expect(book.worth(of: 1, decimals: 9, mint: wrapped) == nil)
    }

    @Test func `a currency without a fresh rate is shown in dollars, and the book says so`() throws {
        let sol = try #require(PriceSamples.sol)
        for currency in Currency.allCases {
            var updates = [sol: try PriceSamples.update(20_000_000_000)]
            let missing = PriceBook(updates, at: PriceSamples.time, in: currency)
            #expect(missing.currency == .usd && missing.wanted == currency)
            guard let rate = currency.rate else { continue }
            updates[rate] = try PriceSamples.update(125_000, -5, age: 601)
            #expect(PriceBook(updates, at: PriceSamples.time, in: currency).currency == .usd)
            updates[rate] = try PriceSamples.update(125_000, -5)
            let book = PriceBook(updates, at: PriceSamples.time, in: currency)
            let expected = currency.isQuotedInDollars ? "160.00" : "250.00"
            #expect(book.currency == currency)
            #expect(book.worth(of: 1_000_000_000, decimals: 9, mint: wrapped)?.money.hundredths == expected)
        }
    }

    @Test func `what can't be counted is no worth, and stops nothing`() throws {
        let (rate, sol) = (try #require(PriceSamples.jupiterSOL), try #require(PriceSamples.sol))
        let most = UInt64(Int64.max)
        for exponent in [-18, -8, 0] {
            let updates = [
                rate: try PriceSamples.update(most, exponent), sol: try PriceSamples.update(most, exponent),
                try #require(Currency.eur.rate): try PriceSamples.update(1, exponent),
                try #require(Currency.try.rate): try PriceSamples.update(most, exponent),
            ]
            for currency in Currency.allCases {
                let book = PriceBook(updates, at: PriceSamples.time, in: currency)
                for decimals in [0, 9, 38, 255] as [UInt8] {
                    for mint in [staked, wrapped] {
                        _ = book.worth(of: .max, decimals: decimals, mint: mint)
                        _ = book.worth(of: 0, decimals: decimals, mint: mint)
                        _ = book.price(of: mint)
                    }
                }
                if exponent == 0 { #expect(book.worth(of: .max, decimals: 0, mint: staked) == nil) }
            }
        }
        let endless = Worth.none.plus(Worth.none)?.money
        #expect(endless == Money(units: 0))
        #expect(Money(units: .max).plus(Money(units: 1)) == nil)
    }
}

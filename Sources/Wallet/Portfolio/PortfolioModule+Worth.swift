import AssetPrices
import JSONRPC
import SolanaRPC
import SolanaTransactions
import WalletNetwork
import WalletRuntime
import WalletState

/// The worth of what an account holds. It stands beside amounts and decides nothing.
extension PortfolioModule {
    /// Asks for the prices, beside another question; what the node doesn't say stays as it was kept.
    func refreshPrices(_ currency: Currency?, _ questions: NodeQuestions) async {
        guard let currency else { return }
        let reading = try? await questions.ask(.mainnet) { node throws(SolanaRPCError) in
            try await PriceReading(of: currency, from: node)
        }
        if let reading { await prices.keep(reading) }
    }

    /// The worth of an account by the kept prices; nil if it isn't shown.
    func worth(of account: WatchedAccount, lamports: UInt64, in currency: Currency?) async throws(RPCError) -> JSON? {
        guard let currency else { return nil }
        guard let book = await prices.book(in: currency) else {
            return ["currency": .string(currency.rawValue), "unpriced": .number(1)]
        }
        var json: JSONObject = ["currency": .string(book.currency.rawValue)]
        if book.currency != currency { json["instead"] = .string(currency.rawValue) }
        let sol = book.worth(of: lamports, decimals: 9, mint: TokenProgram.nativeMint)
        json["sol"] = sol.map { $0.json(price: book.price(of: TokenProgram.nativeMint)) }
        var worths = [sol]
        for held in try await cache.amounts(of: account.key) { worths.append(book.worth(of: held)) }
        let known = worths.compactMap(\.self)
        json["unpriced"] = .number(worths.count - known.count)
        let total = known.reduce(Worth?.some(.none)) { sum, worth in sum.flatMap { $0.plus(worth) } }
        if !known.isEmpty, let total { json["total"] = total.json() }
        return .object(json)
    }

    /// A token with its worth by the kept prices.
    func json(of row: TokenList.Row, by book: PriceBook?) -> JSON {
        let token = row.token
        guard var json = row.json.object, let book, let decimals = token.token?.decimals,
            let mint = try? PublicKey(base58: token.mint),
            let worth = book.worth(of: token.amount, decimals: decimals, mint: mint)
        else { return row.json }
        json["worth"] = worth.json(price: book.price(of: mint))
        return .object(json)
    }

    static let worth = ValueType.object([
        .required("currency"), .optional("instead"), .required("unpriced", .integer), .optional("total", sum),
        .optional("sol", sum),
    ])
    static let sum = ValueType.object([
        .required("value"), .optional("price"), .optional("asOf", .integer), .optional("about", .boolean),
    ])
}

extension PriceBook {
    /// The worth of a saved amount; nil if there is no price, or nobody knows the token's decimals.
    fileprivate func worth(of held: PortfolioCache.Amount) -> Worth? {
        guard let decimals = held.decimals, let mint = try? PublicKey(base58: held.mint) else { return nil }
        return worth(of: held.units, decimals: decimals, mint: mint)
    }
}

extension Worth {
    fileprivate func json(price: String? = nil) -> JSON {
        var json: JSONObject = ["value": .string(money.hundredths)]
        json["price"] = price.map { .string($0) }
        json["asOf"] = asOf.flatMap { time in
            let (milliseconds, isOverflow) = time.multipliedReportingOverflow(by: 1_000)
            return isOverflow ? nil : .number(milliseconds)
        }
        if isWide { json["about"] = true }
        return .object(json)
    }
}

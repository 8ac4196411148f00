import AssetPrices
import JSONRPC
import SolanaRPC
import SolanaTransactions
import WalletNetwork

/// All prices as one node told them, with the chain's clock from the same answer.
struct PriceReading: Sendable, Equatable {
    /// The chain's clock, in seconds since 1970.
    let chain: Int64
    /// The prices by their feeds. A feed whose account breaks a rule isn't there.
    let updates: [PriceFeed: PriceUpdate]

    /// Asks for the prices of all assets and the rate of a currency: one call, whatever the account holds.
    ///
    /// It names no account of the user's, and asks for the same accounts whichever tokens the user has.
    ///
    /// - Throws: `SolanaRPCError`; `.answer` if the node has no readable clock.
    init(of currency: Currency, from node: NetworkNode) async throws(SolanaRPCError) {
        let feeds = PriceTable.assets.map(\.feed) + [currency.rate].compactMap(\.self)
        let told = try await node.rpc.getMultipleAccounts(
            [ChainClock.address] + feeds.map(\.account),
            slice: DataSlice(offset: 0, length: UInt64(PriceUpdate.count)), RPCContextOptions(.confirmed)
        ).value
        guard let first = told.first, let clock = first,
            let time = try? ChainClock(owner: clock.owner, data: ByteSlice(clock.data)).time
        else { throw .answer(method: GetMultipleAccounts.name, path: "value[0]") }
        chain = time
        var updates: [PriceFeed: PriceUpdate] = [:]
        for (feed, account) in zip(feeds, told.dropFirst()) {
            guard let account else { continue }
            updates[feed] = try? PriceUpdate(of: feed, owner: account.owner, data: ByteSlice(account.data))
        }
        self.updates = updates
    }

    /// Reads what ``json`` wrote; nil if it isn't that.
    init?(_ json: JSON) {
        guard let chain = json["chain"]?.text.flatMap({ Int64($0) }), let rows = json["prices"]?.object else {
            return nil
        }
        self.chain = chain
        var updates: [PriceFeed: PriceUpdate] = [:]
        for feed in PriceTable.assets.map(\.feed) + Currency.allCases.compactMap(\.rate) {
            guard let row = rows[feed.name]?.array, row.count == 4, let exponent = row[2].int,
                let price = row[0].text.flatMap({ UInt64($0) }), let confidence = row[1].text.flatMap({ UInt64($0) }),
                let published = row[3].text.flatMap({ Int64($0) })
            else { continue }
            updates[feed] = try? PriceUpdate(
                price: price, confidence: confidence, exponent: exponent, published: published)
        }
        self.updates = updates
    }

    /// The reading as it is kept: under 4 KB.
    var json: JSONObject {
        var rows: JSONObject = [:]
        for (feed, update) in updates {
            rows[feed.name] = [
                .string(String(update.price)), .string(String(update.confidence)), .number(update.exponent),
                .string(String(update.published)),
            ]
        }
        return ["chain": .string(String(chain)), "prices": .object(rows)]
    }
}

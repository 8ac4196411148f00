import AssetPrices
import SolanaTransactions
import TestSupport
import Testing

@Suite struct PriceUpdateTests {
    private let feeds = PriceTable.assets.map(\.feed) + Currency.allCases.compactMap(\.rate)

    @Test func `every feed's account is the one that solders derives, and all of them fit into one call`() throws {
        let vectors = try PriceVector.lines("feed")
        #expect(vectors.count == feeds.count && vectors.map(\.address) == feeds.map(\.account.base58))
        #expect(PriceTable.assets.count + 2 <= 100)
        #expect(Set(PriceTable.assets.map(\.mint)).count == PriceTable.assets.count)
        #expect(Set(feeds.map(\.id)).count == feeds.count)
        // As other programs have them.
        let known = [
            "SOL/USD": "7AviUf9nL62mcxNbQGKm4nKDQnPjswo6c5MX4D57HmyE",
            "USDC/USD": "6HAuqASbHEh4w4REJEUUUCginTLfj1kwCh215ZLtMkrT",
            "JUPSOL/SOL.RR": "AzEhiYKye59fHPL7PzNzZ6rTD9HWdakWEpPu49gnoYAM",
        ]
        for (name, account) in known { #expect(feeds.first { $0.name == name }?.account.base58 == account) }
        #expect(PriceFeed("A/B", id: String(repeating: "0", count: 63)) == nil)
        #expect(PriceFeed("A/B", id: String(repeating: "G", count: 64)) == nil)
    }

    @Test func `an account is read as another implementation wrote it, with its spare byte or without`() throws {
        let vectors = try PriceVector.lines("update")
        #expect(vectors.count == feeds.count)
        for (vector, feed) in zip(vectors, feeds) {
            let data = try #require(vector.data).bytes
            let read = try PriceUpdate(of: feed, owner: PriceFeed.receiver, data: ByteSlice(data))
            guard case .digits(let price)? = vector.price else {
                Issue.record("no price")
                return
            }
            #expect(String(read.price) == price && String(read.confidence) == vector.confidence)
            #expect(read.exponent == vector.exponent && read.published == vector.published)
            #expect(try PriceUpdate(of: feed, owner: PriceFeed.receiver, data: ByteSlice(data.dropLast())) == read)
        }
    }

    @Test func `an account that breaks a rule has no price, and the rule is named`() throws {
        let feed = try #require(PriceSamples.sol)
        let other = try #require(PriceSamples.usdc)
        let whole = try #require(try PriceVector.lines("update").first { $0.id?.hasPrefix("ef0d8b6f") == true }?.data)
            .bytes
        func refusal(_ owner: PublicKey = PriceFeed.receiver, _ change: (inout [UInt8]) -> Void) -> PriceRefusal? {
            var data = whole
            change(&data)
            do throws(PriceRefusal) {
                _ = try PriceUpdate(of: feed, owner: owner, data: ByteSlice(data))
                return nil
            } catch {
                return error
            }
        }
        #expect(refusal { _ in } == nil)
        // The program before August 2026, whose accounts keep their last price for ever.
        #expect(refusal(PriceSamples.key("rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ")) { _ in } == .owner)
        #expect(refusal { $0.removeLast(2) } == .length)
        #expect(refusal { $0.removeAll() } == .length)
        for place in 0..<8 { #expect(refusal { $0[place] ^= 1 } == .discriminator) }
        // An update that somebody posted, and the account of the old derivation.
        for place in 8..<40 { #expect(refusal { $0[place] ^= 1 } == .writer) }
        #expect(refusal { $0[40] = 0 } == .verification)
        #expect(refusal { $0[40] = 2 } == .verification)
        // Partial, whose fields stand one byte further on.
        #expect(refusal { $0.replaceSubrange(40...40, with: [0, 3]) } == .verification)
        for place in 41..<73 { #expect(refusal { $0[place] ^= 1 } == .feed) }
        #expect(refusal { $0.replaceSubrange(73..<81, with: [UInt8](repeating: 0, count: 8)) } == .price)
        #expect(refusal { $0.replaceSubrange(73..<81, with: [UInt8](repeating: 0xff, count: 8)) } == .price)
        for exponent in [1, -19, Int32.min, Int32.max] as [Int32] {
            let bytes = withUnsafeBytes(of: exponent.littleEndian) { Array($0) }
            #expect(refusal { $0.replaceSubrange(89..<93, with: bytes) } == .exponent)
        }
        #expect(throws: PriceRefusal.writer) {
            try PriceUpdate(of: other, owner: PriceFeed.receiver, data: ByteSlice(whole))
        }
    }

    @Test func `the chain's clock is read as litesvm keeps it`() throws {
        let vector = try #require(try PriceVector.lines("clock").first)
        let data = try #require(vector.data).bytes
        #expect(vector.owner == ChainClock.owner.base58)
        #expect(try ChainClock(owner: ChainClock.owner, data: ByteSlice(data)).time == vector.time)
        #expect(throws: PriceRefusal.clock) { try ChainClock(owner: PriceFeed.receiver, data: ByteSlice(data)) }
        #expect(throws: PriceRefusal.clock) {
            try ChainClock(owner: ChainClock.owner, data: ByteSlice(data.dropLast()))
        }
    }
}

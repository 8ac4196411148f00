import AssetPrices
import Foundation
import JSONRPC
import SolanaTransactions
import TestSupport
import Testing
import Wallet

@Suite(.timeLimit(.minutes(5))) struct PortfolioWorthTests {
    @Test func `an account's worth is told beside its amounts, exactly, by one more question`() async throws {
        let life = try await WorthLife()
        try life.price("SOL/USD", 20_012_345_678)
        try life.price("USDC/USD", 99_980_000, width: 3_000_000)
        try life.hold(WorthLife.dollar, 12_500_000, decimals: 6)
        let asked = try life.base.asked("getMultipleAccounts")
        let balance = try await life.balance()
        #expect(try life.base.asked("getMultipleAccounts") == asked + 3)
        let worth = try #require(balance["worth"])
        #expect(worth["currency"] == "USD" && worth["instead"] == nil && worth["unpriced"] == 0)
        #expect(worth["sol"] == ["value": "300.18", "price": "200.123"])
        #expect(worth["total"] == ["value": "312.68", "about": true])
        let tokens = try await life.tokens()
        #expect(tokens["currency"] == "USD")
        #expect(tokens["tokens"]?[0]?["worth"] == ["value": "12.49", "price": "0.9998", "about": true])
        // What is saved has it too, at once.
        let saved = try await life.balance(["saved": true])
        #expect(saved["worth"] == worth)
    }

    @Test func `a price has its time from two minutes on, and is none from ten on, with a node or without`()
        async throws
    {
        let life = try await WorthLife()
        try life.price("SOL/USD", 20_000_000_000)
        #expect(try await life.balance()["worth"]?["total"]?["asOf"] == nil)
        life.base.network.cut()
        life.base.date.pass(.seconds(180))
        let late = try await life.balance()
        #expect(late["cause"] == "node-unreachable" && late["worth"]?["total"]?["value"] == "300.00")
        #expect(late["worth"]?["total"]?["asOf"]?.int.map(Int64.init) == life.start * 1_000)
        life.base.date.pass(.seconds(421))
        let old = try #require(try await life.balance()["worth"])
        #expect(old["total"] == nil && old["sol"] == nil && old["unpriced"] == 1)
        // A clock that was set back makes no price fresh.
        life.base.date.pass(.seconds(-740))
        life.base.network.cut(false)
        #expect(try await life.balance()["worth"]?["total"] == nil)
        life.base.date.pass(.seconds(99))
        #expect(try await life.balance()["worth"]?["total"]?["value"] == "300.00")
    }

    @Test func `an account of the old program, of another writer or of another feed has no price`() async throws {
        let life = try await WorthLife()
        let old = try PublicKey(base58: "rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ")
        try life.price("SOL/USD", 20_000_000_000, owner: old)
        #expect(try await life.balance()["worth"] == ["currency": "USD", "unpriced": 1])
        for place in [0, 8, 40, 41] {
            try life.price("SOL/USD", 20_000_000_000) { $0[place] ^= 2 }
            #expect(try await life.balance()["worth"] == ["currency": "USD", "unpriced": 1], "\(place)")
        }
        try life.price("SOL/USD", 20_000_000_000)
        #expect(try await life.balance()["worth"]?["total"]?["value"] == "300.00")
    }

    @Test func `a node that lies about the clock makes no old price fresh`() async throws {
        let life = try await WorthLife()
        try life.price("SOL/USD", 20_000_000_000)
        // The node stands still, and the computer's own clock goes on.
        life.base.date.pass(.seconds(601))
        #expect(try await life.balance()["worth"]?["total"] == nil)
        // A node without a clock tells no price, and what it told before stays what it was.
        life.base.date.pass(.seconds(-601))
        try life.base.node.control([
            "fault": "result", "method": "getMultipleAccounts", "result": ["context": ["slot": 1], "value": []],
        ])
        #expect(try await life.balance()["worth"]?["total"] == nil)
    }

    @Test func `a currency takes its rate from the chain, and without one the worth is in dollars and says so`()
        async throws
    {
        let life = try await WorthLife()
        try life.price("SOL/USD", 20_000_000_000)
        _ = try await life.base.browser.call("settings.set", ["currency": "BRL"]).get()
        let dollars = try #require(try await life.balance()["worth"])
        #expect(dollars["currency"] == "USD" && dollars["instead"] == "BRL" && dollars["total"]?["value"] == "300.00")
        try life.price("USD/BRL", 540_000, exponent: -5)
        let reals = try #require(try await life.balance()["worth"])
        #expect(reals["currency"] == "BRL" && reals["instead"] == nil && reals["total"]?["value"] == "1620.00")
        #expect(reals["sol"]?["price"] == "1080.00")
        #expect(try await reason(life.base.browser.call("settings.set", ["currency": "usd"])) == .paramValue)
    }

    @Test func `where worth is turned off, or on another cluster than mainnet, no node is asked for a price`()
        async throws
    {
        let life = try await WorthLife()
        try life.price("SOL/USD", 20_000_000_000)
        let settings = try await life.base.browser.call("settings.get").get()
        #expect(settings["settings"]?["currency"] == "USD")
        let asked = try life.base.asked("getMultipleAccounts")
        let elsewhere = try await life.base.browser.call("portfolio.balance").get()
        #expect(elsewhere["cluster"] == "solana:localnet" && elsewhere["worth"] == nil)
        _ = try await life.base.browser.call("settings.set", ["currency": "off"]).get()
        #expect(try await life.balance()["worth"] == nil)
        #expect(try await life.tokens()["currency"] == nil)
        #expect(try life.base.asked("getMultipleAccounts") == asked)
    }

    @Test func `what has no price is counted and not guessed`() async throws {
        let life = try await WorthLife()
        let unknown = try PublicKey(base58: life.base.node.seeded("mints", "USDX", "address"))
        try life.base.node.control(["mint": "USDX", "to": .string(life.base.account), "amount": 5_000_000])
        try life.base.node.control(["advance": 2])
        let none = try #require(try await life.balance()["worth"])
        #expect(none["total"] == nil && none["unpriced"] == 2)
        try life.price("SOL/USD", 20_000_000_000)
        let some = try #require(try await life.balance()["worth"])
        #expect(some["total"]?["value"] == "300.00" && some["unpriced"] == 1)
        let token = try #require(try await life.tokens()["tokens"]?[0])
        #expect(token["mint"]?.text == unknown.base58 && token["worth"] == nil)
    }
}

/// A portfolio whose node says that it is mainnet's, at the time of the node's own clock.
private struct WorthLife {
    static let dollar = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"
    let base: PortfolioLife
    /// The time of the prices, in seconds since 1970.
    let start: Int64

    init() async throws {
        base = try await PortfolioLife()
        try base.fund(1_500_000_000)
        start = Int64(Date().timeIntervalSince1970)
        base.date.pass(.seconds(start - base.date.milliseconds / 1_000))
    }

    func balance(_ more: JSONObject = [:]) async throws -> JSON { try await call("portfolio.balance", more) }

    func tokens() async throws -> JSON { try await call("portfolio.tokens", [:]) }

    private func call(_ method: String, _ more: JSONObject) async throws -> JSON {
        var params = more
        params["cluster"] = "solana:mainnet"
        return try await base.browser.call(method, params).get()
    }

    /// Sets the account of a feed.
    func price(
        _ name: String, _ price: Int64, exponent: Int32 = -8, width: UInt64 = 0, owner: PublicKey = PriceFeed.receiver,
        _ change: (inout [UInt8]) -> Void = { _ in }
    ) throws {
        let feeds = PriceTable.assets.map(\.feed) + Currency.allCases.compactMap(\.rate)
        let feed = try #require(feeds.first { $0.name == name })
        var data = [0x22, 0xf1, 0x23, 0x63, 0x9d, 0x7e, 0xf4, 0xcd] + feed.account.bytes + [1] + feed.id
        data += bytes(price) + bytes(width) + bytes(exponent) + bytes(start) + bytes(start - 1)
        data += [UInt8](repeating: 0, count: 25)
        change(&data)
        try set(feed.account, owner, data)
    }

    /// Sets a mint and an account of the wallet's with tokens of it.
    func hold(_ mint: String, _ amount: UInt64, decimals: UInt8) throws {
        let mint = try PublicKey(base58: mint)
        let nothing = [UInt8](repeating: 0, count: 36)
        try set(mint, TokenProgram.id, nothing + bytes(amount) + [decimals, 1] + nothing)
        var data = mint.bytes + (try PublicKey(base58: base.account)).bytes + bytes(amount) + nothing + [1]
        data += [UInt8](repeating: 0, count: 165 - data.count)
        try set(PublicKey(bytes: [UInt8](repeating: 9, count: 32)), TokenProgram.id, data)
    }

    private func set(_ address: PublicKey, _ owner: PublicKey, _ data: [UInt8]) throws {
        try base.node.control([
            "set": .string(address.base58), "lamports": 3_000_000, "owner": .string(owner.base58),
            "data": .string(Base64.encode(data)),
        ])
        try base.node.control(["advance": 2])
    }

    private func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
}

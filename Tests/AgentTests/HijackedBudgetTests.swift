import Base58
import JSONRPC
import TestSupport
import Testing
import WalletState

/// An extension with the wallet's own id that knows of allowances and budgets and wants all it can get in a day, against the real host and agent.
@Suite struct HijackedBudgetTests {
    private static let allowance: UInt64 = 100_000_000
    private static let fee: UInt64 = 5000
    private static let rich = "https://rich.example"
    private static let poor = "https://poor.example"
    private static let dollar = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"
    private static let coin = Base58.encode([UInt8](repeating: 77, count: 32))

    /// What a transaction takes.
    private struct Taking {
        var lamports: UInt64 = 0
        var tokens: [(mint: String, amount: UInt64)] = []
    }

    /// A legacy transaction that takes it: a System transfer, and a transfer of tokens for each mint.
    private static func transaction(_ taking: Taking, from account: String) throws -> JSON {
        func bytes(_ value: UInt64) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }
        let mints = taking.tokens
        var keys = [try Base58.decode(account), [UInt8](repeating: 9, count: 32)]
        keys += mints.indices.map { [UInt8](repeating: UInt8(20 + $0), count: 32) }
        let readonly = keys.count
        keys.append([UInt8](repeating: 0, count: 32))
        keys.append(try Base58.decode("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"))
        keys += try mints.map { try Base58.decode($0.mint) }
        var message: [UInt8] = [1, 0, UInt8(keys.count - readonly), UInt8(keys.count)] + keys.flatMap { $0 }
        message +=
            [UInt8](repeating: UInt8.random(in: 1...255), count: 16) + (0..<16).map { _ in UInt8.random(in: 0...255) }
        message.append(UInt8(1 + mints.count))
        message += [UInt8(readonly), 2, 0, 1, 12, 2, 0, 0, 0] + bytes(taking.lamports)
        for (place, token) in mints.enumerated() {
            // TransferChecked: source, mint, destination, owner.
            message += [UInt8(readonly + 1), 4, UInt8(2 + place), UInt8(readonly + 2 + place), 1, 0, 10, 12]
            message += bytes(token.amount) + [6]
        }
        return .string(Base64.encode([1] + [UInt8](repeating: 0, count: 64) + message))
    }

    private static func request() -> String { "\(UInt64.random(in: 0...(.max)))" }

    /// Asks as a page and presses its own button. A third rejection would block the site for a minute, so it cancels what it doesn't get.
    private func takes(
        _ method: String, _ params: JSONObject, in browser: BrowserStandIn, origin: String
    ) throws -> Bool {
        let id = try browser.begin(method, WalletFixture.page(params, origin: origin, request: Self.request()))
        let (request, digest, review) = try browser.waiting()
        let outcome = try browser.call(
            "approvals.approve", ["id": .string(request), "digest": .string(digest), "review": .string(review)])
        guard case .failure(let error) = outcome else {
            _ = try browser.answer(to: id).get()
            return true
        }
        #expect(error.reason == .nativeOnly)
        _ = try browser.call("cancel", WalletFixture.page(["id": .string(id)], origin: origin)).get()
        _ = try browser.answer(to: id)
        return false
    }

    /// The first signature of a site is the user's own.
    private func sign(at origin: String, in browser: BrowserStandIn, _ wallet: WalletFixture) throws {
        let first = try browser.begin(
            "signMessage", WalletFixture.page(["message": "aGVsbG8="], origin: origin, request: Self.request()))
        let (id, _, _) = try browser.waiting()
        try wallet.sidekey("approve", id, "--yes", "--passphrase-file", wallet.home.path + "/passphrase")
        _ = try browser.answer(to: first).get()
    }

    @Test func whatItTakesInADayIsTheAllowanceAndTheBudgetsAndNoMore() async throws {
        let wallet = try await WalletFixture(setting: .risky)
        var browser = try wallet.browser()
        try wallet.unlock()
        var account = ""
        for origin in [Self.rich, Self.poor] {
            account = try browser.connectPage(origin: origin)
            try sign(at: origin, in: browser, wallet)
        }
        let proof = ["--passphrase-file", wallet.home.path + "/passphrase"]
        try wallet.sidekey(
            ["policy", "limit", "--site", "rich.example", "--spend", "0.3 SOL/24h", "--spend", "50 USDC/24h"] + proof)
        try wallet.sidekey(["policy", "limit", "--site", Self.poor, "--spend", "5 USDC"] + proof)
        try wallet.sidekey(["policy", "press", "--spend", "500 USDC/24h"] + proof)

        // It may not widen anything, by whatever name.
        let whole: JSON = [
            "origin": .string(Self.poor), "spend": [["asset": .string(Self.coin), "amount": "1"]],
        ]
        for change in [
            ["budgets": [whole]], ["pressAmounts": [["asset": .string(Self.coin), "amount": "1"]]],
            ["allowance": "200000000"],
        ] as [JSONObject] {
            expect(try browser.call("policy.tighten", change), .unauthorized, .nativeOnly)
        }
        expect(try browser.call("policy.set", ["budgets": [whole]]), .methodNotFound, .methodUnknown)

        // It tries each amount and each half of it under each site's name, alone, together and in batches, across restarts.
        var taken = Taking()
        var dollars: UInt64 = 0
        func attempt(_ taking: Taking, _ origin: String, count: Int = 1) throws {
            let transaction = try (0..<count).map { _ in try Self.transaction(taking, from: account) }
            let isTaken =
                try count == 1
                ? takes("signTransaction", ["tx": transaction[0]], in: browser, origin: origin)
                : takes("signAllTransactions", ["transactions": .array(transaction)], in: browser, origin: origin)
            guard isTaken else { return }
            taken.lamports += UInt64(count) * (taking.lamports + Self.fee)
            for token in taking.tokens {
                #expect(token.mint == Self.dollar, "it took of a mint without a budget")
                dollars += UInt64(count) * token.amount
            }
        }
        for round in 0..<2 {
            for origin in [Self.rich, Self.poor] {
                for units in [60_000_000, 30_000_000, 6_000_000, 3_000_000, 1_000_000, 1] as [UInt64] {
                    try attempt(Taking(tokens: [(Self.dollar, units)]), origin)
                    try attempt(Taking(lamports: 50_000_000, tokens: [(Self.dollar, units)]), origin)
                    try attempt(Taking(tokens: [(Self.coin, 1), (Self.dollar, units)]), origin)
                }
                for lamports in [400_000_000, 250_000_000, 90_000_000, 40_000_000, 9_000_000, 100_000] as [UInt64] {
                    try attempt(Taking(lamports: lamports), origin)
                    try attempt(Taking(lamports: lamports / 2), origin, count: 2)
                }
            }
            guard round == 0 else { break }
            try wallet.sidekey("stop")
            browser = try wallet.browser()
            _ = try browser.unlock().get()
        }
        #expect(taken.lamports <= Self.allowance + 300_000_000)
        #expect(taken.lamports > 380_000_000, "it takes what it can get")
        #expect(dollars <= 55_000_000)
        #expect(dollars > 54_000_000)

        // Budgets that it takes away itself and the user gives again aren't whole.
        for origin in [Self.rich, Self.poor] {
            let none: JSON = ["origin": .string(origin), "spend": []]
            #expect(try browser.call("policy.tighten", ["budgets": [none]]).get()["budgets"] != nil)
        }
        let listed = try wallet.sidekey("policy", "--json")
        #expect(listed.contains(#""budgets":[]"#))
        try wallet.sidekey(["policy", "limit", "--site", "rich.example", "--spend", "50 USDC/24h"] + proof)
        try attempt(Taking(tokens: [(Self.dollar, 2_000_000)]), Self.rich)
        #expect(dollars <= 55_000_000)
    }
}

import JSONRPC
import SolanaRPC
import SolanaTransactions
import TestSupport
import Testing
import Wallet
import WalletRuntime

/// Tokens in their list, hidden, burned, and their empty accounts closed: the real vault, queue and database, and the local node.
@Suite(.timeLimit(.minutes(5))) struct TokenAccountTests {
    private static let rent = 2_039_280
    private static let usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"

    private struct Bank {
        let node: LocalNode
        let life: WalletLife
        let account: String

        init(_ policy: JSONObject? = nil) async throws {
            node = try LocalNode(["--slot-ms", "200"])
            life = try await WalletLife(network: LoopbackNetwork(node), clock: SystemMonotonicClock())
            _ = try await life.create().get()
            if let policy { _ = try await life.prove("policy.set", policy).get() }
            _ = try await life.unlock().get()
            let accounts = try await life.browser.call("accounts.list").get()["accounts"]?.array
            account = try #require(accounts?.first?["publicKey"]?.text)
            try node.control(["set": .string(account), "lamports": 5_000_000_000])
            try node.control(["advance": 2])
        }

        /// Puts a token account of the wallet's onto the chain.
        func hold(_ amount: UInt64, of mint: String, at seed: UInt8) throws -> String {
            var data = try PublicKey(base58: mint).bytes + PublicKey(base58: account).bytes
            data += (0..<8).map { UInt8(truncatingIfNeeded: amount >> ($0 * 8)) }
            data += [UInt8](repeating: 0, count: 36) + [1] + [UInt8](repeating: 0, count: 56)
            let address = try PublicKey(bytes: [UInt8](repeating: seed, count: 32)).base58
            try put(address, data)
            return address
        }

        /// Puts the mint of a token that the registry knows onto the chain, with six decimals.
        func know(_ mint: String) throws {
            try put(
                mint,
                [UInt8](repeating: 0, count: 36) + [0, 0, 0, 1, 0, 0, 0, 0, 6, 1] + [UInt8](repeating: 0, count: 36))
        }

        private func put(_ address: String, _ data: [UInt8]) throws {
            try node.control([
                "set": .string(address), "lamports": .number(rent), "owner": .string(TokenProgram.id.base58),
                "data": .string(Base64.encode(data)),
            ])
            try node.control(["advance": 2])
        }

        var lamports: UInt64 {
            get async throws {
                try await SolanaRPC(LoopbackTransport(node)).getBalance(
                    of: PublicKey(base58: account), RPCContextOptions(.processed)
                ).value
            }
        }

        func tokens(_ params: JSONObject = [:]) async throws -> [JSON] {
            try await life.commandLine.call("portfolio.tokens", params).get()["tokens"]?.array ?? []
        }
    }

    private func reason(_ outcome: Result<JSON, RPCError>) -> RPCReason? {
        guard case .failure(let error) = outcome else { return nil }
        return error.reason
    }

    @Test func `known tokens come first, hidden ones last, page by page and on every surface`() async throws {
        let bank = try await Bank()
        let other = try bank.node.seeded("mints", "USDX", "address")
        try bank.know(Self.usdc)
        // By address alone the known one would be the last.
        let spam = try bank.hold(5, of: other, at: 9)
        let known = try bank.hold(6, of: Self.usdc, at: 200)
        #expect(try await bank.tokens().map { $0["tokenAccount"]?.text } == [known, spam])
        let first = try #require(try await bank.tokens().first)
        #expect(first["known"] == ["symbol": "USDC", "name": "USD Coin"] && first["hidden"] == nil)
        #expect(try await bank.tokens().last?["known"] == nil)
        // Each page goes on where the last one ended.
        let page = try await bank.life.browser.call("portfolio.tokens", ["limit": 1]).get()
        #expect(page["tokens"]?.array?.count == 1 && page["tokens"]?[0]?["tokenAccount"]?.text == known)
        let rest = try await bank.tokens(["cursor": try #require(page["cursor"])])
        #expect(rest.map { $0["tokenAccount"]?.text } == [spam])

        let before = bank.life.commandLine.notifications("portfolio.changed").count
        let told = try await bank.life.browser.call("portfolio.hide", ["mint": .string(Self.usdc), "as": "spam"]).get()
        #expect(told == ["mint": .string(Self.usdc), "hidden": "spam"])
        #expect(try await bank.tokens().map { $0["tokenAccount"]?.text } == [spam, known])
        #expect(try await bank.tokens().last?["hidden"] == "spam")
        #expect(
            try await bank.life.commandLine.call("portfolio.hidden").get()
                == ["tokens": [["mint": .string(Self.usdc), "hidden": "spam"]]])
        #expect(bank.life.commandLine.notifications("portfolio.changed").count > before)
        #expect(
            try await bank.life.commandLine.call("portfolio.show", ["mint": .string(Self.usdc)]).get()["shown"] == true)
        #expect(try await bank.tokens().first?["tokenAccount"]?.text == known)
        #expect(
            try await reason(bank.life.browser.call("portfolio.hide", ["mint": .string(other), "as": "gone"]))
                == .paramValue)
        // No page hides anything.
        #expect(
            try await reason(bank.life.browser.call("portfolio.hide", bank.life.page(["mint": .string(other)]))) != nil)
    }

    @Test func `twenty empty accounts are reclaimed by one approval, and the sum is exact`() async throws {
        let bank = try await Bank(["approvals": "risky"])
        #expect(try await reason(bank.life.browser.call("transfer.reclaim")) == .nothingToReclaim)
        let mint = try bank.node.seeded("mints", "USDX", "address")
        for seed in UInt8(10)..<30 { _ = try bank.hold(0, of: mint, at: seed) }
        let full = try bank.hold(1, of: mint, at: 31)
        let found = try await bank.life.commandLine.call("transfer.reclaimable").get()
        #expect(found["count"] == 20 && found["lamports"]?.text == "\(20 * Self.rent)" && found["omitted"] == 0)
        #expect(found["accounts"]?.array?.count == 20)
        let before = try await bank.lamports
        let own = await bank.life.browser.begin("transfer.reclaim")
        let id = try await bank.life.next(after: [])
        let shown = try await bank.life.browser.call("approvals.get", ["id": .string(id)]).get()
        // A closed account gives something back and takes nothing, so that the popup may.
        #expect(shown["decision"] == "popup" && shown["review"]?["items"]?[0]?["findings"] == [])
        _ = try await bank.life.approveNatively(id).get()
        let result = try await bank.life.browser.outcome(of: own).get()
        #expect(result["reclaimed"]?.array?.count == 20 && result["left"] == 0)
        #expect(result["lamports"]?.text == "\(20 * Self.rent)")
        let fee = try #require(result["fee"]?.text.flatMap(UInt64.init))
        #expect(try await bank.lamports == before + UInt64(20 * Self.rent) - fee)
        // The full one is still there.
        #expect(try await bank.tokens().map { $0["tokenAccount"]?.text } == [full])
        #expect(
            try await reason(bank.life.browser.call("transfer.reclaim", ["accounts": [.string(full)]]))
                == .nothingToReclaim)
    }

    @Test func `an account that gets tokens between the list and the press isn't closed`() async throws {
        let bank = try await Bank(["approvals": "risky"])
        let mint = try bank.node.seeded("mints", "USDX", "address")
        _ = try bank.hold(0, of: mint, at: 10)
        let own = await bank.life.browser.begin("transfer.reclaim")
        let id = try await bank.life.next(after: [])
        // The review is there before the tokens are.
        while try await bank.life.browser.call("approvals.get", ["id": .string(id)]).get()["waiting"] != nil {
            try await Task.sleep(for: .milliseconds(20))
        }
        _ = try bank.hold(7, of: mint, at: 10)
        #expect(try await reason(bank.life.approve(id)) == .reviewMismatch)
        _ = try await bank.life.browser.call("approvals.reject", ["id": .string(id)]).get()
        #expect(try await reason(bank.life.browser.outcome(of: own)) == .rejected)
        #expect(try await bank.tokens().first?["amount"] == "7")
    }

    @Test func `a token is burned by its own review, and a known one only where that was said`() async throws {
        let bank = try await Bank(["approvals": "risky"])
        let mint = try bank.node.seeded("mints", "USDX", "address")
        try bank.node.control(["mint": "USDX", "to": .string(bank.account), "amount": 7_000_000])
        try bank.node.control(["advance": 2])
        let own = await bank.life.browser.begin("transfer.burn", ["mint": .string(mint)])
        let id = try await bank.life.next(after: [])
        let shown = try await bank.life.browser.call("approvals.get", ["id": .string(id)]).get()
        #expect(shown["decision"] == "native")
        let rules = shown["review"]?["items"]?.array?.flatMap { $0["findings"]?.array ?? [] } ?? []
        #expect(rules.contains { $0["id"] == "R12" && $0["level"] == "warning" })
        _ = try await bank.life.approveNatively(id).get()
        let result = try await bank.life.browser.outcome(of: own).get()
        #expect(result["amount"] == "7000000" && result["closed"] == 1 && result["left"] == 0)
        #expect(try await bank.tokens().isEmpty)
        let again: JSONObject = ["mint": .string(mint)]
        #expect(try await reason(bank.life.browser.call("transfer.burn", again)) == .nothingToBurn)

        try bank.know(Self.usdc)
        _ = try bank.hold(5, of: Self.usdc, at: 12)
        var known: JSONObject = ["mint": .string(Self.usdc)]
        guard case .failure(let error) = try await bank.life.commandLine.call("transfer.burn", known) else {
            Issue.record("a known token was burned without a word")
            return
        }
        #expect(error.reason == .tokenKnown && error.data["symbol"] == "USDC")
        known["acceptKnown"] = true
        let waiting = bank.life.waiting
        _ = await bank.life.commandLine.begin("transfer.burn", known)
        _ = try await bank.life.next(after: waiting)
    }
}

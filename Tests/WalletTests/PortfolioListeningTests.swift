import JSONRPC
import SolanaRPC
import SolanaTransactions
import TestSupport
import Testing
import Wallet
import WalletRuntime

/// Notifications about the wallet's accounts over WebSocket, from the local node.
@Suite(.timeLimit(.minutes(5))) struct PortfolioListeningTests {
    private func transfer(_ amount: UInt64, from owner: PublicKey, to life: ListeningLife) throws -> Instruction {
        let mint = try life.mint("USDX")
        return TokenProgram.transferChecked(
            source: AssociatedTokenProgram.address(owner: owner, mint: mint), mint: mint,
            destination: AssociatedTokenProgram.address(owner: life.account, mint: mint), authority: owner,
            amount: amount, decimals: 6)
    }

    @Test func `tokens that come are known without anybody asking, and told once`() async throws {
        let life = try await ListeningLife(LocalNode())
        try life.give(1_000_000, "USDX")
        _ = try await life.wallet.browser.call("portfolio.tokens").get()
        // The account, its tokens, and the transactions that name it.
        #expect(try await life.eventually { try life.subscribed() == 3 })
        #expect(try life.asked("accountSubscribe") == 2 && life.asked("logsSubscribe") == 1)
        try await life.settle()
        let (told, asked) = (life.told, try life.asked("getBalance"))
        #expect(try await life.saved("USDX") == "1000000")

        // Names the token account, and not its owner.
        try await life.node.send(by: "alice") { alice in [try transfer(250_000, from: alice, to: life)] }
        #expect(try await life.eventually { life.told == told + 1 })
        #expect(try await life.saved("USDX") == "1250000")
        try await life.settle()
        #expect(try life.told == told + 1 && life.asked("getBalance") == asked + 1)
    }

    @Test func `a token account that was made since is found, and listened to from then on`() async throws {
        let life = try await ListeningLife(LocalNode())
        _ = try await life.wallet.browser.call("portfolio.balance").get()
        #expect(try await life.eventually { try life.subscribed() == 2 })
        try await life.settle()
        try life.give(7, "USDX")
        #expect(try await life.eventually { try life.subscribed() == 3 })
        #expect(try await life.saved("USDX") == "7")
        try await life.settle()
        let told = life.told
        try await life.node.send(by: "alice") { alice in [try transfer(5, from: alice, to: life)] }
        #expect(try await life.eventually { life.told == told + 1 })
        #expect(try await life.saved("USDX") == "12")
    }

    @Test func `several changes in one slot are asked for once, and told once`() async throws {
        let life = try await ListeningLife(LocalNode())
        for symbol in ["USDX", "FEEX", "BOSS"] as [JSONString] { try life.give(1_000, symbol) }
        _ = try await life.wallet.browser.call("portfolio.tokens").get()
        #expect(try await life.eventually { try life.subscribed() == 5 })
        try await life.settle()
        let (told, asked) = (life.told, try life.asked("getBalance"))
        for symbol in ["USDX", "FEEX", "BOSS"] as [JSONString] { try life.give(1, symbol, slots: 0) }
        try await life.node.send(by: "bob", slots: 0) { bob in
            [SystemProgram.transfer(from: bob, to: life.account, lamports: 5_000_000)]
        }
        try life.node.control(["advance": 2])
        #expect(try await life.eventually { life.told == told + 1 })
        try await life.settle()
        #expect(try life.told == told + 1 && life.asked("getBalance") == asked + 1)
        for symbol in ["USDX", "FEEX", "BOSS"] { #expect(try await life.saved(symbol) == "1001") }
    }

    @Test func `of many token accounts the fullest are listened to, and none of them gives way to a fuller one`()
        async throws
    {
        let life = try await ListeningLife(LocalNode())
        let placed = try (1...40).map { try life.place(UInt64($0), at: UInt8($0)) }
        try life.node.control(["advance": 2])
        _ = try await life.wallet.browser.call("portfolio.balance").get()
        #expect(try await life.eventually { try life.subscribed() == 2 + AccountWatch.tokenLimit })
        try await life.settle()
        // The emptiest of those that are listened to, and the fullest of the others.
        #expect(try life.place(1_000, at: 9) == placed[8])
        try life.node.control(["advance": 2])
        #expect(try await life.eventually { life.told == 2 })
        _ = try life.place(9_000, at: 8)
        try life.node.control(["advance": 2])
        try await life.settle()
        #expect(try life.told == 2 && life.subscribed() == 34 && life.asked("accountUnsubscribe") == 0)
        // One that is gone makes room.
        try life.node.control(["set": .string(placed[8].base58), "lamports": 0])
        try life.node.control(["advance": 2])
        #expect(try await life.eventually { try life.asked("accountUnsubscribe") == 1 })
        #expect(try await life.eventually { try life.subscribed() == 34 })
    }

    @Test func `no subscription is left after five minutes, on another cluster, or without a network`() async throws {
        let clock = ManualClock()
        let life = try await ListeningLife(LocalNode(), clock: clock)
        try life.give(1, "USDX")
        func look() async throws {
            _ = try await life.wallet.browser.call("portfolio.balance").get()
            #expect(try await life.eventually { try life.subscribed() == 3 })
        }
        func isOver() async throws -> Bool {
            try await life.eventually { try life.node.control([:])["sockets"] == 0 && life.subscribed() == 0 }
        }
        try await look()
        clock.advance(by: .seconds(299))
        try await Task.sleep(for: .milliseconds(100))
        #expect(try life.subscribed() == 3)
        clock.advance(by: .seconds(2))
        #expect(try await isOver())
        for change in [["cluster": "devnet"], ["off": true]] as [JSON] {
            _ = try await life.wallet.prove("policy.set", ["network": ["off": false, "cluster": "localnet"]]).get()
            try await look()
            // Another setting isn't the network's.
            _ = try await life.wallet.browser.call("policy.tighten", ["perRequest": true]).get()
            try await Task.sleep(for: .milliseconds(100))
            #expect(try life.subscribed() == 3)
            _ = try await life.wallet.prove("policy.set", ["network": change]).get()
            #expect(try await isOver(), "\(change)")
        }
    }
}

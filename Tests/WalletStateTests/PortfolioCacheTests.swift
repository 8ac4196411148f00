import ApprovalQueue
import Foundation
import GRDB
import TestSupport
import Testing
import WalletState

@Suite struct PortfolioCacheTests {
    private let key = ClusterAccount(cluster: "solana:devnet", account: "alice")

    private func token(
        _ address: String, mint: String = "m", amount: UInt64 = 1, delegate: String? = nil, closer: String? = nil,
        described: SavedMint? = SavedMint(decimals: 6, name: "Pretend", symbol: "P")
    ) -> SavedToken {
        SavedToken(
            address: address, program: "p", mint: mint, amount: amount, isFrozen: false, delegate: delegate,
            delegated: delegate == nil ? 0 : .max, closer: closer, token: described)
    }

    private func balance(_ lamports: UInt64, time: Int64 = 1, slot: UInt64 = 7) -> SavedBalance {
        SavedBalance(lamports: lamports, unreadable: 0, slot: slot, node: "node", time: time)
    }

    @Test(arguments: [0, 1, 9_007_199_254_740_993, UInt64(Int64.max), UInt64(Int64.max) + 1, .max] as [UInt64])
    func `every amount comes back as it was`(_ amount: UInt64) async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let cache = PortfolioCache(database: queue.database)
        _ = try await cache.save(balance(amount, slot: amount), [token("t", amount: amount, delegate: "d")], of: key)
        #expect(try await cache.balance(of: key) == balance(amount, slot: amount))
        #expect(try await cache.tokens(of: key, limit: 9) == [token("t", amount: amount, delegate: "d")])
    }

    @Test func `an account's balances are kept by cluster, and replaced whole`() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let cache = PortfolioCache(database: queue.database)
        #expect(try await cache.balance(of: key) == nil)
        #expect(try await cache.save(balance(5), [token("b"), token("a", closer: "c")], of: key))
        // The same, later: only the time is another.
        #expect(try await !cache.save(balance(5, time: 2), [token("a", closer: "c"), token("b")], of: key))
        #expect(try await cache.balance(of: key)?.time == 2)
        for other in [
            ClusterAccount(cluster: "solana:testnet", account: "alice"),
            ClusterAccount(cluster: "solana:devnet", account: "bob"),
        ] {
            #expect(try await cache.balance(of: other) == nil)
            #expect(try await cache.tokens(of: other, limit: 9).isEmpty)
        }
        #expect(try await cache.save(balance(5), [token("b", amount: 2)], of: key))
        #expect(try await cache.tokens(of: key, limit: 9).map(\.address) == ["b"])
        #expect(try await cache.save(balance(6), [token("b", amount: 2)], of: key))
    }

    @Test func `tokens are listed by address, and those that others may take from by themselves`() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let cache = PortfolioCache(database: queue.database)
        let tokens = [
            token("a"), token("b", delegate: "d"), token("c", mint: "n", described: nil), token("d", closer: "x"),
        ]
        _ = try await cache.save(balance(1), tokens, of: key)
        #expect(try await cache.tokens(of: key, limit: 2).map(\.address) == ["a", "b"])
        #expect(try await cache.tokens(of: key, after: "b", limit: 2).map(\.address) == ["c", "d"])
        #expect(try await cache.tokens(of: key, shared: true, limit: 9).map(\.address) == ["b", "d"])
        #expect(try await cache.undescribed(["m", "n", "o"], on: key.cluster) == ["n", "o"])
        #expect(try await cache.undescribed(["m"], on: "solana:mainnet") == ["m"])
        try await cache.save(["n": SavedMint(decimals: 0, name: nil, symbol: "N")], on: key.cluster)
        #expect(try await cache.tokens(of: key, after: "b", limit: 1).first?.token?.symbol == "N")
    }

    @Test func `an age is known only where the clock stands behind it`() {
        let saved = balance(1, time: 1_000)
        #expect(saved.age(at: 1_000) == 0)
        #expect(saved.age(at: 1_500) == 500)
        #expect(saved.age(at: 999) == nil)
        #expect(balance(1, time: .min).age(at: .max) == nil)
        #expect(balance(1, time: .max).age(at: .min) == nil)
    }

    @Test func `a wallet from before has room for them after it was opened`() async throws {
        let folder = ScratchRoot.url.appendingPathComponent("sidekey-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("wallet.sqlite").path
        let before = try WalletDatabase(path: path)
        try await before.pool.write { database in
            let tables = try String.fetchAll(
                database,
                sql: """
                    SELECT name FROM sqlite_master WHERE type = 'table'
                        AND (name LIKE 'portfolio%' OR name LIKE 'history%')
                    """)
            #expect(tables.count == 8)
            for table in tables { try database.execute(sql: "DROP TABLE \(table)") }
            try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = 'portfolio'")
        }
        before.close()
        let after = try WalletDatabase(path: path)
        defer { after.close() }
        #expect(try await PortfolioCache(database: after).balance(of: key) == nil)
    }
}

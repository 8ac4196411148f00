public import ApprovalQueue
import GRDB
public import JSONRPC

/// The wallet's last known balances, by cluster and account.
///
/// They are only for display while no node answers, and decide nothing.
public struct PortfolioCache: Sendable {
    private let database: WalletDatabase

    public init(database: WalletDatabase) {
        self.database = database
    }

    /// Saves a node's latest answer in place of the previous one.
    ///
    /// - Returns: True if an amount, a token account or the address that may take from one has changed.
    public func save(
        _ balance: SavedBalance, _ tokens: [SavedToken], of key: ClusterAccount
    ) async throws(RPCError) -> Bool {
        try await database.write { database in
            let before = try Self.balance(of: key, in: database)
            let held = try Row.fetchAll(database, sql: Self.tokensByAddress, arguments: [key.cluster, key.account])
                .map { try SavedToken(row: $0) }
            try database.execute(
                sql: """
                    INSERT OR REPLACE INTO portfolio_balance (cluster, account, lamports, unreadable, slot, node, time)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    key.cluster, key.account, Int64(bitPattern: balance.lamports), balance.unreadable,
                    Int64(bitPattern: balance.slot), balance.node, balance.time,
                ])
            let isSame = before?.lamports == balance.lamports && before?.unreadable == balance.unreadable
            guard held != tokens.sorted(by: { $0.address < $1.address }) else { return !isSame }
            try database.execute(
                sql: "DELETE FROM portfolio_token WHERE cluster = ? AND account = ?",
                arguments: [key.cluster, key.account])
            for token in tokens { try Self.insert(token, of: key, in: database) }
            return true
        }
    }

    /// Saves the tokens' own descriptions.
    public func save(_ mints: [String: SavedMint], on cluster: String) async throws(RPCError) {
        guard !mints.isEmpty else { return }
        try await database.write { database in
            for (mint, described) in mints { try Self.insert(described, of: mint, on: cluster, in: database) }
        }
    }

    /// Returns the balance an account had when a node was last asked; nil if none was.
    public func balance(of key: ClusterAccount) async throws(RPCError) -> SavedBalance? {
        try await database.read { try Self.balance(of: key, in: $0) }
    }

    /// Returns token accounts in order of address, after a given one.
    ///
    /// - Parameter shared: True to return only those that someone besides the owner may take from or close.
    public func tokens(
        of key: ClusterAccount, after address: String? = nil, shared: Bool = false, limit: Int
    ) async throws(RPCError) -> [SavedToken] {
        try await database.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM portfolio_token LEFT JOIN portfolio_mint USING (cluster, mint)
                    WHERE cluster = ? AND account = ? AND address > ? AND (? OR delegate IS NOT NULL OR closer IS NOT NULL)
                    ORDER BY address LIMIT ?
                    """, arguments: [key.cluster, key.account, address ?? "", !shared, limit]
            ).map { try SavedToken(row: $0) }
        }
    }

    /// An amount of a token, and the token's decimals; nil if its mint couldn't be read.
    public typealias Amount = (mint: String, units: UInt64, decimals: UInt8?)

    /// Returns the amounts of all token accounts that aren't empty.
    public func amounts(of key: ClusterAccount) async throws(RPCError) -> [Amount] {
        try await database.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT mint, amount, decimals FROM portfolio_token LEFT JOIN portfolio_mint USING (cluster, mint)
                    WHERE cluster = ? AND account = ? AND amount != 0
                    """, arguments: [key.cluster, key.account]
            ).map { row in
                (
                    try row.decode(forColumn: "mint"),
                    UInt64(bitPattern: try row.decode(Int64.self, forColumn: "amount")),
                    try row.decode(UInt8?.self, forColumn: "decimals")
                )
            }
        }
    }

    /// Returns those of these tokens that have no description yet, or none with a name: they may get one later.
    public func undescribed(_ mints: Set<String>, on cluster: String) async throws(RPCError) -> Set<String> {
        try await database.read { database in
            try mints.filter { mint in
                try Int.fetchOne(
                    database,
                    sql: """
                        SELECT 1 FROM portfolio_mint WHERE cluster = ? AND mint = ?
                        AND (name IS NOT NULL OR symbol IS NOT NULL)
                        """,
                    arguments: [cluster, mint]) == nil
            }
        }
    }

    private static let tokensByAddress = """
        SELECT * FROM portfolio_token LEFT JOIN portfolio_mint USING (cluster, mint)
        WHERE cluster = ? AND account = ? ORDER BY address
        """

    private static func balance(of key: ClusterAccount, in database: Database) throws -> SavedBalance? {
        try Row.fetchOne(
            database, sql: "SELECT * FROM portfolio_balance WHERE cluster = ? AND account = ?",
            arguments: [key.cluster, key.account]
        ).map { try SavedBalance(row: $0) }
    }

    private static func insert(_ token: SavedToken, of key: ClusterAccount, in database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO portfolio_token
                    (cluster, account, address, program, mint, amount, frozen, delegate, delegated, closer)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                key.cluster, key.account, token.address, token.program, token.mint, Int64(bitPattern: token.amount),
                token.isFrozen, token.delegate, Int64(bitPattern: token.delegated), token.closer,
            ])
        if let described = token.token { try insert(described, of: token.mint, on: key.cluster, in: database) }
    }

    private static func insert(
        _ described: SavedMint, of mint: String, on cluster: String, in database: Database
    ) throws {
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO portfolio_mint (cluster, mint, decimals, name, symbol) VALUES (?, ?, ?, ?, ?)
                """, arguments: [cluster, mint, described.decimals, described.name, described.symbol])
    }
}

public import ApprovalQueue
import GRDB
public import JSONRPC

/// The transactions of the wallet's accounts, as nodes listed them, by cluster and account.
///
/// An account's history comes from its own address and from those of its token accounts. For each address it keeps the newest listed transaction and
/// the gaps: if a node listed its maximum at once, older transactions are missing. The gaps are filled gradually, beginning with the newest, and
/// nothing is listed twice.
///
/// ```
/// newest ────────────── before          until ──────────────── the first
///         listed                (gap)          listed
/// ```
///
/// A list is accepted only if the gap is still as it was when the node was asked, even if two callers work at once.
public struct TransactionHistory: Sendable {
    /// Transactions from the newest to the oldest.
    public struct Page: Sendable {
        public let transactions: [SavedTransaction]
        /// True if older transactions may be missing after them, or above them if gaps were overlooked.
        public let hasGaps: Bool
    }

    let database: WalletDatabase

    public init(database: WalletDatabase) {
        self.database = database
    }

    /// Returns a page of the known transactions, below a place.
    ///
    /// - Parameter wholly: True to return only transactions above every gap, so that no page must be read again once the gaps are filled.
    public func page(
        of key: ClusterAccount, below place: SavedTransaction.Place? = nil, limit: Int, wholly: Bool
    ) async throws(RPCError) -> Page {
        try await database.read { database in
            let gap = try Int64.fetchOne(
                database, sql: "SELECT MAX(slot) FROM history_gap WHERE cluster = ? AND account = ?",
                arguments: [key.cluster, key.account])
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM history_entry
                    WHERE cluster = ? AND account = ? AND (slot, position, signature) < (?, ?, ?) AND slot > ?
                    ORDER BY slot DESC, position DESC, signature DESC LIMIT ?
                    """,
                arguments: [
                    key.cluster, key.account, place.map { Int64(clamping: $0.slot) } ?? .max, place?.position ?? .max,
                    place?.signature ?? "", wholly ? gap ?? -1 : -1, limit,
                ])
            let transactions = try rows.map { row in
                try SavedTransaction(
                    row: row, movements: Self.movements(of: row.decode(forColumn: "signature"), key, in: database))
            }
            return Page(transactions: transactions, hasGaps: gap != nil)
        }
    }

    /// Returns the addresses that the history comes from so far, each with its newest listed transaction, or nil if it had none.
    public func addresses(of key: ClusterAccount) async throws(RPCError) -> [String: String?] {
        try await database.read { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT address, newest FROM history_address WHERE cluster = ? AND account = ?",
                arguments: [key.cluster, key.account])
            var addresses: [String: String?] = [:]
            for row in rows {
                addresses.updateValue(
                    try row.decode(String?.self, forColumn: "newest"),
                    forKey: try row.decode(forColumn: "address"))
            }
            return addresses
        }
    }

    /// Returns the gaps, those with the newest transactions first.
    public func gaps(of key: ClusterAccount, limit: Int) async throws(RPCError) -> [HistoryGap] {
        try await database.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM history_gap WHERE cluster = ? AND account = ? ORDER BY slot DESC, address LIMIT ?
                    """, arguments: [key.cluster, key.account, limit]
            ).map { row in
                HistoryGap(
                    address: try row.decode(forColumn: "address"), before: try row.decode(forColumn: "before"),
                    slot: UInt64(bitPattern: try row.decode(Int64.self, forColumn: "slot")),
                    until: try row.decode(forColumn: "until"))
            }
        }
    }

    /// Returns the time at which a node last listed the newest transactions, in milliseconds since 1970, and the node; nil if none has.
    public func refreshed(_ key: ClusterAccount) async throws(RPCError) -> (time: Int64, node: String)? {
        try await database.read { database in
            try Row.fetchOne(
                database, sql: "SELECT time, node FROM history_refresh WHERE cluster = ? AND account = ?",
                arguments: [key.cluster, key.account]
            ).map { (try $0.decode(forColumn: "time"), try $0.decode(forColumn: "node")) }
        }
    }

    /// Returns the addresses to which the accounts sent something in a transaction they signed, if they begin and end with the same three characters
    /// as one of `others`. It covers all clusters, as far as the histories are read.
    ///
    /// A node can write anything here, so the whole history is searched: entries that come first in some order could be crowded out. One of several
    /// similar addresses is enough to warn.
    ///
    /// - Parameter others: Addresses in base58; each resembles itself.
    public func recipients(of accounts: [String], like others: Set<String>) async throws(RPCError) -> Set<String> {
        try await database.read { database in
            var found: Set<String> = []
            let statement = try database.cachedStatement(
                sql: """
                    SELECT DISTINCT counterparty FROM history_movement INDEXED BY history_movement_sent
                    WHERE account = ?1 AND incoming = 0 AND is_signer = 1 AND counterparty IS NOT NULL
                        AND counterparty >= ?2 AND counterparty < ?2 || '~' AND substr(counterparty, -3) = ?3
                    LIMIT 100
                    """)
            for account in accounts {
                for other in others {
                    found.formUnion(
                        try String.fetchAll(
                            statement, arguments: [account, String(other.prefix(3)), String(other.suffix(3))]))
                }
            }
            return found
        }
    }

    private static func movements(
        of signature: String, _ key: ClusterAccount, in database: Database
    ) throws -> [SavedMovement] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT history_movement.*, portfolio_mint.decimals AS described, name, symbol,
                    EXISTS (
                        SELECT 1 FROM history_movement AS own INDEXED BY history_movement_used
                        WHERE own.cluster = ?1 AND own.account = ?2 AND own.mint = history_movement.mint
                            AND own.is_signer = 1
                    ) AS used
                FROM history_movement LEFT JOIN portfolio_mint USING (cluster, mint)
                WHERE cluster = ?1 AND account = ?2 AND signature = ?3 ORDER BY number
                """)
        return try Row.fetchAll(statement, arguments: [key.cluster, key.account, signature])
            .map { try SavedMovement(row: $0) }
    }
}

/// Adds what nodes list and show.
extension TransactionHistory {
    /// Adds the newest transactions of an address.
    ///
    /// - Parameters:
    ///   - found: The transactions from the newest to the oldest, all newer than `newest`.
    ///   - newest: The newest known transaction when the node was asked.
    ///   - isWhole: True if the node listed fewer than it lists at once.
    /// - Returns: True if any of them was new to the account.
    @discardableResult
    public func add(
        _ found: [FoundTransaction], newerThan newest: String?, of address: String, isWhole: Bool,
        to key: ClusterAccount
    ) async throws(RPCError) -> Bool {
        try await database.write { database in
            let known = try String.fetchOne(
                database,
                sql: "SELECT newest FROM history_address WHERE cluster = ? AND account = ? AND address = ?",
                arguments: [key.cluster, key.account, address])
            guard known == newest else { return false }
            try database.execute(
                sql: """
                    INSERT INTO history_address (cluster, account, address, newest) VALUES (?1, ?2, ?3, ?4)
                    ON CONFLICT DO UPDATE SET newest = coalesce(?4, newest)
                    """, arguments: [key.cluster, key.account, address, found.first?.signature])
            if !isWhole, let last = found.last {
                try Self.insert(
                    HistoryGap(address: address, before: last.signature, slot: last.slot, until: newest), of: key,
                    in: database)
            }
            var isNew = false
            for transaction in found.reversed() {
                isNew = try Self.insert(transaction, isNewer: true, to: key, in: database) || isNew
            }
            return isNew
        }
    }

    /// Adds the next transactions of a gap, from the newest to the oldest.
    ///
    /// - Parameter isWhole: True if the node listed fewer than it lists at once, which closes the gap.
    public func add(
        _ found: [FoundTransaction], in gap: HistoryGap, isWhole: Bool, to key: ClusterAccount
    ) async throws(RPCError) {
        try await database.write { database in
            try database.execute(
                sql: "DELETE FROM history_gap WHERE cluster = ? AND account = ? AND address = ? AND before = ?",
                arguments: [key.cluster, key.account, gap.address, gap.before])
            guard database.changesCount == 1 else { return }
            if !isWhole, let last = found.last {
                try Self.insert(
                    HistoryGap(address: gap.address, before: last.signature, slot: last.slot, until: gap.until),
                    of: key, in: database)
            }
            for transaction in found { _ = try Self.insert(transaction, isNewer: false, to: key, in: database) }
        }
    }

    /// Saves the effects of transactions on the account, by signature.
    public func describe(
        _ activities: [String: SavedTransaction.Activity], of key: ClusterAccount
    ) async throws(RPCError) {
        guard !activities.isEmpty else { return }
        try await database.write { database in
            for (signature, activity) in activities {
                try database.execute(
                    sql: """
                        UPDATE history_entry SET fee = ?, pays_fee = ?, is_signer = ?
                        WHERE cluster = ? AND account = ? AND signature = ? AND fee IS NULL
                        """,
                    arguments: [
                        Int64(bitPattern: activity.fee), activity.paysFee, activity.isSigner, key.cluster, key.account,
                        signature,
                    ])
                guard database.changesCount == 1 else { continue }
                for (number, movement) in activity.movements.enumerated() {
                    try Self.insert(movement, number, of: signature, activity.isSigner, key, in: database)
                }
            }
        }
    }

    /// Deletes a whole history, for example that of a chain that has begun anew.
    public func forget(_ key: ClusterAccount) async throws(RPCError) {
        try await database.write { database in
            for table in ["entry", "movement", "address", "gap", "refresh"] {
                try database.execute(
                    sql: "DELETE FROM history_\(table) WHERE cluster = ? AND account = ?",
                    arguments: [key.cluster, key.account])
            }
        }
    }

    /// Records that a node has just listed the newest transactions.
    public func setRefreshed(_ key: ClusterAccount, at time: Int64, by node: String) async throws(RPCError) {
        try await database.write { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO history_refresh (cluster, account, time, node) VALUES (?, ?, ?, ?)",
                arguments: [key.cluster, key.account, time, node])
        }
    }

    /// Inserts a transaction. If the node reports no place within the slot, a newer transaction goes above the existing ones, and one that fills a
    /// gap below.
    private static func insert(
        _ found: FoundTransaction, isNewer: Bool, to key: ClusterAccount, in database: Database
    ) throws -> Bool {
        let slot = Int64(clamping: found.slot)
        let next = isNewer ? "MAX(position) + 1" : "MIN(position) - 1"
        let position =
            try found.index ?? Int64.fetchOne(
                database,
                sql: "SELECT coalesce(\(next), 0) FROM history_entry WHERE cluster = ? AND account = ? AND slot = ?",
                arguments: [key.cluster, key.account, slot]) ?? 0
        try database.execute(
            sql: """
                INSERT INTO history_entry (cluster, account, slot, position, signature, time, failure)
                VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """,
            arguments: [key.cluster, key.account, slot, position, found.signature, found.time, found.failure])
        return database.changesCount == 1
    }

    private static func insert(_ gap: HistoryGap, of key: ClusterAccount, in database: Database) throws {
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO history_gap (cluster, account, address, before, slot, until)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [key.cluster, key.account, gap.address, gap.before, Int64(clamping: gap.slot), gap.until])
    }

    private static func insert(
        _ movement: SavedMovement, _ number: Int, of signature: String, _ isSigner: Bool, _ key: ClusterAccount,
        in database: Database
    ) throws {
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO history_movement
                    (cluster, account, signature, number, mint, incoming, amount, decimals, counterparty,
                    counterparties, recipients, is_signer)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                key.cluster, key.account, signature, number, movement.mint, movement.isIncoming,
                Int64(bitPattern: movement.amount), movement.decimals, movement.counterparty,
                movement.counterparties, movement.recipients, isSigner,
            ])
    }
}

public import ApprovalQueue
import GRDB
public import JSONRPC

/// Taking in what nodes list and show.
extension TransactionHistory {
    /// Takes in the newest transactions of an address.
    ///
    /// - Parameters:
    ///   - found: From the newest to the oldest, all newer than `newest`.
    ///   - newest: The newest one that was known when the node was asked.
    ///   - isWhole: Whether the node listed fewer than it lists at once.
    /// - Returns: Whether any of them wasn't known to the account.
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

    /// Takes in the next transactions of a gap, from the newest to the oldest.
    ///
    /// - Parameter isWhole: Whether the node listed fewer than it lists at once, so that the gap is closed.
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

    /// Keeps what transactions were for the account, by their signatures.
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

    /// Forgets all of a history, as that of a chain that has begun anew.
    public func forget(_ key: ClusterAccount) async throws(RPCError) {
        try await database.write { database in
            for table in ["entry", "movement", "address", "gap", "refresh"] {
                try database.execute(
                    sql: "DELETE FROM history_\(table) WHERE cluster = ? AND account = ?",
                    arguments: [key.cluster, key.account])
            }
        }
    }

    /// Notes that a node has just listed the newest transactions.
    public func setRefreshed(_ key: ClusterAccount, at time: Int64, by node: String) async throws(RPCError) {
        try await database.write { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO history_refresh (cluster, account, time, node) VALUES (?, ?, ?, ?)",
                arguments: [key.cluster, key.account, time, node])
        }
    }

    /// Where the node doesn't tell a place within the slot, what comes later stands above what was there, and what fills a gap below.
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

import FoundationEssentials
import GRDB
public import JSONRPC
public import WalletRuntime

/// What the wallet did, line after line: append-only and hash-chained.
public struct ActivityLog: Sendable {
    private let database: WalletDatabase
    private let wallClock: any WallClock

    public init(database: WalletDatabase, wallClock: any WallClock) {
        self.database = database
        self.wallClock = wallClock
    }

    public func append(_ entry: ActivityEntry) async throws(RPCError) {
        let time = wallClock.milliseconds
        try await database.write { try Self.append(entry, time: time, in: $0) }
    }

    /// Writes an entry in the caller's transaction, so that it stands or falls with what it tells of.
    static func append(_ entry: ActivityEntry, time: Int64, in database: Database) throws {
        let last = try Row.fetchOne(database, sql: "SELECT sequence, hash FROM activity ORDER BY sequence DESC LIMIT 1")
        let sequence = try last?.decode(Int64.self, forColumn: "sequence") ?? 0
        // Only a line that was planted has this number; what can't be logged isn't done.
        guard sequence < .max else { throw RPCError(.internalError, .storage, "the activity log is at its end") }
        let previous = try last?.decode(Data.self, forColumn: "hash")
        var entry = entry
        entry.sequence = sequence + 1
        entry.time = time
        let hash = entry.hash(after: previous.map(Array.init) ?? Self.start)
        try database.execute(
            sql: """
                INSERT INTO activity (sequence, time, kind, request, origin, method, account, detail, hash)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                entry.sequence, entry.time, entry.kind, entry.request, entry.origin, entry.method, entry.account,
                entry.detail, Data(hash),
            ])
    }

    /// Entries from the newest to the oldest, below `sequence`.
    public func entries(before sequence: Int64? = nil, origin: String? = nil, limit: Int) async throws(RPCError)
        -> [ActivityEntry]
    {
        try await database.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM activity WHERE sequence < ? AND (?2 IS NULL OR origin = ?2)
                    ORDER BY sequence DESC LIMIT ?3
                    """, arguments: [sequence ?? .max, origin, limit]
            ).map { try ActivityEntry(row: $0) }
        }
    }

    /// The sequence number of the first entry that doesn't follow from the one before it; `nil` where the chain holds.
    public func firstBreak() async throws(RPCError) -> Int64? {
        try await database.read { database in
            var previous = Self.start
            var expected: Int64 = 1
            let rows = try Row.fetchCursor(database, sql: "SELECT * FROM activity ORDER BY sequence")
            while let row = try rows.next() {
                let entry = try ActivityEntry(row: row)
                let hash = Array(try row.decode(Data.self, forColumn: "hash"))
                guard entry.sequence == expected, entry.hash(after: previous) == hash else { return entry.sequence }
                previous = hash
                expected &+= 1
            }
            return nil
        }
    }

    private static let start = [UInt8](repeating: 0, count: 32)
}

import FoundationEssentials
import GRDB
public import JSONRPC
public import WalletRuntime

/// The log of the wallet's actions, line by line: append-only and hash-chained.
public struct ActivityLog: Sendable {
    private let database: WalletDatabase
    private let wallClock: any WallClock

    public init(database: WalletDatabase, wallClock: any WallClock) {
        self.database = database
        self.wallClock = wallClock
    }

    /// Writes a line after the last one, with the date.
    ///
    /// - Throws: -32603 (`storage`).
    public func append(_ entry: ActivityEntry) async throws(RPCError) {
        let time = wallClock.milliseconds
        try await database.write { [seal = database.seal] in
            try Self.append(entry, time: time, in: $0, sealing: seal)
        }
    }

    /// Writes an entry in the caller's transaction, so that both are committed or neither.
    static func append(_ entry: ActivityEntry, time: Int64, in database: Database, sealing seal: ActivitySeal) throws {
        let last = try ActivitySeal.head(in: database)
        // Only a line that was planted has this number; what can't be logged isn't done.
        guard last.sequence < .max else { throw RPCError(.internalError, .storage, "the activity log is at its end") }
        try seal.check(last, in: database)
        var entry = entry
        entry.sequence = last.next
        entry.time = time
        entry.hash = entry.hash(after: last.hash)
        try database.execute(
            sql: """
                INSERT INTO activity (sequence, time, kind, request, origin, method, account, detail, hash)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                entry.sequence, entry.time, entry.kind, entry.request, entry.origin, entry.method, entry.account,
                entry.detail, Data(entry.hash),
            ])
        try seal.seal(ActivitySeal.Head(sequence: entry.sequence, hash: entry.hash), in: database)
    }

    /// Returns entries from the newest to the oldest, below `sequence`.
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

    /// Returns when a line of one of these kinds was last written, and how long ago that is by the clock of now; without one, how long ago
    /// the log began.
    ///
    /// - Throws: -32603 (`storage`).
    public func last(
        _ kinds: [ActivityEntry.Kind], detail: String? = nil, account: String? = nil
    ) async throws(RPCError) -> (time: Int64?, age: Duration) {
        let now = wallClock.milliseconds
        let (time, start): (Int64?, Int64?) = try await database.read { database in
            let places = kinds.map { _ in "?" }.joined(separator: ", ")
            return (
                try Int64.fetchOne(
                    database,
                    sql: """
                        SELECT max(time) FROM activity
                        WHERE kind IN (\(places)) AND coalesce(detail, '') = coalesce(?, detail, '')
                            AND coalesce(account, '') = coalesce(?, account, '')
                        """,
                    arguments: StatementArguments(kinds.map(\.rawValue) + [detail, account])),
                try Int64.fetchOne(database, sql: "SELECT min(time) FROM activity")
            )
        }
        // A planted line may have any date.
        return (time, .milliseconds(now.subtractingReportingOverflow(time ?? start ?? now).partialValue))
    }

    /// The result of a check of the whole log.
    public struct Verification: Sendable, Equatable {
        /// The number of lines.
        public var entries: Int64
        /// The last line under the seal; nil before the first unlock.
        public var sealed: Int64?
        /// The number of lines after the sealed one.
        public var since: Int64?
        /// The first line that doesn't follow from the one before, or a line at or before which the log differs from what was sealed.
        public var firstBreak: Int64?

        package init(entries: Int64, sealed: Int64? = nil, since: Int64? = nil, firstBreak: Int64? = nil) {
            self.entries = entries
            self.sealed = sealed
            self.since = since
            self.firstBreak = firstBreak
        }
    }

    /// Reads the whole log and checks it against its chain and its seal.
    ///
    /// - Throws: -32603 (`storage`).
    public func verify() async throws(RPCError) -> Verification {
        let seal = database.seal
        let known = seal.known
        return try await database.read { database in
            var found = Verification(
                entries: try Int64.fetchOne(database, sql: "SELECT count(*) FROM activity") ?? 0,
                firstBreak: try Self.firstBreak(after: .start, in: database))
            guard let known else { return found }
            let (sealed, broken) = try seal.sealed(known, in: database)
            found.sealed = sealed
            found.since = max(0, try ActivitySeal.head(in: database).sequence &- sealed)
            found.firstBreak = [found.firstBreak, broken].compactMap(\.self).min()
            return found
        }
    }

    /// Returns the sequence number of the first entry that doesn't follow from the one before it; nil if the chain holds.
    public func firstBreak() async throws(RPCError) -> Int64? {
        try await database.read { try Self.firstBreak(after: .start, in: $0) }
    }

    /// A line at or before which something other than the agent wrote, as far as unlocking and writing have found without reading the whole log.
    public var knownBreak: Int64? { database.seal.broken }

    /// Returns the first break after a line that is taken as it is.
    static func firstBreak(after head: ActivitySeal.Head, in database: Database) throws -> Int64? {
        var previous = head.hash
        var expected = head.next
        // A log from its start has to have nothing before that either.
        let rows = try Row.fetchCursor(
            database, sql: "SELECT * FROM activity WHERE sequence >= ? ORDER BY sequence",
            arguments: [head == .start ? .min : expected])
        while let row = try rows.next() {
            let entry = try ActivityEntry(row: row)
            guard entry.sequence == expected, entry.hash(after: previous) == entry.hash else { return entry.sequence }
            previous = entry.hash
            expected &+= 1
        }
        return nil
    }
}

import FoundationEssentials
import GRDB
public import JSONRPC

/// The lines of an activity log that came back with a backup.
///
/// They stand in a table of their own. The wallet's log goes on with its own lines: a line that was put between them would break its chain, and one
/// that follows would get another number and hash than those which it was sealed with. No code protects the archive; it is read and decides nothing.
public struct ActivityArchive: Sendable {
    private let database: WalletDatabase

    public init(database: WalletDatabase) {
        self.database = database
    }

    /// Returns lines with their places in the archive, from the one that came last, below `place`.
    ///
    /// - Throws: -32603 (`storage`).
    public func lines(
        before place: Int64? = nil, limit: Int
    ) async throws(RPCError) -> [(place: Int64, line: ActivityEntry)] {
        try await database.read { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM archived_activity WHERE place < ? ORDER BY place DESC LIMIT ?",
                arguments: [place ?? .max, limit]
            ).map { (try $0.decode(forColumn: "place"), try ActivityEntry(row: $0)) }
        }
    }

    static func create(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE archived_activity (
                    place INTEGER NOT NULL PRIMARY KEY,
                    sequence INTEGER NOT NULL,
                    time INTEGER NOT NULL,
                    kind TEXT NOT NULL,
                    request TEXT,
                    origin TEXT,
                    method TEXT,
                    account TEXT,
                    detail TEXT,
                    hash BLOB NOT NULL UNIQUE
                ) STRICT;
                """)
    }

    /// Adds the lines that neither the log nor the archive has.
    static func add(_ lines: [ActivityEntry], in database: Database) throws {
        for line in lines {
            try database.execute(
                sql: """
                    INSERT OR IGNORE INTO archived_activity
                        (sequence, time, kind, request, origin, method, account, detail, hash)
                    SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9
                    WHERE NOT EXISTS (SELECT 1 FROM activity WHERE sequence = ?1 AND hash = ?9)
                    """,
                arguments: [
                    line.sequence, line.time, line.kind, line.request, line.origin, line.method, line.account,
                    line.detail, Data(line.hash),
                ])
        }
    }
}

/// The newest lines of an activity log, as a backup holds them.
///
/// ```json
/// {"total": 3, "after": "<hash, base64>", "lines": [[2, 1700000000000, "unlocked", null, null, null, null, null]]}
/// ```
///
/// `after` is the hash of the line before the first. A line has its hash only where it isn't the one that follows from the line before.
struct ActivityExcerpt: Sendable, Hashable {
    /// The number of lines that the log had.
    let total: Int64
    /// From the oldest to the newest.
    let lines: [ActivityEntry]
    private let after: [UInt8]

    /// Reads the newest lines of a log that fit into so many bytes of JSON; nil if not even one does.
    init?(in database: Database, room: Int) throws {
        total = try Int64.fetchOne(database, sql: "SELECT count(*) FROM activity") ?? 0
        var left = room - Self.frameCount
        var taken: [ActivityEntry] = []
        var before = ActivitySeal.Head.start.hash
        let rows = try Row.fetchCursor(database, sql: "SELECT * FROM activity ORDER BY sequence DESC")
        while let row = try rows.next() {
            let line = try ActivityEntry(row: row)
            left -= Self.row(line, hash: line.hash).serialized().count + 1
            guard left >= 0 else {
                before = line.hash
                break
            }
            taken.append(line)
        }
        guard !taken.isEmpty else { return nil }
        lines = taken.reversed()
        after = before
    }

    /// The bytes of the JSON around the lines.
    private static let frameCount = 128

    var json: JSON {
        var previous = after
        var rows: [JSON] = []
        for line in lines {
            rows.append(Self.row(line, hash: line.hash(after: previous) == line.hash ? nil : line.hash))
            previous = line.hash
        }
        return ["total": .number(total), "after": .string(Base64.encode(after)), "lines": .array(rows)]
    }

    private static func row(_ line: ActivityEntry, hash: [UInt8]?) -> JSON {
        let texts = [line.request, line.origin, line.method, line.account, line.detail]
        var row: [JSON] = [.number(line.sequence), .number(line.time), .string(line.kind)]
        row += texts.map { $0.map { .string($0) } ?? .null }
        if let hash { row.append(.string(Base64.encode(hash))) }
        return .array(row)
    }

    /// - Throws: An error if a line doesn't fit.
    init(_ json: JSON) throws {
        let damaged = RPCError(.internalError, .storage, "the activity of the backup is damaged")
        guard let total = json["total"]?.int, let rows = json["lines"]?.array, let text = json["after"]?.string,
            let after = try? Base64.decode(text), after.count == ActivitySeal.Head.start.hash.count
        else { throw damaged }
        var previous = after
        var lines: [ActivityEntry] = []
        for row in rows {
            guard let fields = row.array, fields.count >= 8, let sequence = fields[0].int, let time = fields[1].int,
                let kind = fields[2].text
            else { throw damaged }
            var line = ActivityEntry(
                kind: kind, request: fields[3].text, origin: fields[4].text, method: fields[5].text,
                account: fields[6].text, detail: fields[7].text)
            (line.sequence, line.time) = (Int64(sequence), Int64(time))
            line.hash = line.hash(after: previous)
            if fields.count > 8, let own = fields[8].string, let hash = try? Base64.decode(own) { line.hash = hash }
            previous = line.hash
            lines.append(line)
        }
        (self.total, self.lines, self.after) = (Int64(total), lines, after)
    }
}

import GRDB
public import JSONRPC
public import WalletRuntime

/// The origins that the user has connected, and which accounts each may see.
public struct ConnectedOrigins: Sendable {
    private let database: WalletDatabase
    private let wallClock: any WallClock
    private let recent = RecentGrants()

    public init(database: WalletDatabase, wallClock: any WallClock) {
        self.database = database
        self.wallClock = wallClock
    }

    /// The accounts granted to an origin; `nil` where it isn't connected.
    public func accounts(of key: ConnectedOrigin.Key) async throws(RPCError) -> [String]? {
        try await database.read { database in
            try String.fetchOne(
                database,
                sql: "SELECT accounts FROM connected_origin WHERE profile = ? AND container = ? AND origin = ?",
                arguments: [key.profile, key.container, key.origin]
            ).map(Self.list)
        }
    }

    public func grant(_ accounts: [String], to key: ConnectedOrigin.Key) async throws(RPCError) {
        defer { recent.change() }
        let time = wallClock.milliseconds
        let entry = ActivityEntry(
            .granted, origin: key.origin, account: accounts.first, detail: accounts.joined(separator: " "))
        try await database.write { database in
            try database.execute(
                sql: """
                    INSERT INTO connected_origin (profile, container, origin, accounts, granted, used)
                    VALUES (?, ?, ?, ?, ?5, ?5)
                    ON CONFLICT DO UPDATE SET accounts = excluded.accounts, granted = excluded.granted, used = excluded.used
                    """,
                arguments: [key.profile, key.container, key.origin, accounts.joined(separator: " "), time])
            try ActivityLog.append(entry, time: time, in: database)
        }
    }

    /// The accounts granted to an origin that asks for them now; `nil` where it isn't connected.
    ///
    /// When an origin was last used is kept to the minute: a page may ask as often as it likes, and a write waits for the disk.
    public func accounts(usedBy key: ConnectedOrigin.Key) async throws(RPCError) -> [String]? {
        let time = wallClock.milliseconds
        var changes = recent.changes
        var grant = recent[key]
        if grant == nil {
            grant = try await read(key)
            if let grant { recent.keep(grant, of: key, asOf: changes) }
        }
        guard let grant else { return nil }
        // A wall clock that was set back leaves times in the future.
        if time < grant.used || time &- grant.used >= Self.usePrecision {
            changes = recent.changes
            try await markUsed(key, at: time)
            recent.keep(RecentGrants.Grant(accounts: grant.accounts, used: time), of: key, asOf: changes)
        }
        return grant.accounts
    }

    private func read(_ key: ConnectedOrigin.Key) async throws(RPCError) -> RecentGrants.Grant? {
        try await database.read { database in
            try Row.fetchOne(
                database,
                sql: "SELECT accounts, used FROM connected_origin WHERE profile = ? AND container = ? AND origin = ?",
                arguments: [key.profile, key.container, key.origin]
            ).map { row in
                RecentGrants.Grant(
                    accounts: Self.list(try row.decode(forColumn: "accounts")),
                    used: try row.decode(Int64.self, forColumn: "used"))
            }
        }
    }

    private func markUsed(_ key: ConnectedOrigin.Key, at time: Int64) async throws(RPCError) {
        try await database.write { database in
            try database.execute(
                sql: "UPDATE connected_origin SET used = ? WHERE profile = ? AND container = ? AND origin = ?",
                arguments: [time, key.profile, key.container, key.origin])
        }
    }

    /// Takes grants back; a `nil` profile or container means every one. Returns whose grants they were.
    @discardableResult
    public func revoke(origin: String, profile: String? = nil, container: String? = nil) async throws(RPCError)
        -> [ConnectedOrigin.Key]
    {
        defer { recent.change() }
        let time = wallClock.milliseconds
        return try await database.write { database in
            let keys = try Row.fetchAll(
                database,
                sql: """
                    DELETE FROM connected_origin
                    WHERE origin = ?1 AND (?2 IS NULL OR profile = ?2) AND (?3 IS NULL OR container = ?3)
                    RETURNING profile, container
                    """, arguments: [origin, profile, container]
            ).map { row in
                ConnectedOrigin.Key(
                    profile: try row.decode(forColumn: "profile"), container: try row.decode(forColumn: "container"),
                    origin: origin)
            }
            if !keys.isEmpty {
                try ActivityLog.append(ActivityEntry(.revoked, origin: origin), time: time, in: database)
            }
            return keys
        }
    }

    /// Grants by origin, profile and container, after `key`.
    public func list(after key: ConnectedOrigin.Key?, limit: Int) async throws(RPCError) -> [ConnectedOrigin] {
        try await database.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM connected_origin WHERE (origin, profile, container) > (?, ?, ?)
                    ORDER BY origin, profile, container LIMIT ?
                    """, arguments: [key?.origin ?? "", key?.profile ?? "", key?.container ?? "", limit]
            ).map { row in
                ConnectedOrigin(
                    key: ConnectedOrigin.Key(
                        profile: try row.decode(forColumn: "profile"),
                        container: try row.decode(forColumn: "container"), origin: try row.decode(forColumn: "origin")),
                    accounts: Self.list(try row.decode(forColumn: "accounts")),
                    granted: try row.decode(forColumn: "granted"), used: try row.decode(forColumn: "used"))
            }
        }
    }

    /// One minute, in milliseconds.
    private static let usePrecision: Int64 = 60_000

    private static func list(_ accounts: String) -> [String] {
        accounts.split(separator: " ").map(String.init)
    }
}

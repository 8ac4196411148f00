import ApprovalQueue
import GRDB
public import JSONRPC
import Sites
public import WalletRuntime

/// The sites that the user has blocked permanently, by registrable domain; on this machine by host and port, or by host for every port.
///
/// No code protects them: a block affects only the site, and removing one lets the site ask again, which every site may.
public struct BlockedSites: Sendable {
    /// The maximum number of blocked sites.
    public static let maximumCount = 1000

    /// A blocked site and the time of its block, in milliseconds since 1970.
    public struct Block: Sendable, Equatable {
        public let site: String
        public let since: Int64
    }

    private let database: WalletDatabase
    private let wallClock: any WallClock

    public init(database: WalletDatabase, wallClock: any WallClock) {
        self.database = database
        self.wallClock = wallClock
    }

    /// Returns the site that a domain or an origin belongs to, as a browser spells it.
    ///
    /// - Throws: -32602 (`param-value`) for a text that is neither, and for the wallet itself.
    public static func site(of name: String) throws(RPCError) -> String {
        let page = Origin.parts(of: name).page
        let origin = page.contains("://") ? page : "https://\(page)"
        guard let origin = try? Origin(origin), ![Origin.wallet, .offlineFile].map(\.host).contains(origin.host) else {
            throw .parameter("site", "not a domain and not an origin")
        }
        return RegistrableDomain.site(of: origin)
    }

    /// Returns every blocked site, by name.
    ///
    /// - Throws: -32603 (`storage`).
    public func list() async throws(RPCError) -> [Block] {
        try await database.read { database in
            try Row.fetchAll(database, sql: "SELECT site, since FROM blocked_site ORDER BY site").map { row in
                Block(site: try row.decode(forColumn: "site"), since: try row.decode(forColumn: "since"))
            }
        }
    }

    /// Blocks a site; an existing block stays as it is.
    ///
    /// - Throws: -32002 (`too-many-pending`) beyond ``maximumCount``; -32603 (`storage`).
    public func add(_ site: String) async throws(RPCError) {
        let time = wallClock.milliseconds
        try await database.write { database in
            let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM blocked_site") ?? 0
            guard count < Self.maximumCount else {
                throw RPCError(.tooManyPending, .tooManyPending, "1,000 sites can be blocked at most")
            }
            try database.execute(
                sql: "INSERT INTO blocked_site (site, since) VALUES (?, ?) ON CONFLICT DO NOTHING",
                arguments: [site, time])
        }
    }

    /// Adds blocks that aren't there, as long as there is room.
    static func add(_ sites: [String], at time: Int64, in database: Database) throws {
        for site in sites {
            try database.execute(
                sql: """
                    INSERT OR IGNORE INTO blocked_site (site, since)
                    SELECT ?, ? WHERE (SELECT count(*) FROM blocked_site) < ?
                    """, arguments: [site, time, maximumCount])
        }
    }

    /// Removes a block; returns true if there was one.
    ///
    /// - Throws: -32603 (`storage`).
    public func remove(_ site: String) async throws(RPCError) -> Bool {
        try await database.write { database in
            try database.execute(sql: "DELETE FROM blocked_site WHERE site = ?", arguments: [site])
            return database.changesCount > 0
        }
    }
}

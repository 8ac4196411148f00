import GRDB
public import JSONRPC
public import WalletRuntime

/// The tokens that the user doesn't want to see in lists, by mint, on all clusters and for all accounts.
///
/// No code protects them: hiding a token changes what a list shows first, and nothing that a review says or that a decision takes.
public struct HiddenTokens: Sendable {
    /// The maximum number of hidden tokens.
    public static let maximumCount = 1000

    /// The reason a token is hidden.
    public enum Mark: String, Sendable, CaseIterable {
        /// The user doesn't want to see it.
        case hidden
        /// The user calls it spam.
        case spam
    }

    private let database: WalletDatabase
    private let wallClock: any WallClock

    public init(database: WalletDatabase, wallClock: any WallClock) {
        self.database = database
        self.wallClock = wallClock
    }

    /// Returns every hidden token's mark, by its mint.
    ///
    /// - Throws: -32603 (`storage`).
    public func marks() async throws(RPCError) -> [String: Mark] {
        try await database.read(Self.marks)
    }

    @Sendable static func marks(in database: Database) throws -> [String: Mark] {
        var marks: [String: Mark] = [:]
        for row in try Row.fetchAll(database, sql: "SELECT mint, mark FROM hidden_token") {
            marks[try row.decode(forColumn: "mint")] = Mark(rawValue: try row.decode(forColumn: "mark")) ?? .hidden
        }
        return marks
    }

    /// Adds marks of tokens that have none, as long as there is room.
    static func add(_ marks: [String: Mark], at time: Int64, in database: Database) throws {
        for (mint, mark) in marks.sorted(by: { $0.key < $1.key }) {
            try database.execute(
                sql: """
                    INSERT OR IGNORE INTO hidden_token (mint, mark, since)
                    SELECT ?, ?, ? WHERE (SELECT count(*) FROM hidden_token) < ?
                    """, arguments: [mint, mark.rawValue, time, maximumCount])
        }
    }

    /// Hides a token, or marks a hidden one anew.
    ///
    /// - Throws: -32000 (`too-many-hidden`) beyond ``maximumCount``; -32603 (`storage`).
    public func hide(_ mint: String, as mark: Mark) async throws(RPCError) {
        let time = wallClock.milliseconds
        try await database.write { database in
            let others = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM hidden_token WHERE mint <> ?", arguments: [mint])
            guard others ?? 0 < Self.maximumCount else {
                throw RPCError(.invalidInput, .tooManyHidden, "1,000 tokens can be hidden at most")
            }
            try database.execute(
                sql: "INSERT OR REPLACE INTO hidden_token (mint, mark, since) VALUES (?, ?, ?)",
                arguments: [mint, mark.rawValue, time])
        }
    }

    /// Shows a token again; returns true if it was hidden.
    ///
    /// - Throws: -32603 (`storage`).
    public func show(_ mint: String) async throws(RPCError) -> Bool {
        try await database.write { database in
            try database.execute(sql: "DELETE FROM hidden_token WHERE mint = ?", arguments: [mint])
            return database.changesCount > 0
        }
    }

    static func create(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE hidden_token (
                    mint TEXT NOT NULL PRIMARY KEY,
                    mark TEXT NOT NULL,
                    since INTEGER NOT NULL
                ) STRICT;
                """)
    }
}

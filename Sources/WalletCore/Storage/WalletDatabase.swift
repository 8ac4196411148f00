package import GRDB
public import JSONRPC

/// The wallet's SQLite database: records, grants, settings and the activity log; never a secret.
///
/// Written by the agent alone. A write has reached the disk when it returns (WAL with `synchronous = FULL`).
public struct WalletDatabase: Sendable {
    package let pool: DatabasePool
    /// The seal on the activity log; every line is added with it.
    package let seal: ActivitySeal

    /// Opens the file and brings its tables to this version's shape.
    ///
    /// The file is created with the process's umask, which the agent sets to 077.
    /// - Throws: -32603 (`storage`) where it can't be opened, is damaged, or comes from a newer version.
    public init(path: String) throws(RPCError) {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        seal = ActivitySeal(anchor: StateAnchor(path: folder + "activity-anchor"))
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.label = "sidekey"
        do {
            try Self.createIfMissing(at: path, Self.migrator)
            pool = try DatabasePool(path: path, configuration: configuration)
            // GRDB sets NORMAL for a pool: an approval must survive a loss of power, so that every commit is synced.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            let migrator = Self.migrator
            guard try pool.read({ try !migrator.hasBeenSuperseded($0) }) else {
                throw RPCError(.internalError, .storage, "the database was written by a newer version")
            }
            try migrator.migrate(pool)
        } catch {
            throw Self.fault(error)
        }
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(RPCError) -> Value
    {
        do { return try await pool.write(body) } catch { throw Self.fault(error) }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(RPCError) -> Value {
        do { return try await pool.read(body) } catch { throw Self.fault(error) }
    }

    /// Writes without leaving the caller's actor: for what nothing may come in between of. It blocks for as long as the disk takes.
    func writeNow<Value>(_ body: (Database) throws -> Value) throws(RPCError) -> Value {
        do { return try pool.write(body) } catch { throw Self.fault(error) }
    }

    /// Reads without leaving the caller's actor.
    func readNow<Value>(_ body: (Database) throws -> Value) throws(RPCError) -> Value {
        do { return try pool.read(body) } catch { throw Self.fault(error) }
    }

    /// The version of SQLite that is linked.
    public func libraryVersion() async throws(RPCError) -> String {
        try await read { try String.fetchOne($0, sql: "SELECT sqlite_version()") ?? "" }
    }

    /// Closes the file; called once, when nothing is written any more.
    public func close() {
        try? pool.close()
    }

    /// SQLite's result code is told; its message can quote values and is left out.
    private static func fault(_ error: any Error) -> RPCError {
        switch error {
        case let error as RPCError: error
        case let error as DatabaseError:
            RPCError(
                .internalError, .storage, "the database failed with SQLite's code \(error.extendedResultCode.rawValue)")
        default: RPCError(.internalError, .storage, "the database failed")
        }
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(
                sql: """
                    CREATE TABLE request (
                        id TEXT NOT NULL PRIMARY KEY,
                        state TEXT NOT NULL,
                        created INTEGER NOT NULL
                    ) STRICT;
                    CREATE INDEX request_unfinished ON request (state)
                        WHERE state IN ('queued', 'presented', 'approved', 'signed');
                    CREATE INDEX request_created ON request (created);

                    CREATE TABLE record (
                        key TEXT NOT NULL PRIMARY KEY,
                        value BLOB NOT NULL
                    ) STRICT;

                    CREATE TABLE connected_origin (
                        profile TEXT NOT NULL,
                        container TEXT NOT NULL,
                        origin TEXT NOT NULL,
                        accounts TEXT NOT NULL,
                        granted INTEGER NOT NULL,
                        used INTEGER NOT NULL,
                        PRIMARY KEY (profile, container, origin)
                    ) STRICT;

                    CREATE TABLE module_value (
                        module TEXT NOT NULL,
                        key TEXT NOT NULL,
                        value BLOB NOT NULL,
                        PRIMARY KEY (module, key)
                    ) STRICT;

                    CREATE TABLE activity (
                        sequence INTEGER NOT NULL PRIMARY KEY,
                        time INTEGER NOT NULL,
                        kind TEXT NOT NULL,
                        request TEXT,
                        origin TEXT,
                        method TEXT,
                        account TEXT,
                        detail TEXT,
                        hash BLOB NOT NULL
                    ) STRICT;
                    CREATE INDEX activity_origin ON activity (origin, sequence);
                    CREATE TRIGGER activity_is_append_only_update BEFORE UPDATE ON activity
                        BEGIN SELECT RAISE(ABORT, 'the activity log is append-only'); END;
                    CREATE TRIGGER activity_is_append_only_delete BEFORE DELETE ON activity
                        BEGIN SELECT RAISE(ABORT, 'the activity log is append-only'); END;
                    """)
        }
        migrator.registerMigration("2") { database in
            try database.execute(
                sql: """
                    ALTER TABLE connected_origin ADD COLUMN signed INTEGER NOT NULL DEFAULT 0;

                    CREATE TABLE protected (
                        id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
                        sequence INTEGER NOT NULL,
                        policy BLOB NOT NULL,
                        code BLOB NOT NULL
                    ) STRICT;

                    CREATE TABLE pending_revocation (
                        profile TEXT NOT NULL,
                        container TEXT NOT NULL,
                        origin TEXT NOT NULL,
                        PRIMARY KEY (profile, container, origin)
                    ) STRICT;

                    -- Grants from before stood under no code, so none of them can be told from one that was planted.
                    DELETE FROM connected_origin;
                    """)
        }
        migrator.registerMigration("3") { database in
            try database.execute(
                sql: """
                    CREATE TABLE protected_next (
                        id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
                        sequence INTEGER NOT NULL,
                        policy BLOB NOT NULL,
                        code BLOB NOT NULL
                    ) STRICT;
                    """)
        }
        migrator.registerMigration("portfolio", migrate: createPortfolioTables)
        migrator.registerMigration("contacts") { database in
            try database.execute(
                sql: """
                    CREATE TABLE contact (
                        address TEXT NOT NULL PRIMARY KEY,
                        label TEXT NOT NULL,
                        added INTEGER NOT NULL
                    ) STRICT;
                    """)
        }
        migrator.registerMigration("recipients") { database in
            try database.execute(
                sql: """
                    CREATE INDEX history_movement_sent ON history_movement (account, counterparty)
                    WHERE incoming = 0 AND is_signer = 1 AND counterparty IS NOT NULL;
                    """)
        }
        migrator.registerMigration("activity-seal") { database in
            try database.execute(
                sql: """
                    CREATE TABLE activity_seal (
                        key BLOB NOT NULL PRIMARY KEY,
                        sequence INTEGER NOT NULL,
                        hash BLOB NOT NULL,
                        broken INTEGER NOT NULL,
                        code BLOB NOT NULL
                    ) STRICT;
                    """)
        }
        migrator.registerMigration("blocked-sites") { database in
            try database.execute(
                sql: """
                    CREATE TABLE blocked_site (
                        site TEXT NOT NULL PRIMARY KEY,
                        since INTEGER NOT NULL
                    ) STRICT;
                    """)
        }
        return migrator
    }
}

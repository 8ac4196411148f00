package import GRDB
public import JSONRPC
public import WalletRuntime

/// The wallet's SQLite database: records, grants, settings and the activity log; never a secret.
///
/// Only the agent writes to it. A write has reached the disk when it returns (WAL with `synchronous = FULL`).
public struct WalletDatabase: Sendable {
    package let pool: DatabasePool
    /// The seal on the activity log; every line is added with it.
    package let seal: ActivitySeal
    /// The folder of the file.
    let folder: String

    /// Opens the file and migrates its tables to this version.
    ///
    /// A file that is damaged, or that a newer version wrote, is set aside and a new one begun: the keys are elsewhere, and every wallet still opens.
    /// ``loss()`` reports what was lost. The file is created with the process's umask, which the agent sets to 077.
    ///
    /// - Parameter wallClock: Dates the line of the activity log that records a loss.
    /// - Throws: -32603 (`disk-full`, `disk-read-only`, `storage`) if it can't be read or written.
    public init(path: String, wallClock: any WallClock = SystemWallClock()) throws(RPCError) {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        self.folder = folder.isEmpty ? "." : String(folder)
        seal = ActivitySeal(anchor: StateAnchor(path: "\(folder)\(AnchorName.activity.rawValue)"))
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.label = "sidekey"
        // What SQLite puts aside while it sorts would lie in a folder that everybody writes, and that a confined agent can't reach.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA temp_store = MEMORY") }
        do {
            try Self.createIfMissing(at: path, Self.migrator)
            do {
                pool = try Self.openPool(at: path, configuration)
            } catch let unusable as UnusableDatabase {
                try Self.setAside(path, for: unusable.cause, time: wallClock.milliseconds, seal: seal, Self.migrator)
                pool = try Self.openPool(at: path, configuration)
            }
        } catch {
            throw Self.fault(error, in: self.folder)
        }
    }

    /// Opens a file that is whole and of this version.
    ///
    /// - Throws: ``UnusableDatabase`` if it is neither.
    private static func openPool(at path: String, _ configuration: Configuration) throws -> DatabasePool {
        var opened: DatabasePool?
        do {
            try UnusableDatabase.checkSize(of: path)
            let pool = try DatabasePool(path: path, configuration: configuration)
            opened = pool
            // GRDB sets NORMAL for a pool: an approval must survive a loss of power, so that every commit is synced.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try UnusableDatabase.check(pool, migrator)
            return pool
        } catch {
            try? opened?.close()
            throw UnusableDatabase(error) ?? error
        }
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(RPCError) -> Value
    {
        do { return try await pool.write(body) } catch { throw Self.fault(error, in: folder) }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(RPCError) -> Value {
        do { return try await pool.read(body) } catch { throw Self.fault(error, in: folder) }
    }

    /// Writes without leaving the caller's actor, for changes that nothing may interrupt. It blocks for as long as the disk takes.
    func writeNow<Value>(_ body: (Database) throws -> Value) throws(RPCError) -> Value {
        do { return try pool.write(body) } catch { throw Self.fault(error, in: folder) }
    }

    /// Reads without leaving the caller's actor.
    func readNow<Value>(_ body: (Database) throws -> Value) throws(RPCError) -> Value {
        do { return try pool.read(body) } catch { throw Self.fault(error, in: folder) }
    }

    /// Returns the version of the linked SQLite.
    public func libraryVersion() async throws(RPCError) -> String {
        try await read { try String.fetchOne($0, sql: "SELECT sqlite_version()") ?? "" }
    }

    /// Closes the file; called once, after the last write.
    ///
    /// It empties the write-ahead log first; otherwise SQLite would apply the log to another file put in its place.
    public func close() {
        // By a statement: one that is closed already refuses it.
        try? pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        try? pool.close()
    }

    /// Returns the failure for the user: the disk's state if that explains it. SQLite's message can quote values and is left out.
    private static func fault(_ error: any Error, in folder: String) -> RPCError {
        guard let error = error as? DatabaseError else {
            return error as? RPCError ?? RPCError(.internalError, .storage, "the wallet's database can't be used")
        }
        switch error.resultCode {
        case .SQLITE_FULL: return RPCError(DiskFault.full)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            return RPCError(.internalError, .storage, "the wallet's database is damaged; its next start sets it aside")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            return RPCError(.internalError, .storage, "another program holds the wallet's database")
        default:
            if let fault = DiskFault(writingTo: folder) { return RPCError(fault) }
            return RPCError(
                .internalError, .storage,
                "the wallet's database can't be used (SQLite error \(error.extendedResultCode.rawValue))")
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
        migrator.registerMigration("lost-databases", migrate: createLossTable)
        migrator.registerMigration("paid-recipients") { database in
            try database.execute(
                sql: """
                    CREATE TABLE paid_recipient (
                        address TEXT NOT NULL PRIMARY KEY,
                        paid INTEGER NOT NULL,
                        confirmed INTEGER NOT NULL
                    ) STRICT;
                    """)
        }
        migrator.registerMigration("outstanding", migrate: OutstandingTable.create)
        migrator.registerMigration("hidden-tokens", migrate: HiddenTokens.create)
        migrator.registerMigration("archived-activity", migrate: ActivityArchive.create)
        return migrator
    }
}

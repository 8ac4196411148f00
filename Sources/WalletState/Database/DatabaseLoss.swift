import CPlatform
import GRDB
public import JSONRPC

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The database that the agent found unusable and set aside, with its contents: activity, saved history, address book, connections and rules.
public struct DatabaseLoss: Sendable, Hashable {
    /// The reason a database can't be used. Append-only.
    public enum Cause: String, Sendable {
        /// Its bytes aren't those of a whole database.
        case damaged
        /// A newer version has changed its tables.
        case newer
    }

    public let cause: Cause
    /// The name under which it is kept in the wallet's folder.
    public let file: String
    /// The names of the anchors that are kept with it: put back together, they restore its contents.
    public internal(set) var anchors: [String] = []

    public init(cause: Cause, file: String) {
        self.cause = cause
        self.file = file
    }

    func insert(in database: Database, time: Int64) throws {
        try database.execute(
            sql: "INSERT INTO lost_database (file, cause, time) VALUES (?, ?, ?)",
            arguments: [file, cause.rawValue, time])
    }

    init?(in database: Database) throws {
        guard
            let row = try Row.fetchOne(
                database, sql: "SELECT file, cause FROM lost_database ORDER BY time DESC LIMIT 1")
        else { return nil }
        file = try row.decode(forColumn: "file")
        cause = Cause(rawValue: try row.decode(forColumn: "cause")) ?? .damaged
    }
}

extension WalletDatabase {
    /// Returns the loss of a database that was set aside; nil once the user has set the rules again.
    ///
    /// - Throws: -32603 (`storage`).
    public func loss() throws(RPCError) -> DatabaseLoss? {
        let found: DatabaseLoss? = try readNow { try DatabaseLoss(in: $0) }
        guard var loss = found, let dot = loss.file.lastIndex(of: ".") else { return found }
        let ending = loss.file[dot...]
        guard ending.hasPrefix(".aside-") else { return loss }
        loss.anchors = AnchorName.allCases.map { "\($0.rawValue)\(ending)" }
            .filter { access("\(folder)/\($0)", F_OK) == 0 }
        return loss
    }

    static func createLossTable(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE lost_database (
                    file TEXT NOT NULL PRIMARY KEY,
                    cause TEXT NOT NULL,
                    time INTEGER NOT NULL
                ) STRICT;
                """)
    }
}

/// A database file that no start can use, and that another one replaces. A failing disk is something else.
struct UnusableDatabase: Error {
    let cause: DatabaseLoss.Cause

    private init(_ cause: DatabaseLoss.Cause) { self.cause = cause }

    /// Reads what an error says about the file; nil if the file may be whole.
    init?(_ error: any Error) {
        switch error {
        case let error as UnusableDatabase: self = error
        case let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode):
            self.init(.damaged)
        default: return nil
        }
    }

    /// Refuses an empty file, which SQLite would treat as a new database: the agent never leaves one.
    static func checkSize(of path: String) throws {
        var status = stat()
        if stat(path, &status) == 0, status.st_size == 0 { throw UnusableDatabase(.damaged) }
    }

    /// Migrates the tables to this version and checks that the file is whole.
    static func check(_ pool: DatabasePool, _ migrator: DatabaseMigrator) throws {
        do {
            guard try pool.read({ try !migrator.hasBeenSuperseded($0) }) else { throw UnusableDatabase(.newer) }
            try migrator.migrate(pool)
            let whole = try DatabaseQueue()
            try migrator.migrate(whole)
            let expected = try whole.read { try columns(in: $0) }
            let isUsable = try pool.read { database in
                try expected.isSubset(of: columns(in: database)) && hasRoom(in: database)
            }
            guard isUsable else { throw UnusableDatabase(.damaged) }
            try mendIndexes(pool)
        } catch let error as DatabaseError
            where [.SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH].contains(error.resultCode)
        {
            // Tables are missing, or stand where a migration makes them.
            throw UnusableDatabase(.damaged)
        } catch let error where !(error is DatabaseError || error is UnusableDatabase) {
            // A value that is none of its column's, such as a migration's name that is no text.
            throw UnusableDatabase(.damaged)
        }
    }

    /// Checks that the file is whole, and rebuilds its indexes if only they are damaged. Otherwise the first write to their table would fail after
    /// every start. The check takes 0.8 µs per line of the activity log.
    private static func mendIndexes(_ pool: DatabasePool) throws {
        func passes(_ check: String) throws -> Bool {
            try pool.read { try String.fetchOne($0, sql: "PRAGMA \(check)(1)") == "ok" }
        }
        if try passes("integrity_check") { return }
        // The same without the indexes.
        guard try passes("quick_check") else { throw UnusableDatabase(.damaged) }
        try pool.writeWithoutTransaction { try $0.execute(sql: "REINDEX") }
        guard try passes("integrity_check") else { throw UnusableDatabase(.damaged) }
    }

    /// Returns every table's columns: their names, types, and constraints. A missing index or trigger is left to the activity log's own check.
    private static func columns(in database: Database) throws -> Set<String> {
        let found = try String.fetchAll(
            database,
            sql: """
                SELECT tables.name || ' ' || columns.name || ' ' || columns.type || ' ' || columns."notnull" || ' ' || columns.pk
                FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'
                """)
        return Set(found)
    }

    /// Returns true if the activity log can continue: an action that can't be logged isn't performed, and no line can follow one with the last
    /// number.
    private static func hasRoom(in database: Database) throws -> Bool {
        try Int64.fetchOne(database, sql: "SELECT max(sequence) FROM activity") ?? 0 < .max / 2
    }
}

/// A state of the disk in which nothing can be written, and which the user can repair.
public enum DiskFault: Sendable, Hashable {
    case full
    case readOnly

    /// Reads a failed call's number; nil if it means something else.
    public init?(errno number: Int32) {
        switch number {
        case ENOSPC, EDQUOT: self = .full
        case EROFS: self = .readOnly
        default: return nil
        }
    }

    /// Checks if a folder can be written now; nil if it can, or if something else prevents it.
    init?(writingTo folder: String) { self.init(errno: platform_write_fault(folder)) }
}

extension RPCError {
    /// Creates the protocol's error for a state of the disk.
    public init(_ fault: DiskFault) {
        switch fault {
        case .full: self.init(.internalError, .diskFull, "the disk is full")
        case .readOnly: self.init(.internalError, .diskReadOnly, "the disk is read-only")
        }
    }
}

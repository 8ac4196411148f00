import GRDB

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A database file that no start can use: another one takes its place. A disk that fails is something else.
struct UnusableDatabase: Error {
    let cause: DatabaseLoss.Cause

    private init(_ cause: DatabaseLoss.Cause) { self.cause = cause }

    /// Reads what an error says about the file; nil where the file may be whole.
    init?(_ error: any Error) {
        switch error {
        case let error as UnusableDatabase: self = error
        case let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode):
            self.init(.damaged)
        default: return nil
        }
    }

    /// Refuses an empty file, which SQLite would take for a new database: the agent never leaves one.
    static func checkSize(of path: String) throws {
        var status = stat()
        if stat(path, &status) == 0, status.st_size == 0 { throw UnusableDatabase(.damaged) }
    }

    /// Brings the tables to this version's shape and looks whether the file is whole.
    static func check(_ pool: DatabasePool, _ migrator: DatabaseMigrator) throws {
        do {
            guard try pool.read({ try !migrator.hasBeenSuperseded($0) }) else { throw UnusableDatabase(.newer) }
            try migrator.migrate(pool)
            let whole = try DatabaseQueue()
            try migrator.migrate(whole)
            let expected = try whole.read { try columns(in: $0) }
            let isUsable = try pool.read { database in
                try expected.isSubset(of: columns(in: database)) && hasRoom(in: database)
                    && String.fetchOne(database, sql: "PRAGMA quick_check(1)") == "ok"
            }
            guard isUsable else { throw UnusableDatabase(.damaged) }
        } catch let error as DatabaseError
            where [.SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH].contains(error.resultCode)
        {
            // Tables are missing, or stand where a migration makes them.
            throw UnusableDatabase(.damaged)
        }
    }

    /// Every table's columns: their names, types, and what they may hold. Whether an index or a trigger is gone is for the activity's own look.
    private static func columns(in database: Database) throws -> Set<String> {
        let found = try String.fetchAll(
            database,
            sql: """
                SELECT tables.name || ' ' || columns.name || ' ' || columns.type || ' ' || columns."notnull" || ' ' || columns.pk
                FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'
                """)
        return Set(found)
    }

    /// Finds whether the activity log can go on: what can't be logged isn't done, and behind a line with the last number nothing could be.
    private static func hasRoom(in database: Database) throws -> Bool {
        try Int64.fetchOne(database, sql: "SELECT max(sequence) FROM activity") ?? 0 < .max / 2
    }
}

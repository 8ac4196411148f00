import GRDB

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Making the file, in one step.
extension WalletDatabase {
    /// Makes the database where there is none: written aside without a sync, synced once, and moved into place.
    ///
    /// SQLite's own way syncs once for every table of a migration and more for the change to WAL, while the first page waits. Whenever the
    /// machine stops, there is no database or a whole one.
    static func createIfMissing(at path: String, _ migrator: DatabaseMigrator) throws {
        guard access(path, F_OK) != 0, errno == ENOENT else { return }
        let new = path + ".new"
        for suffix in ["", "-journal", "-wal", "-shm"] { try remove(new + suffix) }
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY")
        }
        let queue = try DatabaseQueue(path: new, configuration: configuration)
        try migrator.migrate(queue)
        _ = try queue.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA journal_mode = WAL") }
        try queue.close()
        try sync(new, O_RDWR)
        // What an older database left beside itself would be played back into this one.
        for suffix in ["-journal", "-wal", "-shm"] { try remove(path + suffix) }
        guard rename(new, path) == 0 else { throw DatabaseError(resultCode: .SQLITE_IOERR) }
        try sync(path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".", O_RDONLY | O_DIRECTORY)
    }
}

private func remove(_ path: String) throws {
    guard unlink(path) == 0 || errno == ENOENT else { throw DatabaseError(resultCode: .SQLITE_IOERR_DELETE) }
}

private func sync(_ path: String, _ flags: Int32) throws {
    let file = open(path, flags | O_CLOEXEC)
    guard file >= 0 else { throw DatabaseError(resultCode: .SQLITE_CANTOPEN) }
    defer { close(file) }
    #if canImport(Darwin)
        if fcntl(file, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(file) == 0 else { throw DatabaseError(resultCode: .SQLITE_IOERR_FSYNC) }
}

import GRDB

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Creates the file in one step.
extension WalletDatabase {
    /// Creates the database if there is none: it is written aside without a sync, synced once, and moved into place.
    ///
    /// SQLite itself syncs once for every table of a migration, and again for the change to WAL, while the first page waits. Whenever the machine
    /// stops, there is either no database or a whole one.
    static func createIfMissing(at path: String, _ migrator: DatabaseMigrator) throws {
        guard access(path, F_OK) != 0, errno == ENOENT else { return }
        try create(beside: path, migrator)
        // SQLite would play an older database's leftovers back into this one.
        for suffix in ["-journal", "-wal", "-shm"] { try remove(path + suffix) }
        try place(path)
    }

    /// Sets a file aside under the first free name, and replaces it with a new database that records the loss.
    ///
    /// At every moment there is a database: the unusable one, or the new one with the note of the loss. Copies of the anchors get the same suffix.
    /// The present anchors continue with the new database, and would be ahead of the old one if it were put back.
    static func setAside(
        _ path: String, for cause: DatabaseLoss.Cause, time: Int64, seal: ActivitySeal, _ migrator: DatabaseMigrator
    ) throws {
        let ending = freeEnding(for: path)
        let aside = path + ending
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let loss = DatabaseLoss(cause: cause, file: String(path.dropFirst(folder.count)) + ending)
        try create(beside: path, migrator) { database in
            try loss.insert(in: database, time: time)
            try ActivityLog.append(
                ActivityEntry(.databaseLost, detail: loss.file), time: time, in: database, sealing: seal)
        }
        for name in AnchorName.allCases {
            let anchor = folder + name.rawValue
            StateAnchor(path: anchor).keep(as: anchor + ending)
        }
        // A file system without second names loses the first for a moment.
        guard link(path, aside) == 0 || rename(path, aside) == 0 else { throw DatabaseError(resultCode: .SQLITE_IOERR) }
        for suffix in ["-journal", "-wal", "-shm"] {
            guard rename(path + suffix, aside + suffix) == 0 || errno == ENOENT else {
                throw DatabaseError(resultCode: .SQLITE_IOERR)
            }
        }
        try place(path)
    }

    private static func freeEnding(for path: String) -> String {
        var number = 1
        var status = stat()
        while lstat("\(path).aside-\(number)", &status) == 0 { number += 1 }
        return ".aside-\(number)"
    }

    /// Writes a whole database to `path.new`.
    private static func create(
        beside path: String, _ migrator: DatabaseMigrator, filling fill: (Database) throws -> Void = { _ in }
    ) throws {
        let new = path + ".new"
        for suffix in ["", "-journal", "-wal", "-shm"] { try remove(new + suffix) }
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(
                sql: "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; PRAGMA temp_store = MEMORY")
        }
        let queue = try DatabaseQueue(path: new, configuration: configuration)
        try migrator.migrate(queue)
        try queue.write(fill)
        _ = try queue.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA journal_mode = WAL") }
        try queue.close()
        try sync(new, O_RDWR)
    }

    private static func place(_ path: String) throws {
        guard rename(path + ".new", path) == 0 else { throw DatabaseError(resultCode: .SQLITE_IOERR) }
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

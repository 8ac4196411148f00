import GRDB
public import JSONRPC

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The database that the agent found unusable and set aside, and with it what stood in it: activity, saved history, address book, connections and rules.
public struct DatabaseLoss: Sendable, Hashable {
    /// Why a database can't be used; cases are only ever added.
    public enum Cause: String, Sendable {
        /// Its bytes aren't those of a whole database.
        case damaged
        /// A newer version has changed its tables.
        case newer
    }

    public let cause: Cause
    /// The name under which it is kept in the wallet's folder.
    public let file: String
    /// The names of the anchors that are kept with it: put back together, they bring back what stood in it.
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
    /// The loss of a database that was set aside; nil once the user has settled the rules anew.
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

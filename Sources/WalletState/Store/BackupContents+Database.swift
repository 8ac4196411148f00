import FoundationEssentials
import GRDB
import JSONRPC

/// The parts of a backup that stand in tables of their own, outside the protected records.
extension BackupContents {
    private static let settingsModule = "settings"
    /// The most bytes of an outstanding transaction's review: enough to say what kind it is of.
    private static let maximumReview = 1_024

    /// Reads what belongs into a backup; leaves out what it has no room for.
    mutating func take(
        from database: Database, under authenticator: any PolicyAuthenticator, at time: Int64, room: Int
    ) throws {
        hidden = try HiddenTokens.marks(in: database)
        blocked = try String.fetchAll(database, sql: "SELECT site FROM blocked_site ORDER BY site")
        let values = try Row.fetchAll(
            database, sql: "SELECT key, value FROM module_value WHERE module = ?", arguments: [Self.settingsModule])
        for row in values {
            let value = try? JSON(parsing: JSONSource(Array(try row.decode(Data.self, forColumn: "value"))))
            settings[try row.decode(forColumn: "key")] = value?.text
        }
        let signed = try OutstandingTable.rows(under: authenticator, time: time, in: database).entries
        outstanding = signed.filter { $0.nonce != nil }.map { $0.shortened(to: Self.maximumReview) }
        fit(into: room)
        activity = try ActivityExcerpt(in: database, room: room - json.serialized().count)
    }

    /// Adds what isn't there yet.
    func add(to database: Database, under authenticator: any PolicyAuthenticator, at time: Int64) throws {
        try HiddenTokens.add(hidden, at: time, in: database)
        try BlockedSites.add(blocked, at: time, in: database)
        for (key, value) in settings {
            try database.execute(
                sql: "INSERT OR IGNORE INTO module_value (module, key, value) VALUES (?, ?, ?)",
                arguments: [Self.settingsModule, key, Data(JSON.string(value).serialized())])
        }
        let known = Set(
            try OutstandingTable.rows(under: authenticator, time: time, in: database).entries.map(\.signature))
        try OutstandingTable.write(
            outstanding.filter { !known.contains($0.signature) }, under: authenticator, time: time, in: database)
        try ActivityArchive.add(activity?.lines ?? [], in: database)
    }
}

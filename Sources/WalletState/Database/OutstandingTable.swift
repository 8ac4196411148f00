import FoundationEssentials
import GRDB
import JSONRPC

/// The table of signed transactions that may still be executed, each row under the vault's code.
///
/// ```
/// code = under the vault's key, over "sidekey outstanding v1" | vault (16) | value
/// ```
///
/// Rows of another vault are left alone: they count again if that vault comes back.
enum OutstandingTable {
    /// The maximum number of rows.
    static let maximumCount = 2000
    /// The age from which a row without a nonce may make room, in milliseconds: its blockhash lives for about a minute.
    static let spareAge: Int64 = 3_600_000
    /// The time for which a row that something else changed is reported, in milliseconds.
    static let reportedAge: Int64 = 7 * 86_400_000

    static func create(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE outstanding (
                    number INTEGER NOT NULL PRIMARY KEY,
                    signature TEXT NOT NULL UNIQUE,
                    tx TEXT,
                    durable INTEGER NOT NULL,
                    time INTEGER NOT NULL,
                    vault BLOB NOT NULL,
                    value BLOB NOT NULL,
                    code BLOB NOT NULL
                ) STRICT;
                CREATE INDEX outstanding_tx ON outstanding (tx);
                """)
    }

    /// Writes entries, over earlier ones of the same signatures.
    ///
    /// - Throws: -32002 (`too-many-pending`) if there is no room.
    static func write(
        _ entries: [OutstandingSignature], under authenticator: any PolicyAuthenticator, time: Int64,
        in database: Database
    ) throws {
        let values = entries.map(\.bytes)
        let codes = authenticator.codes(over: values.map { encoded($0, vault: authenticator.vault) })
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO outstanding (signature, tx, durable, time, vault, value, code)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (signature) DO UPDATE SET
                    tx = excluded.tx, durable = excluded.durable, time = excluded.time, vault = excluded.vault,
                    value = excluded.value, code = excluded.code
                """)
        for ((entry, value), code) in zip(zip(entries, values), codes) {
            try statement.execute(arguments: [
                entry.signature, entry.transaction, entry.nonce == nil ? 0 : 1, entry.time,
                Data(authenticator.vault), Data(value), Data(code),
            ])
        }
        let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM outstanding") ?? 0
        guard count > maximumCount else { return }
        try database.execute(
            sql: """
                DELETE FROM outstanding WHERE number IN (
                    SELECT number FROM outstanding WHERE durable = 0 AND time < ? ORDER BY number LIMIT ?)
                """, arguments: [time &- spareAge, count - maximumCount])
        guard database.changesCount == count - maximumCount else {
            throw RPCError(
                .tooManyPending, .tooManyPending, "\(maximumCount) signed transactions can be outstanding at most")
        }
    }

    /// The rows of a vault.
    struct Rows: Sendable {
        /// Those that are as they were written, the newest first.
        var entries: [OutstandingSignature] = []
        /// The number of rows that something other than the agent changed.
        var changed = 0
    }

    static func rows(under authenticator: any PolicyAuthenticator, time: Int64, in database: Database) throws -> Rows {
        var rows = Rows()
        let found = try Row.fetchAll(
            database,
            sql:
                "SELECT number, signature, tx, time, value, code FROM outstanding WHERE vault = ? ORDER BY number DESC",
            arguments: [Data(authenticator.vault)])
        for row in found {
            let value = Array(try row.decode(Data.self, forColumn: "value"))
            let code = Array(try row.decode(Data.self, forColumn: "code"))
            guard authenticator.isCode(code, over: encoded(value, vault: authenticator.vault)),
                var entry = try? OutstandingSignature(bytes: value),
                try row.decode(String.self, forColumn: "signature") == entry.signature,
                try row.decode(String?.self, forColumn: "tx") == entry.transaction
            else {
                if try row.decode(Int64.self, forColumn: "time") >= time &- reportedAge { rows.changed += 1 }
                continue
            }
            entry.number = try row.decode(forColumn: "number")
            rows.entries.append(entry)
        }
        return rows
    }

    /// Writes an entry again, if it is still there.
    static func update(
        _ entry: OutstandingSignature, under authenticator: any PolicyAuthenticator, in database: Database
    ) throws {
        let value = entry.bytes
        try database.execute(
            sql: "UPDATE outstanding SET vault = ?, value = ?, code = ? WHERE signature = ?",
            arguments: [
                Data(authenticator.vault), Data(value),
                Data(authenticator.code(over: encoded(value, vault: authenticator.vault))), entry.signature,
            ])
    }

    /// Forgets a transaction that was executed or has expired, by its first signature.
    static func end(transaction: String, in database: Database) throws {
        try database.execute(sql: "DELETE FROM outstanding WHERE tx = ?", arguments: [transaction])
    }

    /// Forgets an entry by the user's own signature; false if it was gone already.
    static func end(signature: String, in database: Database) throws -> Bool {
        try database.execute(sql: "DELETE FROM outstanding WHERE signature = ?", arguments: [signature])
        return database.changesCount > 0
    }

    private static func encoded(_ value: [UInt8], vault: [UInt8]) -> [UInt8] {
        Array("sidekey outstanding v1".utf8) + vault + value
    }
}

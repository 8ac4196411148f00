import FoundationEssentials
import GRDB
public import JSONRPC
public import WalletRuntime

/// A module's values in the wallet's database, under the module's id.
public struct DatabaseStorage: ModuleStorage {
    private let database: WalletDatabase
    private let module: String

    public init(database: WalletDatabase, module: String) {
        self.database = database
        self.module = module
    }

    public func value(for key: String) async throws(RPCError) -> JSON? {
        let bytes = try await database.read { [module] database in
            try Data.fetchOne(
                database, sql: "SELECT value FROM module_value WHERE module = ? AND key = ?", arguments: [module, key])
        }
        guard let bytes else { return nil }
        do { return try JSON(parsing: JSONSource(bytes)) } catch {
            throw RPCError(.internalError, .storage, "a stored value is damaged")
        }
    }

    public func set(_ value: JSON?, for key: String) async throws(RPCError) {
        let bytes = value.map { Data($0.serialized()) }
        try await database.write { [module] database in
            guard let bytes else {
                return try database.execute(
                    sql: "DELETE FROM module_value WHERE module = ? AND key = ?", arguments: [module, key])
            }
            try database.execute(
                sql: "INSERT OR REPLACE INTO module_value (module, key, value) VALUES (?, ?, ?)",
                arguments: [module, key, bytes])
        }
    }
}

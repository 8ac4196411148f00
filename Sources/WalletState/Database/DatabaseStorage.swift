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
        let bytes = value?.serialized()
        try StorageBounds.check(key, bytes)
        let isFull = try await database.write { [module] database in
            guard let bytes = bytes.map({ Data($0) }) else {
                try database.execute(
                    sql: "DELETE FROM module_value WHERE module = ? AND key = ?", arguments: [module, key])
                return false
            }
            let others = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM module_value WHERE module = ? AND key <> ?",
                arguments: [module, key])
            guard others ?? 0 < StorageBounds.count else { return true }
            try database.execute(
                sql: "INSERT OR REPLACE INTO module_value (module, key, value) VALUES (?, ?, ?)",
                arguments: [module, key, bytes])
            return false
        }
        if isFull { throw StorageBounds.full }
    }

    public func keys() async throws(RPCError) -> [String] {
        try await database.read { [module] database in
            try String.fetchAll(
                database, sql: "SELECT key FROM module_value WHERE module = ? ORDER BY key COLLATE BINARY",
                arguments: [module])
        }
    }
}

/// The wallet's database as every module's storage.
public struct DatabaseStorages: StorageSource {
    private let database: WalletDatabase

    public init(database: WalletDatabase) {
        self.database = database
    }

    public func storage(of module: String) -> any ModuleStorage {
        DatabaseStorage(database: database, module: module)
    }
}

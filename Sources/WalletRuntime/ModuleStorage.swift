public import JSONRPC
import Synchronization

/// A module's own small values, kept under its name: no module reaches another's.
public protocol ModuleStorage: Sendable {
    /// Returns the value; nil if there is none.
    ///
    /// - Throws: -32603 (`storage`).
    func value(for key: String) async throws(RPCError) -> JSON?

    /// Keeps a value, or removes it if the value is nil.
    ///
    /// - Throws: -32603 (`storage`), also over the bounds of ``StorageBounds``.
    func set(_ value: JSON?, for key: String) async throws(RPCError)

    /// Returns the keys that have a value, in the order of their bytes.
    func keys() async throws(RPCError) -> [String]
}

/// The source of each module's own storage.
public protocol StorageSource: Sendable {
    /// Returns the storage of one module, by its id.
    func storage(of module: String) -> any ModuleStorage
}

/// The bounds of one module's storage. Larger data has a table of its own.
public enum StorageBounds {
    /// The bytes of a key.
    public static let key = 1...128
    /// The bytes of a value as it is written.
    public static let value = 65_536
    /// The most values.
    public static let count = 1_000

    /// - Throws: -32603 (`storage`).
    package static func check(_ key: String, _ value: [UInt8]?) throws(RPCError) {
        guard Self.key.contains(key.utf8.count) else {
            throw RPCError(.internalError, .storage, "a key of \(key.utf8.count) bytes is not kept")
        }
        guard (value?.count ?? 0) <= Self.value else {
            throw RPCError(.internalError, .storage, "a value of \(value?.count ?? 0) bytes is not kept")
        }
    }

    /// The error that refuses one value too many.
    package static let full = RPCError(.internalError, .storage, "a module keeps \(count) values at most")
}

/// Modules' values in memory, which are gone with it: for tests, and for a wallet that leaves nothing behind.
public final class MemoryStorage: StorageSource {
    private let values = Mutex<[String: [String: JSON]]>([:])

    public init() {}

    public func storage(of module: String) -> any ModuleStorage { Part(whole: self, module: module) }

    private struct Part: ModuleStorage {
        let whole: MemoryStorage
        let module: String

        func value(for key: String) async throws(RPCError) -> JSON? {
            whole.values.withLock { $0[module]?[key] }
        }

        func set(_ value: JSON?, for key: String) async throws(RPCError) {
            try StorageBounds.check(key, value?.serialized())
            let isFull = whole.values.withLock { values in
                let count = values[module]?.count ?? 0
                if value != nil, values[module]?[key] == nil, count >= StorageBounds.count { return true }
                values[module, default: [:]][key] = value
                return false
            }
            if isFull { throw StorageBounds.full }
        }

        func keys() async throws(RPCError) -> [String] {
            whole.values.withLock { $0[module].map { Array($0.keys) } ?? [] }.sorted {
                Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8))
            }
        }
    }
}

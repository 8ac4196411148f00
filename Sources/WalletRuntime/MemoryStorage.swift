import JSONRPC
import Synchronization

/// Modules' values in memory, gone with it: for tests, and for a wallet that leaves nothing behind.
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

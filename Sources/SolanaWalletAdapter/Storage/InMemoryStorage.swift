internal import Salt
internal import Synchronization

/// A storage that is gone with the process.
public final class InMemoryStorage: SecureStorage {
    private let secrets = Mutex<[StorageKey: StoredSecret]>([:])

    public init() {}

    public func retrieve(_ key: StorageKey) async throws(SecureStorageError) -> StoredSecret? {
        secrets.withLock { $0[key] }
    }

    public func store(_ secret: StoredSecret, for key: StorageKey) async throws(SecureStorageError) {
        try secret.checkCount()
        secrets.withLock { $0[key] = secret }
    }

    public func clear(_ key: StorageKey) async throws(SecureStorageError) {
        secrets.withLock { $0[key] = nil }
    }

    public func retrieveAll() async throws(SecureStorageError) -> [StorageKey: StoredSecret] {
        secrets.withLock { $0 }
    }
}

extension StoredSecret {
    /// - Throws: `tooLarge`.
    func checkCount() throws(SecureStorageError) {
        guard bytes.count <= SecureStorageLimits.secretCount else { throw .tooLarge(count: bytes.count) }
    }
}

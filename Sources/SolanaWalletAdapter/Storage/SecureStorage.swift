/// Where an app keeps the secrets of its connections.
///
/// Whoever has one of them can ask the wallet in the app's name, and read what the two said.
///
/// | | |
/// |---|---|
/// | ``SecretServiceStorage`` | the desktop's keyring on Linux |
/// | `KeychainStorage` | the keychain on Apple's systems |
/// | ``EncryptedFileStorage`` | a file under a key that the app has |
/// | ``InMemoryStorage`` | nothing outlives the process |
public protocol SecureStorage: Sendable {
    /// The secret of a key; nil where none is stored, never where the storage can't be read.
    func retrieve(_ key: StorageKey) async throws(SecureStorageError) -> StoredSecret?

    /// Stores a secret, at most ``SecureStorageLimits/secretCount`` bytes, in place of what the key had.
    func store(_ secret: StoredSecret, for key: StorageKey) async throws(SecureStorageError)

    /// Removes the secret of a key; none is no fault.
    func clear(_ key: StorageKey) async throws(SecureStorageError)

    /// Everything that is stored.
    func retrieveAll() async throws(SecureStorageError) -> [StorageKey: StoredSecret]
}

/// What a storage takes at most.
public enum SecureStorageLimits {
    /// The length of one secret in bytes: 64 KiB.
    public static let secretCount = 65_536
}

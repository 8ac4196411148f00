internal import CPlatform
internal import Salt

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A storage in one file, encrypted with XChaCha20-Poly1305 under a key that the app has.
///
/// ```
/// +----------------+-----------+----------+-----------------------------+
/// | "SKCONNECTION" | version 1 | nonce 24 | sealed: content and tag 16  |
/// +----------------+-----------+----------+-----------------------------+
///   12 bytes         1 byte      the header up to here is authenticated
///
/// content, once for each secret:
/// +--------+--------------------+---------+
/// | key 32 | count (u32, little)| secret  |
/// +--------+--------------------+---------+
/// ```
///
/// Each change writes the whole file anew under a fresh nonce, with mode 0600, in place of the old one; a lock beside it
/// (`PATH.lock`) keeps processes apart. That somebody puts back an older file can't be seen. The key is the app's to keep: one that
/// stands beside the file protects nothing.
public struct EncryptedFileStorage: SecureStorage {
    /// The length of the key in bytes.
    public static let keyCount = SaltAEAD.keyCount
    /// The largest file, in bytes: 16 MiB.
    public static let fileLimit = 16 << 20

    private static let magic = Array("SKCONNECTION".utf8)
    private static let version: UInt8 = 1

    /// The file's path; its folder has to be there.
    public let path: String
    private let key: StoredSecret

    /// - Throws: `wrongKeyCount`.
    public init(path: String, key: StoredSecret) throws(SecureStorageError) {
        guard key.bytes.count == Self.keyCount else { throw .wrongKeyCount(found: key.bytes.count) }
        self.path = path
        self.key = key
    }

    public func retrieve(_ key: StorageKey) async throws(SecureStorageError) -> StoredSecret? {
        try await retrieveAll()[key]
    }

    public func retrieveAll() async throws(SecureStorageError) -> [StorageKey: StoredSecret] {
        // No lock: a file is replaced as a whole.
        try await OwnThread.run { () throws(SecureStorageError) in try read() }
    }

    public func store(_ secret: StoredSecret, for key: StorageKey) async throws(SecureStorageError) {
        try secret.checkCount()
        try await change { $0[key] = secret }
    }

    public func clear(_ key: StorageKey) async throws(SecureStorageError) {
        try await change { $0[key] = nil }
    }

    private func change(
        _ change: @escaping @Sendable (inout [StorageKey: StoredSecret]) -> Void
    ) async throws(SecureStorageError) {
        try await OwnThread.run { () throws(SecureStorageError) in
            let lock = try FileLock(path: path + ".lock")
            defer { lock.release() }
            var secrets = try read()
            change(&secrets)
            try write(secrets)
        }
    }

    private func read() throws(SecureStorageError) -> [StorageKey: StoredSecret] {
        guard let bytes = try AtomicFile(path: path).read(limit: Self.fileLimit) else { return [:] }
        let headCount = Self.magic.count + 1 + Nonce.count
        guard bytes.count >= headCount, bytes.starts(with: Self.magic) else { throw .damaged(offset: 0) }
        guard bytes[Self.magic.count] == Self.version else { throw .unsupportedVersion(bytes[Self.magic.count]) }
        let head = Array(bytes[..<headCount])
        let content: SecretBytes
        do throws(SaltError) {
            let nonce = try Nonce(bytes: head.suffix(Nonce.count))
            content = try SaltAEAD.open(
                Array(bytes[headCount...]), additionalData: head, nonce: nonce, key: key.bytes)
        } catch {
            throw .notAuthentic
        }
        return try StoredSecrets.decode(content)
    }

    private func write(_ secrets: [StorageKey: StoredSecret]) throws(SecureStorageError) {
        let count = StoredSecrets.count(of: secrets)
        guard count <= Self.fileLimit - 1024 else { throw .tooLarge(count: count) }
        let nonce = Nonce()
        let head = Self.magic + [Self.version] + nonce.bytes
        let sealed: [UInt8]
        do throws(SaltError) {
            sealed = try SaltAEAD.seal(
                StoredSecrets.encode(secrets), additionalData: head, nonce: nonce, key: key.bytes)
        } catch {
            throw .wrongKeyCount(found: key.bytes.count)
        }
        try AtomicFile(path: path).write(head + sealed)
    }
}

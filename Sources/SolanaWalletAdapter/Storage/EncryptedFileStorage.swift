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
/// Each change writes the whole file anew under a fresh nonce, with mode 0600, in place of the old one. A lock beside it (`PATH.lock`)
/// keeps processes apart. A rollback to an older file can't be detected. The app keeps the key: one that is stored beside the file protects
/// nothing.
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

/// The right to change a file, held by one holder in all processes; it ends with its process.
struct FileLock {
    private let file: Int32

    /// The time to wait for another holder's change, which writes one small file.
    private static let patience: Duration = .seconds(10)

    /// Waits for the lock; called on a thread that may block.
    ///
    /// - Throws: `timedOut`, `system`.
    init(path: String) throws(SecureStorageError) {
        file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .system(errno: errno) }
        let end = ContinuousClock.now + Self.patience
        while true {
            let failed = platform_lock(file)
            if failed == 0 { return }
            guard failed == EAGAIN, ContinuousClock.now < end else {
                close(file)
                throw failed == EAGAIN ? .timedOut : .system(errno: failed)
            }
            usleep(2000)
        }
    }

    func release() { close(file) }
}

/// The content of an ``EncryptedFileStorage``: key, count and bytes of each secret, in the order of the keys.
enum StoredSecrets {
    private static let headCount = 32 + 4

    /// The number of bytes that the secrets take.
    static func count(of secrets: [StorageKey: StoredSecret]) -> Int {
        secrets.values.reduce(0) { $0 + headCount + $1.bytes.count }
    }

    static func encode(_ secrets: [StorageKey: StoredSecret]) -> SecretBytes {
        SecretBytes(count: count(of: secrets)) { output in
            var offset = 0
            func append(_ bytes: UnsafeRawBufferPointer) {
                UnsafeMutableRawBufferPointer(rebasing: output[offset..<offset + bytes.count]).copyMemory(from: bytes)
                offset += bytes.count
            }
            for (key, secret) in secrets.sorted(by: { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }) {
                key.bytes.withUnsafeBytes(append)
                withUnsafeBytes(of: UInt32(truncatingIfNeeded: secret.bytes.count).littleEndian, append)
                secret.bytes.withBytes(append)
            }
        }
    }

    /// - Throws: `damaged`, though content that isn't authentic never gets this far.
    static func decode(_ content: borrowing SecretBytes) throws(SecureStorageError) -> [StorageKey: StoredSecret] {
        try content.withBytes { bytes throws(SecureStorageError) in
            var secrets: [StorageKey: StoredSecret] = [:]
            var offset = 0
            while offset < bytes.count {
                guard bytes.count - offset >= headCount, let key = StorageKey(bytes: bytes[offset..<offset + 32]) else {
                    throw SecureStorageError.damaged(offset: offset)
                }
                let count = Int(
                    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 32, as: UInt32.self)))
                let start = offset + headCount
                guard count <= bytes.count - start else { throw SecureStorageError.damaged(offset: start) }
                secrets[key] = StoredSecret(
                    SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[start..<start + count])))
                offset = start + count
            }
            return secrets
        }
    }
}

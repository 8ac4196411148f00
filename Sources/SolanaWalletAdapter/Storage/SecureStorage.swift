public import Salt
public import SolanaTransactions
internal import Synchronization

/// A store for the secrets of an app's connections.
///
/// Anyone who has one of them can ask the wallet in the app's name, and read the messages between the two.
///
/// | | |
/// |---|---|
/// | ``SecretServiceStorage`` | the desktop's keyring on Linux |
/// | `KeychainStorage` | the keychain on Apple's systems |
/// | ``EncryptedFileStorage`` | a file under a key that the app has |
/// | ``InMemoryStorage`` | nothing outlives the process |
public protocol SecureStorage: Sendable {
    /// The secret of a key; nil if none is stored. A storage that can't be read throws instead.
    func retrieve(_ key: StorageKey) async throws(SecureStorageError) -> StoredSecret?

    /// Stores a secret of at most ``SecureStorageLimits/secretCount`` bytes, in place of the key's earlier one.
    func store(_ secret: StoredSecret, for key: StorageKey) async throws(SecureStorageError)

    /// Removes the secret of a key; a key without one is no error.
    func clear(_ key: StorageKey) async throws(SecureStorageError)

    /// Everything that is stored.
    func retrieveAll() async throws(SecureStorageError) -> [StorageKey: StoredSecret]
}

/// The limits of a storage.
public enum SecureStorageLimits {
    /// The length of one secret in bytes: 64 KiB.
    public static let secretCount = 65_536
}

/// The reason a storage couldn't do a task; cases are only ever added.
public enum SecureStorageError: Error, Sendable, Hashable {
    /// The storage isn't on this machine: no libsecret, no session bus, no service on it.
    case missing
    /// It is locked, and its user didn't unlock it or may not be asked.
    case locked
    /// The caller's task was cancelled.
    case cancelled
    /// Nothing came back within the time limit.
    case timedOut
    /// The key of the file isn't 32 bytes.
    case wrongKeyCount(found: Int)
    /// The file doesn't open under this key: another key, or changed bytes.
    case notAuthentic
    /// The file was written by a newer version.
    case unsupportedVersion(UInt8)
    /// The stored content can't be read; the offset is in bytes.
    case damaged(offset: Int)
    /// The file belongs to another user, is open to others, is a link, or isn't a file.
    case refused
    /// The secret or the whole storage is larger than it may be, in bytes.
    case tooLarge(count: Int)
    /// A call of the system failed.
    case system(errno: Int32)
    /// The storage's own service failed; its number, if it has one.
    case failed(status: Int32)
}

extension SecureStorageError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missing: "there is no such storage on this machine"
        case .locked: "the storage is locked"
        case .cancelled: "cancelled"
        case .timedOut: "the storage gave no answer in time"
        case .wrongKeyCount(let found): "expected a key of 32 bytes, found \(found)"
        case .notAuthentic: "the file does not open under this key"
        case .unsupportedVersion(let version): "the file has version \(version), which is newer than this program"
        case .damaged(let offset): "what is stored ends or breaks off at byte \(offset)"
        case .refused: "the file is a link, no file, open to others, or another user's"
        case .tooLarge(let count): "\(count) bytes are more than fit"
        case .system(let errno): "the system refused (errno \(errno))"
        case .failed(let status): "the storage failed (status \(status))"
        }
    }
}

/// The name of a stored connection: SHA-256 over wallet, app, cluster and public key.
///
/// Each part follows its length in four bytes, so that no two lists of parts have the same bytes. The names of stored connections reveal no
/// account.
public struct StorageKey: Sendable, Hashable {
    /// 32 bytes.
    public let bytes: [UInt8]

    /// The key of a connection.
    ///
    /// - Parameter wallet: The wallet's identifier, such as `phantom`.
    public init(wallet: String, app: AppIdentity, cluster: Cluster, publicKey: PublicKey) {
        var hash = SaltHash.SHA256()
        for part in [wallet, app.name, app.url, cluster.name].map({ Array($0.utf8) }) + [publicKey.bytes] {
            let count = UInt32(truncatingIfNeeded: part.count)
            hash.update((0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) })
            hash.update(part)
        }
        bytes = hash.digest()
    }

    /// Takes 32 bytes; nil if there are more or fewer.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == SaltHash.SHA256.count else { return nil }
        self.bytes = Array(bytes)
    }

    /// Reads 64 hexadecimal digits in lower case; nil if the text is anything else.
    public init?(_ text: String) {
        let digits = text.utf8.map { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
            default: nil
            }
        }
        guard digits.count == 2 * SaltHash.SHA256.count, !digits.contains(nil) else { return nil }
        let values = digits.compactMap(\.self)
        self.init(bytes: stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] })
    }
}

extension StorageKey: CustomStringConvertible {
    /// 64 hexadecimal digits in lower case.
    public var description: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// A secret that collections and tasks may hold; `SecretBytes` alone can't be copied.
public final class StoredSecret: Sendable {
    /// The bytes, which are wiped when the last holder lets go.
    public let bytes: SecretBytes

    public init(_ bytes: consuming SecretBytes) {
        self.bytes = bytes
    }
}

/// A storage that ends with the process.
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

/// Why a storage couldn't do what it was asked; cases are only ever added.
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
    /// What is stored can't be read; the offset is in bytes.
    case damaged(offset: Int)
    /// The file belongs to another user, is open to others, a link, or no file.
    case refused
    /// The secret or the whole storage is larger than it may be, in bytes.
    case tooLarge(count: Int)
    /// A call of the system failed.
    case system(errno: Int32)
    /// The storage's own service failed; its number, where it has one.
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

internal import CSecretService
internal import Salt
internal import Synchronization

/// A storage in the desktop's keyring (the Secret Service of freedesktop.org: GNOME Keyring, KWallet, KeePassXC), through libsecret.
///
/// The program looks for libsecret at run time: a machine without it, without a session bus or without a keyring gives `missing`.
/// Secrets travel over the bus encrypted. Every program of the user's session can read an open keyring.
public struct SecretServiceStorage: SecureStorage {
    /// The app's name among the keyring's entries, such as `org.example.MyApp`.
    public let application: String
    /// True if a locked keyring may ask its user for the password; otherwise it gives `locked`.
    public let asksToUnlock: Bool
    /// The time limit of one call, including a question to the user.
    public let timeLimit: Duration

    public init(application: String, asksToUnlock: Bool = true, timeLimit: Duration = .seconds(60)) {
        self.application = application
        self.asksToUnlock = asksToUnlock
        self.timeLimit = timeLimit
    }

    public func retrieve(_ key: StorageKey) async throws(SecureStorageError) -> StoredSecret? {
        try await each(key)[key]
    }

    public func retrieveAll() async throws(SecureStorageError) -> [StorageKey: StoredSecret] {
        try await each(nil)
    }

    public func store(_ secret: StoredSecret, for key: StorageKey) async throws(SecureStorageError) {
        try secret.checkCount()
        let label = "\(application): wallet connection"
        try await perform { [application, asksToUnlock] keyring in
            secret.bytes.withBytes { bytes in
                // No bytes have no address, and the C side wants one.
                withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { nothing in
                    let address = bytes.baseAddress ?? nothing.baseAddress.map { UnsafeRawPointer($0) }
                    guard let address else { return keyring_failed }
                    return keyring_store(
                        keyring, application, key.description, label, address, bytes.count, asksToUnlock)
                }
            }
        }
    }

    public func clear(_ key: StorageKey) async throws(SecureStorageError) {
        try await perform { [application, asksToUnlock] keyring in
            keyring_clear(keyring, application, key.description, asksToUnlock)
        }
    }

    private func each(_ key: StorageKey?) async throws(SecureStorageError) -> [StorageKey: StoredSecret] {
        let found = FoundSecrets()
        try await perform { [application, asksToUnlock] keyring in
            keyring_each(
                keyring, application, key?.description, asksToUnlock,
                { context, key, bytes, count in
                    guard let context, let key = StorageKey(String(cString: key)) else { return }
                    let secret = StoredSecret(SecretBytes(copying: UnsafeRawBufferPointer(start: bytes, count: count)))
                    Unmanaged<FoundSecrets>.fromOpaque(context).takeUnretainedValue().add(secret, for: key)
                }, Unmanaged.passUnretained(found).toOpaque())
        }
        return found.secrets
    }

    /// Runs a call on a thread of its own, ended by the time limit and by the caller's cancellation.
    private func perform(
        _ call: @escaping @Sendable (OpaquePointer) -> keyring_status
    ) async throws(SecureStorageError) {
        let keyring = try Keyring()
        let timer = Task { [timeLimit] in
            guard (try? await ContinuousClock().sleep(for: timeLimit)) != nil else { return }
            keyring.cancel(because: .timedOut)
        }
        defer { timer.cancel() }
        let status = await withTaskCancellationHandler {
            await OwnThread.run { keyring.withPointer(call) }
        } onCancel: {
            keyring.cancel(because: .cancelled)
        }
        switch status {
        case keyring_done: return
        case keyring_no_library, keyring_no_service: throw .missing
        case keyring_locked: throw .locked
        case keyring_cancelled: throw keyring.reason ?? .cancelled
        default: throw .failed(status: Int32(bitPattern: status.rawValue))
        }
    }
}

/// One call of the keyring, which another thread may end.
final class Keyring: Sendable {
    private let pointer: KeyringPointer
    private let ended = Mutex<SecureStorageError?>(nil)

    /// - Throws: `missing`, `failed`.
    init() throws(SecureStorageError) {
        var opened: OpaquePointer?
        let status = keyring_open(&opened)
        guard status == keyring_done, let opened else {
            throw status == keyring_no_library ? .missing : .failed(status: Int32(bitPattern: status.rawValue))
        }
        pointer = KeyringPointer(value: opened)
    }

    deinit { keyring_close(pointer.value) }

    /// The reason the call was ended from outside; nil if it wasn't.
    var reason: SecureStorageError? { ended.withLock(\.self) }

    func cancel(because reason: SecureStorageError) {
        ended.withLock { ended in
            if ended == nil { ended = reason }
        }
        keyring_cancel(pointer.value)
    }

    func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result { body(pointer.value) }
}

/// The C side says which thread may do what: everything runs on one, cancelling works from any.
private struct KeyringPointer: @unchecked Sendable {
    let value: OpaquePointer
}

/// The secrets that a call has handed out so far; filled on the call's thread, read once the call has ended.
final class FoundSecrets: Sendable {
    private let found = Mutex<[StorageKey: StoredSecret]>([:])

    var secrets: [StorageKey: StoredSecret] { found.withLock(\.self) }

    func add(_ secret: StoredSecret, for key: StorageKey) { found.withLock { $0[key] = secret } }
}

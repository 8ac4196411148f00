internal import CSecretService
internal import Synchronization

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

    /// Why the call was ended from outside, if it was.
    var reason: SecureStorageError? { ended.withLock(\.self) }

    func cancel(because reason: SecureStorageError) {
        ended.withLock { ended in
            if ended == nil { ended = reason }
        }
        keyring_cancel(pointer.value)
    }

    func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result { body(pointer.value) }
}

/// The C side says what may be done with it from which thread: everything on one, cancelling from any.
private struct KeyringPointer: @unchecked Sendable {
    let value: OpaquePointer
}

/// What a call has handed out so far; filled on the call's thread, read once that has ended.
final class FoundSecrets: Sendable {
    private let found = Mutex<[StorageKey: StoredSecret]>([:])

    var secrets: [StorageKey: StoredSecret] { found.withLock(\.self) }

    func add(_ secret: StoredSecret, for key: StorageKey) { found.withLock { $0[key] = secret } }
}

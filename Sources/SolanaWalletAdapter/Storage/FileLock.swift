internal import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The right to change a file, which one holder in all processes has; it ends with its process.
struct FileLock {
    private let file: Int32

    /// How long another's change is waited for: it writes one small file.
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

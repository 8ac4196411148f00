import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Opens files whose paths the user names, which may lie anywhere.
///
/// A confined agent can reach no such file itself. Its helper opens it then, by rules of its own: a new file that isn't hidden, a
/// backup, a signature, or a file with a signature beside it. A wallet without a helper opens every file itself.
enum UserFile {
    /// Makes a new file, mode 0600. Returns its descriptor for writing, or -1 with `errno` set.
    static func make(_ path: String) -> Int32 {
        opened(open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600), PLATFORM_FILE_NEW, path)
    }

    /// Opens a file for reading without waiting for it. Returns its descriptor, or -1 with `errno` set: EBADMSG for content that no
    /// user's file has.
    ///
    /// - Parameter flags: More flags of `open(2)`.
    static func read(_ path: String, flags: Int32 = 0) -> Int32 {
        let own = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | flags)
        return opened(own, PLATFORM_FILE_READ, path)
    }

    /// Removes the file that ``make(_:)`` made last.
    static func remove(_ path: String) {
        guard unlink(path) != 0, isDenied else { return }
        var none: Int32 = -1
        _ = platform_helper_file(PLATFORM_FILE_REMOVED, path, &none)
    }

    /// True if the last call failed for want of a right.
    private static var isDenied: Bool { errno == EACCES || errno == EPERM }

    private static func opened(_ own: Int32, _ use: platform_file_use, _ path: String) -> Int32 {
        guard own < 0, isDenied else { return own }
        let denial = errno
        var file: Int32 = -1
        let failed = platform_helper_file(use, path, &file)
        guard failed != 0 else { return file }
        errno = failed == ENOSYS ? denial : failed
        return -1
    }
}

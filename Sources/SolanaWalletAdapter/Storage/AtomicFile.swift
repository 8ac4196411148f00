#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file that is replaced as a whole: a reader finds the old content or the new one, even after the machine has stopped midway.
struct AtomicFile {
    let path: String
    let mode: mode_t

    init(path: String, mode: mode_t = 0o600) {
        self.path = path
        self.mode = mode
    }

    /// Writes a new file beside this one, syncs it, and puts it in this one's place.
    ///
    /// - Throws: `system`.
    func write(_ bytes: [UInt8]) throws(SecureStorageError) {
        let new = path + ".new"
        if unlink(new) != 0, errno != ENOENT { throw .system(errno: errno) }
        let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard file >= 0 else { throw .system(errno: errno) }
        do throws(SecureStorageError) {
            defer { close(file) }
            try Self.write(bytes, to: file)
            guard fsync(file) == 0 else { throw .system(errno: errno) }
        } catch {
            unlink(new)
            throw error
        }
        guard rename(new, path) == 0 else {
            let number = errno
            unlink(new)
            throw .system(errno: number)
        }
        // Makes the rename last; a folder that can't be opened still has the file.
        let folder = open(Self.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if folder >= 0 {
            fsync(folder)
            close(folder)
        }
    }

    /// Reads the file; nil if there is none.
    ///
    /// - Throws: `refused` if it isn't this user's own private file, `tooLarge`, `system`.
    func read(limit: Int) throws(SecureStorageError) -> [UInt8]? {
        // Without O_NONBLOCK a FIFO of that name would wait for its writer for ever.
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw errno == ELOOP ? .refused : .system(errno: errno)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .system(errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw .refused
        }
        guard status.st_size <= limit else { throw .tooLarge(count: Int(status.st_size)) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= limit {
            let count = systemRead(file, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes += chunk[..<count]
            } else if errno != EINTR {
                throw .system(errno: errno)
            }
        }
        throw .tooLarge(count: bytes.count)
    }

    /// Makes a folder and those above it, for this user alone; existing ones stay as they are.
    ///
    /// - Throws: `system`.
    static func makeFolders(_ path: String) throws(SecureStorageError) {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/" + part
            guard mkdir(made, 0o700) == 0 || errno == EEXIST else { throw .system(errno: errno) }
        }
    }

    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func write(_ bytes: [UInt8], to file: Int32) throws(SecureStorageError) {
        var start = 0
        while start < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                systemWrite(file, bytes.baseAddress.map { $0 + start }, bytes.count - start)
            }
            if count >= 0 {
                start += count
            } else if errno != EINTR {
                throw .system(errno: errno)
            }
        }
    }
}

// `AtomicFile` has a `read` and a `write` of its own, which hide the system's.
private let systemRead: @Sendable (CInt, UnsafeMutableRawPointer?, Int) -> Int = read
private let systemWrite: @Sendable (CInt, UnsafeRawPointer?, Int) -> Int = write

extension SecureStorageError {
    /// The number of the system's refusal, or that of an input that can't be.
    var errno: Int32 {
        if case .system(let errno) = self { errno } else { EINVAL }
    }
}

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// An open folder that only its owner may enter; files are named relative to it, so that the path can't be swapped meanwhile.
struct VaultFolder: ~Copyable {
    private let descriptor: CInt

    init(path: String) throws(WalletKeyError) {
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure() }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure() }
        guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else { throw .fileRefused }
    }

    /// Opens a folder inside another, which the same rules hold for.
    private init(_ name: String, in folder: CInt) throws(WalletKeyError) {
        descriptor = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure() }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure() }
        guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else { throw .fileRefused }
    }

    deinit { close(descriptor) }

    func contains(_ name: String) throws(WalletKeyError) -> Bool {
        var status = stat()
        if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return true }
        guard errno == ENOENT else { throw failure() }
        return false
    }

    /// Reads a file of at most `limit` bytes and one more, which tells that it is longer; nil if there is none.
    func read(_ name: String, limit: Int) throws(WalletKeyError) -> [UInt8]? {
        // Without O_NONBLOCK a FIFO of that name would wait for its writer for ever.
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw failure()
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure() }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw .fileRefused
        }
        // The size is only what the file has now; a byte more than that, and its end shows.
        var bytes = [UInt8](repeating: 0, count: min(limit, max(0, Int(status.st_size))) + 1)
        var end = 0
        while end < bytes.count {
            let count = bytes.withUnsafeMutableBytes { [end, capacity = bytes.count] in
                systemRead(file, $0.baseAddress.map { $0 + end }, capacity - end)
            }
            if count == 0 { break }
            if count > 0 {
                end += count
            } else if errno != EINTR {
                throw failure()
            }
        }
        return Array(bytes[..<end])
    }

    /// Writes a new file that only its owner may read, and syncs it; removes an older one of the name first.
    func write(_ bytes: [UInt8], to name: String) throws(WalletKeyError) {
        if unlinkat(descriptor, name, 0) != 0, errno != ENOENT { throw failure() }
        let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure() }
        defer { close(file) }
        var start = 0
        while start < bytes.count {
            let count = bytes.withUnsafeBytes {
                systemWrite(file, $0.baseAddress.map { $0 + start }, bytes.count - start)
            }
            if count >= 0 {
                start += count
            } else if errno != EINTR {
                throw failure()
            }
        }
        try Self.sync(file)
    }

    func link(_ name: String, to newName: String) throws(WalletKeyError) {
        guard linkat(descriptor, name, descriptor, newName, 0) == 0 else {
            throw errno == EEXIST ? .vaultExists : failure()
        }
    }

    func rename(_ name: String, to newName: String) throws(WalletKeyError) {
        guard renameat(descriptor, name, descriptor, newName) == 0 else { throw failure() }
    }

    func remove(_ name: String) throws(WalletKeyError) {
        guard unlinkat(descriptor, name, 0) == 0 else { throw failure() }
    }

    /// The names of all files and folders in it.
    func names() throws(WalletKeyError) -> [String] {
        // The stream closes its descriptor, and a copy would share its position.
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0, let stream = fdopendir(copy) else { throw failure() }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { text in
                text.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Hands over a folder inside this one.
    func entering(
        _ name: String, _ body: (borrowing VaultFolder) throws(WalletKeyError) -> Void
    ) throws(WalletKeyError) {
        let folder = try VaultFolder(name, in: descriptor)
        try body(folder)
    }

    /// Removes the files of those names, and folders of them with the files inside. A link goes, and what it leads to stays.
    func removeFiles(where isMeant: (String) -> Bool) throws(WalletKeyError) {
        for name in try names() where isMeant(name) {
            var status = stat()
            guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw failure() }
            guard status.st_mode & S_IFMT == S_IFDIR else {
                try remove(name)
                continue
            }
            try entering(name) { folder throws(WalletKeyError) in
                for file in try folder.names() { try folder.remove(file) }
            }
            try removeFolder(name)
        }
        try sync()
    }

    /// Removes a folder that is empty; one that isn't stays.
    func removeFolder(_ name: String) throws(WalletKeyError) {
        guard unlinkat(descriptor, name, AT_REMOVEDIR) == 0 || errno == ENOTEMPTY || errno == EEXIST else {
            throw failure()
        }
    }

    /// Makes renames and removals permanent.
    func sync() throws(WalletKeyError) { try Self.sync(descriptor) }

    private static func sync(_ file: CInt) throws(WalletKeyError) {
        #if canImport(Darwin)
            // fsync alone leaves the bytes in the drive's own cache there.
            if fcntl(file, F_FULLFSYNC) == 0 { return }
        #endif
        guard fsync(file) == 0 else { throw failure() }
    }
}

/// The error for `errno`: a link in place of a file or folder is refused like one with a wrong mode.
private func failure() -> WalletKeyError {
    errno == ELOOP || errno == ENOTDIR ? .fileRefused : .storage(errno: errno)
}

// `VaultFolder` has a `read` and a `write` of its own, which hide the system's.
private let systemRead: @Sendable (CInt, UnsafeMutableRawPointer?, Int) -> Int = read
private let systemWrite: @Sendable (CInt, UnsafeRawPointer?, Int) -> Int = write

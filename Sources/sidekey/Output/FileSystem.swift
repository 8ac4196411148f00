import Wording

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The part of the file system that `doctor` examines and `register` writes.
enum FileSystem {
    static func isFolder(_ path: String) -> Bool { mode(path).map { $0 & S_IFMT == S_IFDIR } ?? false }

    static func isFile(_ path: String) -> Bool { mode(path).map { $0 & S_IFMT == S_IFREG } ?? false }

    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    static func isExecutable(_ path: String) -> Bool { isFile(path) && access(path, X_OK) == 0 }

    /// Returns owner and permission bits of the file at a path itself, even if it is a link; nil if there is none.
    static func ownership(_ path: String) -> (owner: UInt32, permissions: UInt32)? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return (status.st_uid, UInt32(status.st_mode & 0o7777))
    }

    /// Returns true if everybody may write to a folder, as to `/tmp`.
    static func isShared(_ path: String) -> Bool {
        isFolder(path) && (ownership(path).map { $0.permissions & 0o002 != 0 } ?? false)
    }

    /// Returns a file's bytes; nil if it can't be read or has more than `limit`.
    static func contents(_ path: String, limit: Int = 1 << 20) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= limit {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
        }
        return nil
    }

    /// Returns true if a file of at most `limit` bytes contains a text.
    static func file(_ path: String, contains text: String, limit: Int) -> Bool {
        guard let bytes = contents(path, limit: limit) else { return false }
        let wanted = Array(text.utf8)
        return bytes.withUnsafeBytes { bytes in
            wanted.withUnsafeBytes { wanted in
                guard bytes.count >= wanted.count else { return false }
                return (0...bytes.count - wanted.count).contains { start in
                    bytes[start..<start + wanted.count].elementsEqual(wanted)
                }
            }
        }
    }

    /// Returns the names in a folder, sorted; none if it can't be read.
    static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Returns the absolute path with every link followed; nil if there is no file.
    static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// Returns the first executable of this name in `PATH`.
    static func program(_ name: String) -> String? {
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        return path.split(separator: ":").map { "\($0)/\(name)" }.first(where: isExecutable)
    }

    /// Returns a variable's value if it is set and not empty.
    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the variable that decides the place of a folder or socket of the wallet.
    static func variable(of path: String) -> String {
        guard getenv("SIDEKEY_HOME") == nil else { return "SIDEKEY_HOME" }
        guard let runtime = variable("XDG_RUNTIME_DIR") else { return "XDG_DATA_HOME" }
        return path.hasPrefix(runtime) ? "XDG_RUNTIME_DIR" : "XDG_DATA_HOME"
    }

    private static func mode(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode : nil
    }
}

/// The files that `register` writes and removes.
extension FileSystem {
    /// Returns true if a file can be made at a path: in its folder, or in the nearest existing folder above.
    static func isWritable(_ path: String) -> Bool {
        var folder = parent(of: path)
        while !isFolder(folder), folder != "/" { folder = parent(of: folder) }
        return access(folder, W_OK) == 0
    }

    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// Writes a file whole or not at all, with the folders that it needs. A program that has the old file open keeps it.
    ///
    /// - Throws: if it can't be written, with the system's reason.
    static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
        try makeFolder(parent(of: path))
        let new = "\(path).new"
        unlink(new)
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw fault(path) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Self.write(descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw fault(path) }
            rest = rest.dropFirst(count)
        }
        guard fchmod(descriptor, 0o644) == 0, fsync(descriptor) == 0, rename(new, path) == 0 else { throw fault(path) }
    }

    private static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
            Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #else
            Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }

    /// Copies a folder's files and subfolders, but no links, to a place where everybody may read them. The files that were there before are removed.
    static func copyFolder(_ path: String, to place: String) throws(CommandError) {
        try removeFolder(place)
        try makeFolder(place)
        for name in names(in: path) where !isLink("\(path)/\(name)") {
            if isFolder("\(path)/\(name)") {
                try copyFolder("\(path)/\(name)", to: "\(place)/\(name)")
            } else if let bytes = contents("\(path)/\(name)", limit: 16 << 20) {
                try write(bytes, to: "\(place)/\(name)")
            } else {
                throw fault("\(place)/\(name)")
            }
        }
    }

    static func removeFolder(_ path: String) throws(CommandError) {
        guard !isLink(path) else { return try remove(path) }
        for name in names(in: path) {
            let inner = "\(path)/\(name)"
            if isFolder(inner), !isLink(inner) { try removeFolder(inner) } else { try remove(inner) }
        }
        guard rmdir(path) == 0 || errno == ENOENT else { throw fault(path) }
    }

    /// Returns true if other users could run the files in a folder: it and the folders above let others through.
    static func isOpenToOthers(_ path: String) -> Bool {
        var folder = path
        while folder != "/" {
            if let status = ownership(folder), status.permissions & 0o001 == 0 { return false }
            folder = parent(of: folder)
        }
        return true
    }

    /// Puts a file that is already written in the place of another.
    static func move(_ path: String, to place: String) throws(CommandError) {
        guard rename(path, place) == 0 else { throw fault(place) }
    }

    static func makeFolder(_ path: String) throws(CommandError) {
        guard !isFolder(path) else { return }
        try makeFolder(parent(of: path))
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw fault(path) }
    }

    static func remove(_ path: String) throws(CommandError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw fault(path) }
    }

    /// Removes a folder if it is empty, and likewise those above it, up to one that stays.
    static func removeEmptyFolders(_ path: String, below top: String) {
        var folder = path
        while folder.hasPrefix(top + "/"), rmdir(folder) == 0 { folder = parent(of: folder) }
    }

    private static func fault(_ path: String) -> CommandError {
        CommandError(say(.registerUnwritten, ["path": path.visible, "error": String(cString: strerror(errno))]))
    }
}

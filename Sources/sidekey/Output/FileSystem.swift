#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The little of the file system that `doctor` looks at.
enum FileSystem {
    static func isFolder(_ path: String) -> Bool { mode(path).map { $0 & S_IFMT == S_IFDIR } ?? false }

    static func isFile(_ path: String) -> Bool { mode(path).map { $0 & S_IFMT == S_IFREG } ?? false }

    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    static func isExecutable(_ path: String) -> Bool { isFile(path) && access(path, X_OK) == 0 }

    /// Owner and permission bits of what stands at a path itself, be it a link; nil where nothing does.
    static func ownership(_ path: String) -> (owner: UInt32, permissions: UInt32)? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return (status.st_uid, UInt32(status.st_mode & 0o7777))
    }

    /// Finds whether a folder is one that everybody may write to, as `/tmp` is.
    static func isShared(_ path: String) -> Bool {
        isFolder(path) && (ownership(path).map { $0.permissions & 0o002 != 0 } ?? false)
    }

    /// A file's bytes, or nil where it can't be read or has more than `limit`.
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

    /// Whether a file of at most `limit` bytes holds a text.
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

    /// The names in a folder, sorted; none where it can't be read.
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

    /// The absolute path with every link followed, or nil where nothing stands there.
    static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// The first executable of this name in `PATH`.
    static func program(_ name: String) -> String? {
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        return path.split(separator: ":").map { "\($0)/\(name)" }.first(where: isExecutable)
    }

    /// A variable's value where it is set and not empty.
    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The variable that decides where a folder or socket of the wallet's is.
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

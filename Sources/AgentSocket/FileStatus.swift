#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What stands at a path, as far as it decides whether the wallet trusts it.
struct FileStatus: Equatable {
    enum Kind: Equatable { case folder, file, socket, link, other }

    let kind: Kind
    let owner: UInt32
    /// The twelve permission bits.
    let permissions: UInt32
    let device: UInt64
    let inode: UInt64

    /// The status of what stands at `path` itself, be it a symbolic link.
    init(at path: String) throws(AgentSocketError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .system(.status, path: path, errno: errno) }
        self.init(status)
    }

    /// The same, or nil where nothing stands there.
    static func ifPresent(at path: String) throws(AgentSocketError) -> FileStatus? {
        do {
            return try FileStatus(at: path)
        } catch {
            if case .system(_, _, ENOENT) = error { return nil }
            throw error
        }
    }

    init(followingLinksAt path: String) throws(AgentSocketError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .system(.status, path: path, errno: errno) }
        self.init(status)
    }

    /// The status of an open file; `path` is for the error.
    init(of descriptor: Int32, path: String) throws(AgentSocketError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(.status, path: path, errno: errno) }
        self.init(status)
    }

    private init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFDIR: .folder
            case S_IFREG: .file
            case S_IFSOCK: .socket
            case S_IFLNK: .link
            default: .other
            }
        owner = status.st_uid
        permissions = UInt32(status.st_mode & 0o7777)
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
    }

    /// Refuses what belongs to another user or is open to others.
    func checkPrivate(_ path: String) throws(AgentSocketError) {
        guard owner == geteuid() else { throw .refused(path: path, .owner(uid: owner)) }
        guard permissions & 0o077 == 0 else { throw .refused(path: path, .openToOthers(mode: permissions)) }
    }

    /// A name that tells the file from every other one, a copy of it included.
    var identity: String { "\(device):\(inode)" }

    func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }
}

import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The location of a user's wallet: the data folder, and the folder of the agent's socket.
///
/// | | data | socket |
/// |---|---|---|
/// | `SIDEKEY_HOME` set | `$SIDEKEY_HOME` | `$SIDEKEY_HOME/agent.sock` |
/// | Linux | `$XDG_DATA_HOME/sidekey`, else `~/.local/share/sidekey` | `$XDG_RUNTIME_DIR/sidekey/agent.sock`, else in the data folder |
/// | macOS | `~/Library/Application Support/Sidekey` | in the data folder |
///
/// Both folders are 0700 and the user's own; nothing here follows a symbolic link in their last component.
public struct WalletFolder: Sendable, Hashable {
    /// The folder of vault, database, lock and log; absolute, without a trailing slash.
    public let data: String
    /// The folder of the socket; the data folder itself if there is no runtime folder.
    public let runtime: String
    /// True if `SIDEKEY_HOME` moved both: a test or a demo, and every surface says so.
    public let isMoved: Bool

    /// The Unix socket on which the agent listens.
    public var socket: String { runtime + "/agent.sock" }
    /// The file that the one agent locks until it ends.
    public var lock: String { data + "/agent.lock" }
    /// The agent's log, in lines of text.
    public var log: String { data + "/agent.log" }

    /// The database, and the files that SQLite puts beside it.
    private static func database(in folder: String) -> [String] {
        ["", "-wal", "-shm"].map { folder + "/wallet.sqlite" + $0 }
    }

    /// The files besides lock and vault, which are checked as they are opened.
    var files: [String] { [log] + Self.database(in: data) }

    /// True if the extension's files aren't checked here: in a test's wallet, and only if its folder holds a file of this user's that says so.
    ///
    /// A browser hands its variables on to the agent, so none of them switches the check off, and nothing does in the user's own wallet.
    public var leavesExtensionsUnchecked: Bool {
        guard isMoved, let status = try? FileStatus(at: data + "/extensions-unchecked") else { return false }
        return status.kind == .file && status.owner == geteuid() && status.permissions & 0o077 == 0
    }

    /// True if there is a socket at `socket`; it may be a dead one.
    public var hasSocket: Bool { (try? FileStatus(at: socket))?.kind == .socket }

    /// The variables that decide the folder's location.
    public static let variables = ["SIDEKEY_HOME", "HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"]

    /// Finds the folder for an environment; creates and checks nothing.
    ///
    /// `XDG_RUNTIME_DIR` is ignored if it is not a folder of this user, as after `sudo -E`.
    ///
    /// - Parameter homes: Further home folders of the user's, which variables may hide: a wallet there is no test's.
    /// - Throws: `noHome`, `homeRelative`.
    /// - Note: XDG Base Directory Specification 0.8: relative values are ignored, data goes to `~/.local/share` by default.
    public init(environment: ProcessEnvironment, homes: [String] = []) throws(AgentSocketError) {
        let named = environment.absolutePath("HOME")
        #if os(Linux)
            let place = "/.local/share/sidekey"
            let chosen = environment.absolutePath("XDG_DATA_HOME").map { Self.withoutTrailingSlashes($0) + "/sidekey" }
        #else
            let place = "/Library/Application Support/Sidekey"
            let chosen: String? = nil
        #endif
        let own = chosen ?? named.map { Self.withoutTrailingSlashes($0) + place }
        if environment["SIDEKEY_HOME"] != nil {
            guard let home = environment.absolutePath("SIDEKEY_HOME") else { throw .homeRelative }
            data = Self.withoutTrailingSlashes(home)
            runtime = data
            // Whatever a test may do, nobody does it to the user's own wallet by calling its folder a test's.
            let all =
                (homes + [named].compactMap { $0 }).map { Self.withoutTrailingSlashes($0) + place }
                + [own].compactMap { $0 }
            isMoved = !all.contains { Self.isSame($0, home) }
            return
        }
        isMoved = false
        guard let own else { throw .noHome }
        data = own
        #if os(Linux)
            if let root = environment.absolutePath("XDG_RUNTIME_DIR"), Self.isOwnFolder(root) {
                runtime = Self.withoutTrailingSlashes(root) + "/sidekey"
            } else {
                runtime = data
            }
        #else
            runtime = data
        #endif
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        guard let one = try? FileStatus(followingLinksAt: one), let other = try? FileStatus(followingLinksAt: other)
        else { return one == withoutTrailingSlashes(other) }
        return (one.device, one.inode) == (other.device, other.inode)
    }

    private static func withoutTrailingSlashes(_ path: String) -> String {
        var path = path[...]
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        return String(path)
    }

    private static func isOwnFolder(_ path: String) -> Bool {
        guard let status = try? FileStatus(followingLinksAt: path) else { return false }
        return status.kind == .folder && status.owner == geteuid()
    }
}

extension WalletFolder {
    /// Makes both folders if they are missing. Refuses a folder that another user could read, fill or replace, and a file of
    /// another kind: SQLite would follow a link and wait at a FIFO.
    ///
    /// An existing folder with other permissions is refused, not repaired: somebody may have put something inside while it was
    /// open.
    ///
    /// - Throws: `refused`, `socketPathTooLong`, `system`.
    public func prepare() throws(AgentSocketError) {
        _ = try SocketAddress(path: socket)
        try Self.prepare(data)
        if runtime != data { try Self.prepare(runtime) }
        for file in files { try Self.checkFile(file) }
    }

    /// Checks the folder of a further wallet, and the folder that they all lie in, as ``prepare()`` checks this one.
    ///
    /// - Throws: `refused`, `system`.
    public func checkWallet(at path: String) throws(AgentSocketError) {
        for folder in [Self.parent(of: path), path] {
            let status = try FileStatus(at: folder)
            guard status.kind != .link else { throw .refused(path: folder, .symbolicLink) }
            guard status.kind == .folder else { throw .refused(path: folder, .notAFolder) }
            try status.checkPrivate(folder)
        }
        guard access(path, W_OK | X_OK) == 0 else { throw .failed(.access, path: path, errno: errno) }
        for file in Self.database(in: path) { try Self.checkFile(file) }
    }

    /// Writes a file into both folders and removes it.
    ///
    /// - Throws: `diskFull`, `diskReadOnly`. Any other failure is reported by the code that writes there later.
    public func checkDisk() throws(AgentSocketError) {
        for path in Set([data, runtime]) {
            let fault = AgentSocketError.failed(.write, path: path, errno: platform_write_fault(path))
            switch fault {
            case .diskFull, .diskReadOnly: throw fault
            default: continue
            }
        }
    }

    private static func prepare(_ path: String) throws(AgentSocketError) {
        try makeFolder(path)
        try checkParent(of: path)
        let status = try FileStatus(at: path)
        guard status.kind != .link else { throw .refused(path: path, .symbolicLink) }
        guard status.kind == .folder else { throw .refused(path: path, .notAFolder) }
        try status.checkPrivate(path)
        // On a disk that is read-only an agent would end at its start, where nobody hears why.
        guard access(path, W_OK | X_OK) == 0 else { throw .failed(.access, path: path, errno: errno) }
    }

    private static func checkFile(_ path: String) throws(AgentSocketError) {
        guard let status = try FileStatus.ifPresent(at: path) else { return }
        guard status.kind != .link else { throw .refused(path: path, .symbolicLink) }
        guard status.kind == .file else { throw .refused(path: path, .notAFile) }
        try status.checkPrivate(path)
    }

    /// Checks the folder above a path. Its owner can rename a file in it and put another in its place, even a file of somebody
    /// else's.
    private static func checkParent(of path: String) throws(AgentSocketError) {
        let parent = try FileStatus(followingLinksAt: parent(of: path))
        guard parent.owner == 0 || parent.owner == geteuid() else {
            throw .refused(path: path, .parentOwner(uid: parent.owner))
        }
        guard parent.permissions & 0o002 == 0 || parent.permissions & 0o1000 != 0 else {
            throw .refused(path: path, .parentOpenToAll)
        }
    }

    /// Makes a folder, and missing ones above it, with mode 0700 as the XDG specification asks.
    private static func makeFolder(_ path: String) throws(AgentSocketError) {
        if mkdir(path, 0o700) == 0 { return }
        switch errno {
        case EEXIST: return
        case ENOENT where parent(of: path) != path:
            try makeFolder(parent(of: path))
            // Another process of ours may have made it in between.
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
                throw .failed(.makeFolder, path: path, errno: errno)
            }
        case let number: throw .failed(.makeFolder, path: path, errno: number)
        }
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }
}

/// The properties of a file that decide if the wallet trusts it.
struct FileStatus: Equatable {
    enum Kind: Equatable { case folder, file, socket, link, other }

    let kind: Kind
    let owner: UInt32
    /// The twelve permission bits.
    let permissions: UInt32
    let device: UInt64
    let inode: UInt64

    /// The status of the file at `path` itself, even if it is a symbolic link.
    init(at path: String) throws(AgentSocketError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .system(.status, path: path, errno: errno) }
        self.init(status)
    }

    /// The same; nil if there is nothing at the path.
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

    /// Refuses a file that belongs to another user or is open to others.
    func checkPrivate(_ path: String) throws(AgentSocketError) {
        guard owner == geteuid() else { throw .refused(path: path, .owner(uid: owner)) }
        guard permissions & 0o077 == 0 else { throw .refused(path: path, .openToOthers(mode: permissions)) }
    }

    /// A name that distinguishes the file from every other one, even a copy of it.
    var identity: String { "\(device):\(inode)" }

    func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }
}

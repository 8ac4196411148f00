import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension WalletFolder {
    /// Makes both folders where they are missing and refuses what another user could read, fill or replace, and files
    /// that are something else: SQLite would follow a link and wait at a FIFO.
    ///
    /// A folder that is there with other permissions is refused and not repaired: whoever opened it may have put
    /// something inside.
    ///
    /// - Throws: `refused`, `socketPathTooLong`, `system`.
    public func prepare() throws(AgentSocketError) {
        _ = try SocketAddress(path: socket)
        try Self.prepare(data)
        if runtime != data { try Self.prepare(runtime) }
        for file in files { try Self.checkFile(file) }
    }

    /// Writes something into both folders and takes it away again.
    ///
    /// - Throws: `diskFull`, `diskReadOnly`. Whatever else keeps it from that is for whoever writes there to say.
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

    /// A folder's owner can rename what stands in it and put another thing there, whoever owns that.
    private static func checkParent(of path: String) throws(AgentSocketError) {
        let parent = try FileStatus(followingLinksAt: parent(of: path))
        guard parent.owner == 0 || parent.owner == geteuid() else {
            throw .refused(path: path, .parentOwner(uid: parent.owner))
        }
        guard parent.permissions & 0o002 == 0 || parent.permissions & 0o1000 != 0 else {
            throw .refused(path: path, .parentOpenToAll)
        }
    }

    /// Makes a folder, and those above it that are missing, with mode 0700 as the XDG specification asks.
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

import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The lock that makes an agent the only one of its wallet folder, held until the agent ends.
///
/// The lock is on the open file (`F_OFD_SETLK`), so the kernel releases it however the holder ends; the file stays. The file
/// contains the path of the holder's socket, for clients whose `XDG_RUNTIME_DIR` differs.
public final class AgentLock: Sendable {
    private let file: Int32
    private let folder: WalletFolder

    /// Takes the lock; returns nil if another agent has it.
    ///
    /// - Throws: `refused` if the lock's file is a link, no file, another user's or open to others; `system`.
    public static func take(in folder: WalletFolder) throws(AgentSocketError) -> AgentLock? {
        while true {
            let lock = AgentLock(file: try openFile(folder.lock, flags: O_RDWR | O_CREAT), folder: folder)
            let failed = platform_lock(lock.file)
            if failed == EAGAIN { return nil }
            guard failed == 0 else { throw .system(.lock, path: folder.lock, errno: failed) }
            // Two agents would each hold "the" lock if the file were removed between opening and locking it.
            if let named = try? FileStatus(at: folder.lock),
                named.isSameFile(as: try FileStatus(of: lock.file, path: folder.lock))
            {
                return lock
            }
        }
    }

    private init(file: Int32, folder: WalletFolder) {
        self.file = file
        self.folder = folder
    }

    deinit { close(file) }

    /// True if an agent has the lock: it serves, it is just starting or it is just leaving.
    ///
    /// - Throws: as `take(in:)`; a started agent would fail for the same reason, but unheard.
    static func isHeld(in folder: WalletFolder) throws(AgentSocketError) -> Bool {
        let file: Int32
        do throws(AgentSocketError) {
            file = try openFile(folder.lock, flags: O_RDONLY)
        } catch .system(.open, _, ENOENT) {
            return false
        }
        defer { close(file) }
        var held = false
        let failed = platform_lock_state(file, &held)
        guard failed == 0 else { throw .system(.lock, path: folder.lock, errno: failed) }
        return held
    }

    /// Removes the socket of an agent that is gone, never one that answers.
    ///
    /// - Throws: `socketServed`, `refused`, `system`.
    public func removeDeadSocket() throws(AgentSocketError) {
        let path = folder.socket
        guard let status = try FileStatus.ifPresent(at: path) else { return }
        guard status.kind == .socket else { throw .refused(path: path, .notASocket) }
        guard status.owner == geteuid() else { throw .refused(path: path, .owner(uid: status.owner)) }
        let probe = try UnixSocket.open()
        defer { close(probe) }
        switch try SocketAddress(path: path).connect(probe) {
        case ECONNREFUSED: try removeSocket()
        case ENOENT: return
        default: throw .socketServed(path: path)
        }
    }

    /// Removes the socket that this agent served. Only the lock's holder may call it, after it has stopped listening.
    public func removeSocket() throws(AgentSocketError) {
        guard unlink(folder.socket) == 0 || errno == ENOENT else {
            throw .system(.unlink, path: folder.socket, errno: errno)
        }
    }

    /// Records the path of the served socket, once it listens.
    public func recordSocket() throws(AgentSocketError) {
        let record = Array("\(folder.socket)\n\(try FileStatus(of: file, path: folder.lock).identity)\n".utf8)
        guard ftruncate(file, 0) == 0 else { throw .failed(.write, path: folder.lock, errno: errno) }
        let count = pwrite(file, record, record.count, 0)
        guard count == record.count else {
            throw .failed(.write, path: folder.lock, errno: count < 0 ? errno : ENOSPC)
        }
    }

    /// True while the folder has this lock and not another agent's: somebody may have taken the folder away and made another.
    public var isNamed: Bool {
        guard let named = try? FileStatus(at: folder.lock), let own = try? FileStatus(of: file, path: folder.lock)
        else { return false }
        return named.isSameFile(as: own)
    }

    /// The socket that the lock's holder recorded; nil if there is none.
    ///
    /// A record from another file is ignored: in a copied folder it names the original's socket.
    static func recordedSocket(in folder: WalletFolder) -> String? {
        guard let file = try? openFile(folder.lock, flags: O_RDONLY) else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: SocketAddress.pathLimit + 64)
        let count = pread(file, &bytes, bytes.count, 0)
        guard count > 0, bytes[0] == UInt8(ascii: "/"), !bytes[..<count].contains(0),
            let text = String(validating: bytes[..<count], as: UTF8.self)
        else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 3, let status = try? FileStatus(of: file, path: folder.lock),
            lines[1] == status.identity
        else { return nil }
        return String(lines[0])
    }

    private static func openFile(_ path: String, flags: Int32) throws(AgentSocketError) -> Int32 {
        // O_NONBLOCK: a FIFO put in the file's place must not hold the agent up.
        let file = open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard file >= 0 else {
            switch errno {
            case ELOOP: throw .refused(path: path, .symbolicLink)
            case EISDIR, ENXIO: throw .refused(path: path, .notAFile)
            case ENOENT: throw .system(.open, path: path, errno: ENOENT)
            case let number: throw .failed(.open, path: path, errno: number)
            }
        }
        do throws(AgentSocketError) {
            let status = try FileStatus(of: file, path: path)
            guard status.kind == .file else { throw .refused(path: path, .notAFile) }
            try status.checkPrivate(path)
        } catch {
            close(file)
            throw error
        }
        return file
    }
}

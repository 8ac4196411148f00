import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The address of a Unix socket (`struct sockaddr_un`).
struct SocketAddress {
    private var address = sockaddr_un()

    /// The longest path in bytes: the address's field without its final zero byte; 107 on Linux, 103 on macOS.
    static var pathLimit: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1 }

    /// - Throws: `socketPathTooLong`. A path that is silently cut off would be another socket.
    init(path: String) throws(AgentSocketError) {
        let count = path.utf8.count
        guard count <= Self.pathLimit else {
            throw .socketPathTooLong(path: path, count: count, limit: Self.pathLimit)
        }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { field in field.copyBytes(from: path.utf8) }
    }

    /// Connects a socket. Returns 0 or an errno; interruptions are retried.
    func connect(_ socket: Int32) -> Int32 {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                while true {
                    if systemConnect(socket, address, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 { return 0 }
                    if errno != EINTR { return errno }
                }
            }
        }
    }

    /// The path to which a Unix socket is bound; nil for any other descriptor.
    static func path(of descriptor: Int32) -> String? {
        var address = sockaddr_un()
        var count = socklen_t(MemoryLayout<sockaddr_un>.size)
        let failed = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &count) }
        }
        guard failed == 0, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
        return withUnsafeBytes(of: address.sun_path) { field in
            String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// Binds a socket to the address, which creates the file. Returns 0 or an errno.
    func bind(_ socket: Int32) -> Int32 {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                systemBind(socket, address, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 ? 0 : errno
            }
        }
    }
}

/// `bind(2)`, which the method of the same name hides.
private func systemBind(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ count: socklen_t) -> Int32 {
    bind(socket, address, count)
}

/// `connect(2)`, which the method of the same name hides.
private func systemConnect(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ count: socklen_t) -> Int32 {
    connect(socket, address, count)
}

/// Creates and sets up Unix stream sockets.
package enum UnixSocket {
    /// A new socket, closed on exec and non-blocking: `connect` to a stopped agent with a full backlog would wait for ever.
    static func open() throws(AgentSocketError) -> Int32 {
        #if os(Linux)
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw .system(.socket, path: "a Unix socket", errno: errno) }
        guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
            let number = errno
            close(descriptor)
            throw .system(.socket, path: "a Unix socket", errno: number)
        }
        return descriptor
    }

    /// A socket that listens at a path, mode 0600. The caller holds the lock and has removed a dead one.
    ///
    /// - Throws: `socketPathTooLong`, `system`.
    package static func listen(at path: String) throws(AgentSocketError) -> Int32 {
        let address = try SocketAddress(path: path)
        let descriptor = try open()
        #if os(Linux)
            // The file gets the mode that the socket has. By its path a confined agent can change none.
            guard fchmod(descriptor, 0o600) == 0 else {
                let number = errno
                close(descriptor)
                throw .system(.listen, path: path, errno: number)
            }
        #endif
        let failed = address.bind(descriptor)
        guard failed == 0 else {
            close(descriptor)
            throw .system(.bind, path: path, errno: failed)
        }
        #if os(Linux)
            let isPrivate = true
        #else
            // Before the first client could be told apart from the umask's doing; the folder is closed to others anyway.
            let isPrivate = chmod(path, 0o600) == 0
        #endif
        guard isPrivate, systemListen(descriptor, 128) == 0 else {
            let number = errno
            close(descriptor)
            throw .system(.listen, path: path, errno: number)
        }
        return descriptor
    }

    /// The variables by which a service manager passes sockets on.
    private static let inheritance = ["LISTEN_PID", "LISTEN_FDS"]

    /// The socket that a service manager opened at a path before it started this process; nil if it passed none
    /// (sd_listen_fds(3)). It is the first descriptor after standard error.
    ///
    /// The variables name the process that they are for: one that has them from its parent isn't meant.
    ///
    /// - Throws: `refused` for anything but one stream socket that listens at that path.
    package static func inherited(at path: String) throws(AgentSocketError) -> Int32? {
        let variables = ProcessEnvironment(reading: inheritance)
        guard variables["LISTEN_PID"].flatMap({ Int32($0) }) == getpid(), let count = variables["LISTEN_FDS"] else {
            return nil
        }
        let descriptor = STDERR_FILENO + 1
        guard count == "1", option(SO_ACCEPTCONN, of: descriptor) == 1, SocketAddress.path(of: descriptor) == path
        else { throw .refused(path: path, .notASocket) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        return descriptor
    }

    private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var count = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, name, &value, &count) == 0 ? value : nil
    }

    /// The next connection of a listening socket, closed on exec and non-blocking; nil if none waits.
    ///
    /// - Throws: `system`, for example if there is no descriptor left.
    package static func accept(on listener: Int32) throws(AgentSocketError) -> Int32? {
        while true {
            let descriptor = systemAccept(listener)
            if descriptor >= 0 {
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
                return descriptor
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EAGAIN: return nil
            default: throw .system(.accept, path: "the agent's socket", errno: errno)
            }
        }
    }

    /// Makes reads and writes block again.
    static func setBlocking(_ descriptor: Int32) {
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK)
    }
}

/// `listen(2)` and `accept(2)`, which the methods of the same names hide.
private func systemListen(_ socket: Int32, _ backlog: Int32) -> Int32 { listen(socket, backlog) }

private func systemAccept(_ listener: Int32) -> Int32 { accept(listener, nil, nil) }

/// The process at the other end of a Unix socket, from the kernel.
public struct SocketPeer: Sendable, Hashable {
    public let pid: Int32
    public let uid: UInt32

    public init(pid: Int32, uid: UInt32) {
        self.pid = pid
        self.uid = uid
    }

    /// Reads the peer of a connected socket (`SO_PEERCRED`).
    ///
    /// - Throws: `system`.
    public init(of socket: Int32) throws(AgentSocketError) {
        var peer = platform_peer()
        let failed = platform_peer_of(socket, &peer)
        guard failed == 0 else { throw .system(.credentials, path: "the agent's socket", errno: failed) }
        self.init(pid: peer.pid, uid: peer.uid)
    }

    /// True if the peer runs as the same user as this process. Both ends check it: the folder's permissions keep other users out,
    /// and this check still holds if somebody changes them.
    public var isSameUser: Bool { uid == geteuid() }

    /// True if the process is systemd, which listens in the place of a service and starts it. A listener has the number of the
    /// process that called `listen`.
    var isServiceManager: Bool {
        let file = open("/proc/\(pid)/comm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = read(file, &bytes, bytes.count)
        return count > 0 && bytes[..<count].starts(with: "systemd".utf8)
    }
}

/// A zero-terminated array of C strings, as `exec` takes it.
package struct CStringArray: ~Copyable {
    private let pointers: [UnsafeMutablePointer<CChar>?]

    package init(_ strings: [String]) { pointers = strings.map { strdup($0) } + [nil] }

    deinit { for pointer in pointers { free(pointer) } }

    package func withPointer<Result>(_ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result) -> Result {
        // The array holds at least the nil that ends it, so it has an address.
        pointers.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return withUnsafePointer(to: nil, body) }
            return body(base)
        }
    }
}

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Making and setting up Unix stream sockets.
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
        let failed = address.bind(descriptor)
        guard failed == 0 else {
            close(descriptor)
            throw .system(.bind, path: path, errno: failed)
        }
        // Before the first client could be told apart from the umask's doing; the folder is closed to others anyway.
        guard chmod(path, 0o600) == 0, systemListen(descriptor, 128) == 0 else {
            let number = errno
            close(descriptor)
            throw .system(.listen, path: path, errno: number)
        }
        return descriptor
    }

    /// The next connection of a listening socket, closed on exec and non-blocking; nil where nobody waits.
    ///
    /// - Throws: `system`, where there is no descriptor left, for one.
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

    /// Makes reads and writes wait again.
    static func setBlocking(_ descriptor: Int32) {
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK)
    }
}

/// `listen(2)` and `accept(2)`, which the methods of the same names hide.
private func systemListen(_ socket: Int32, _ backlog: Int32) -> Int32 { listen(socket, backlog) }

private func systemAccept(_ listener: Int32) -> Int32 { accept(listener, nil, nil) }

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Making and setting up Unix stream sockets.
enum UnixSocket {
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

    /// Makes reads and writes wait again.
    static func setBlocking(_ descriptor: Int32) {
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK)
    }
}

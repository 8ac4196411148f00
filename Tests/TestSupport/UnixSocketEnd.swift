import Glibc

/// Unix sockets by the system's own calls, for tests that stand in for a client or for the agent.
package enum UnixSocketEnd {
    /// A connected socket, or nil where nobody listens at `path`.
    package static func connect(_ path: String) -> Int32? {
        let descriptor = make()
        if withAddress(path, { Glibc.connect(descriptor, $0, $1) }) == 0 { return descriptor }
        close(descriptor)
        return nil
    }

    /// A socket that listens at `path`.
    package static func listen(_ path: String) throws -> Int32 {
        let descriptor = make()
        guard withAddress(path, { bind(descriptor, $0, $1) }) == 0, Glibc.listen(descriptor, 64) == 0 else {
            throw TestFault.system("bind to \(path)", errno)
        }
        return descriptor
    }

    /// Speaks frames over a connected socket, which it owns from then on.
    static func client(_ socket: Int32) -> FrameClient {
        FrameClient(reader: StreamReader(fcntl(socket, F_DUPFD_CLOEXEC, 0)), writer: StreamWriter(socket))
    }

    private static func make() -> Int32 {
        socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    }

    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

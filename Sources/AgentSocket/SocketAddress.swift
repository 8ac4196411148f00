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

    /// The longest path in bytes: the address's field less the zero byte that ends it; 107 on Linux, 103 on macOS.
    static var pathLimit: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1 }

    /// - Throws: `socketPathTooLong`. A path that is cut off in silence would be another socket.
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

    /// Gives a socket its address, which makes the file. Returns 0 or an errno.
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

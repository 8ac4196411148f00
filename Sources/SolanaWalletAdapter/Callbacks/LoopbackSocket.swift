#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Making a socket that nothing but this machine reaches.
enum LoopbackSocket {
    /// A socket that listens on 127.0.0.1 at a port of the system's choice; it doesn't block, and is closed on exec.
    ///
    /// - Throws: `noListener`.
    static func listen() throws(WalletAdapterError) -> Int32 {
        #if canImport(Darwin)
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        guard descriptor >= 0 else { throw .noListener(errno: errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let count = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, count) == 0 }
        }
        guard isBound, Self.setUp(descriptor), systemListen(descriptor, 16) == 0 else {
            let number = errno
            closeDescriptor(descriptor)
            throw .noListener(errno: number)
        }
        return descriptor
    }

    /// The port that the system chose.
    static func port(of descriptor: Int32) -> UInt16 {
        var address = sockaddr_in()
        var count = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &count) }
        }
        return status == 0 ? UInt16(bigEndian: address.sin_port) : 0
    }

    static func setUp(_ descriptor: Int32) -> Bool {
        #if canImport(Darwin)
            // A browser that hangs up mustn't end the app.
            var on: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
        return fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 && fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0
    }
}

/// `close`, `listen`, `read` and `send` for types that have methods of these names.
func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }
private let systemListen: @Sendable (Int32, Int32) -> Int32 = listen

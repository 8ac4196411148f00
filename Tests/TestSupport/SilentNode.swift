import Glibc

/// A port of this machine that takes every connection and never says a word, as a node does that hangs.
public final class SilentNode {
    private let socket: Int32
    /// The address at which it would take JSON-RPC.
    public let url: String

    /// - Throws: `TestFault` where there is no port.
    public init() throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { throw TestFault.system("socket", errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var count = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = socket
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                // The kernel takes connections for whoever listens, and keeps what they send: nobody has to accept them.
                bind(socket, address, count) == 0 && listen(socket, 64) == 0
                    && getsockname(socket, address, &count) == 0
            }
        }
        guard isBound else { throw TestFault.system("bind", errno) }
        url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    }

    deinit { close(socket) }
}

import Authenticators
import Glibc

/// `sidekey-device` with a key in software in place of those that are plugged in: the socket `security-key` beside this program is one, and where
/// there is none, no key is plugged in. A test puts it in the place of `sidekey-device`.
@main enum SoftwareDevice {
    /// The connection, made before the process may make none.
    nonisolated(unsafe) private static var connection: Int32 = -1

    static func main() {
        guard let end = CommandLine.arguments.first?.lastIndex(of: "/") else { exit(EX_USAGE) }
        connection = connect(CommandLine.arguments[0][..<end] + "/security-key") ?? -1
        SecurityKeyServer.run(
            io: SecurityKeyIO(
                open: { _ in UnsafeMutableRawPointer(bitPattern: Int(SoftwareDevice.connection) + 1) },
                close: { _ in },
                read: { _, bytes, count, milliseconds in
                    var waiting = pollfd(fd: SoftwareDevice.connection, events: Int16(POLLIN), revents: 0)
                    guard poll(&waiting, 1, milliseconds) == 1 else { return -1 }
                    var filled = 0
                    while filled < count {
                        let part = read(SoftwareDevice.connection, bytes.map { $0 + filled }, count - filled)
                        guard part > 0 else { return -1 }
                        filled += part
                    }
                    return Int32(filled)
                },
                write: { _, bytes, count in
                    // The number of the report goes to no key.
                    guard let bytes, write(SoftwareDevice.connection, bytes + 1, count - 1) == count - 1 else {
                        return -1
                    }
                    return Int32(count)
                })
        ) { connection >= 0 ? ["software"] : [] }
    }

    private static func connect(_ path: Substring) -> Int32? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard path.utf8.count < room.count else { return false }
            room.copyBytes(from: path.utf8)
            return true
        }
        let connected = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                fits && Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        return connected ? descriptor : nil
    }
}

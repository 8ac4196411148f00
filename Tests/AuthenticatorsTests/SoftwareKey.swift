import Authenticators
import Glibc
import SecurityKeys
import Synchronization
import TestSupport

/// A security key in software (`Tests/Support/security_key.py`), reached by libfido2's own hooks. Its credentials outlive its being pulled.
final class SoftwareKey {
    private let folder: String
    /// All of them stay until the tests end: a key that was opened doesn't hold the one that it talks to.
    private static let plugged = Mutex<[Plugged]>([])

    // Unchecked: nothing is done with it but to keep it.
    private struct Plugged: @unchecked Sendable {
        let process: PythonProcess
    }

    private let state: String

    var path: String { folder + "/key" }

    /// Plugs one in.
    ///
    /// - Parameter other: the key that was pulled before and is plugged in again; it may behave otherwise now.
    init(_ options: [String] = [], as other: SoftwareKey? = nil) throws {
        folder = try ScratchRoot.newFolder()
        state = other?.state ?? folder + "/state"
        let process = try PythonProcess("security_key.py", [folder + "/key", state] + options)
        _ = try process.line()
        let plugged = Plugged(process: process)
        Self.plugged.withLock { $0.append(plugged) }
    }

    func open() throws(SecurityKeyFault) -> SecurityKey { try SecurityKey(path: path, io: Self.overSocket) }

    /// Reports over a Unix socket. What libfido2 holds is the descriptor, one more so that none is nil.
    private static let overSocket = SecurityKeyIO(
        open: { path in
            guard let path, let socket = UnixSocketEnd.connect(String(cString: path)) else { return nil }
            return UnsafeMutableRawPointer(bitPattern: Int(socket) + 1)
        },
        close: { close(Int32(Int(bitPattern: $0) - 1)) },
        read: { handle, bytes, count, milliseconds in
            let descriptor = Int32(Int(bitPattern: handle) - 1)
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, milliseconds) == 1 else { return -1 }
            return Int32(recv(descriptor, bytes, count, Int32(MSG_WAITALL)))
        },
        write: { handle, bytes, count in
            // The number of the report goes to no key.
            let socket = Int32(Int(bitPattern: handle) - 1)
            guard let bytes, send(socket, bytes + 1, count - 1, Int32(MSG_NOSIGNAL)) == count - 1 else { return -1 }
            return Int32(count)
        })
}

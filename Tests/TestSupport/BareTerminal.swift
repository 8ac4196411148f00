import Glibc
import Synchronization

/// A terminal that no program has as its controlling one.
public final class BareTerminal: Sendable {
    /// Its path, such as `/dev/pts/3`.
    public let name: String
    private let descriptor: Int32
    private let other: Int32
    private let seen = Mutex<[UInt8]>([])

    public init() throws {
        var (primary, secondary): (Int32, Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: 64)
        guard openpty(&primary, &secondary, &name, nil, nil) == 0 else { throw TestFault("no pseudo-terminal") }
        for end in [primary, secondary] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(primary, F_SETFL, O_NONBLOCK)
        var size = winsize(ws_row: 30, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(primary, UInt(TIOCSWINSZ), &size)
        (descriptor, other) = (primary, secondary)
        self.name = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        close(descriptor)
        close(other)
    }

    /// Everything that was written so far, escapes included.
    public var shown: String {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = read(descriptor, &bytes, bytes.count)
        return seen.withLock { seen in
            if count > 0 { seen += bytes[..<count] }
            return String(decoding: seen, as: UTF8.self)
        }
    }

    public func send(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = write(descriptor, bytes, bytes.count)
    }

    public var echoes: Bool {
        var state = termios()
        return tcgetattr(other, &state) == 0 && state.c_lflag & tcflag_t(ECHO) != 0
    }
}

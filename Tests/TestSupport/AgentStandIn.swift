import CPlatform
import Glibc

/// A stand-in for the agent that listens on its socket and takes one connection after the other.
public final class AgentStandIn {
    private let descriptor: Int32
    private let lock: Int32?

    /// - Parameters:
    ///   - path: where the socket is made; it stays there when this object goes, as after an agent that died.
    ///   - holdingLock: whether it holds the lock of the folder, as who serves a wallet does.
    public init(_ path: String, holdingLock: Bool = true) throws {
        descriptor = try UnixSocketEnd.listen(path)
        guard holdingLock else {
            lock = nil
            return
        }
        let folder = path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        let file = open(folder + "/agent.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0, platform_lock(file) == 0 else { throw TestFault.system("the lock in \(folder)", errno) }
        lock = file
    }

    deinit {
        close(descriptor)
        if let lock { close(lock) }
    }

    /// The next connection.
    public func accept(within deadline: Deadline = Deadline()) throws -> FrameClient {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&wanted, 1, deadline.milliseconds) > 0 else { throw TestFault("nobody connected in time") }
        let socket = Glibc.accept(descriptor, nil, nil)
        guard socket >= 0 else { throw TestFault.system("accept", errno) }
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        return UnixSocketEnd.client(socket)
    }

    /// Returns whether nobody connects within `seconds`.
    public func isAlone(for seconds: Double) -> Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wanted, 1, Deadline(seconds: seconds).milliseconds) == 0
    }
}

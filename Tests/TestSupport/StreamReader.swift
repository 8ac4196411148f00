import Glibc

/// The reading end of a pipe or a socket, with deadlines.
public final class StreamReader {
    private let descriptor: Int32
    private var waiting: [UInt8] = []
    private var hasEnded = false

    /// - Parameter descriptor: closed when this object goes.
    public init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// The next `count` bytes, or nil where the stream ended before the first of them.
    ///
    /// - Throws: `TestFault` at the deadline, or where the stream ends within them.
    public func read(_ count: Int, within deadline: Deadline = Deadline()) throws -> [UInt8]? {
        while waiting.count < count {
            guard try Self.wait(for: [self], within: deadline) else {
                if waiting.isEmpty { return nil }
                throw TestFault("the stream ended after \(waiting.count) of \(count) bytes")
            }
        }
        let bytes = Array(waiting[..<count])
        waiting.removeFirst(count)
        return bytes
    }

    /// What has been read and not been taken yet.
    public func take() -> [UInt8] {
        defer { waiting = [] }
        return waiting
    }

    /// Everything up to the stream's end.
    public func readToEnd(within deadline: Deadline = Deadline()) throws -> [UInt8] {
        while try Self.wait(for: [self], within: deadline) {}
        return take()
    }

    /// Returns whether anything can be read within `seconds`, its end included.
    public func isQuiet(for seconds: Double) throws -> Bool {
        guard waiting.isEmpty else { return false }
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wanted, 1, Deadline(seconds: seconds).milliseconds) == 0
    }

    /// Closes the reading end, as a browser that died does; the writer sees EPIPE.
    public func close() {
        // The number stays taken, so that no other descriptor gets it before `deinit`.
        let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
        dup2(null, descriptor)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        Glibc.close(null)
        hasEnded = true
    }

    /// Reads what there is from any of `readers`, or returns once `writer` has room; false where all of them have ended.
    static func wait(
        for readers: [StreamReader], or writer: StreamWriter? = nil, within deadline: Deadline
    ) throws -> Bool {
        let open = readers.filter { !$0.hasEnded }
        if open.isEmpty { return false }
        var wanted = open.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        if let room = writer?.room { wanted.append(room) }
        guard poll(&wanted, nfds_t(wanted.count), deadline.milliseconds) > 0 else {
            throw TestFault("nothing was written before the deadline")
        }
        for (reader, state) in zip(open, wanted) where state.revents != 0 { try reader.readOnce() }
        return true
    }

    private func readOnce() throws {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        // What a socket's other end hadn't read when it closed is reported to this one as a reset.
        if count < 0, errno != ECONNRESET { throw TestFault.system("read", errno) }
        if count <= 0 { hasEnded = true }
        waiting += bytes[..<max(0, count)]
    }

    private func close(_ descriptor: Int32) { Glibc.close(descriptor) }
}

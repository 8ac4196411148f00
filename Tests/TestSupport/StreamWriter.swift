import Glibc

/// The writing end of a pipe or a socket, with deadlines.
public final class StreamWriter {
    private var descriptor: Int32

    /// - Parameter descriptor: made non-blocking, so that a reader who stops reading is noticed; closed when this object goes.
    public init(_ descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    deinit { close() }

    /// Writes all of `bytes`; where there is no room, it waits.
    public func write(_ bytes: some Sequence<UInt8>, within deadline: Deadline = Deadline()) throws {
        let bytes = Array(bytes)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { raw in
                Glibc.write(descriptor, raw.baseAddress.map { $0 + written }, raw.count - written)
            }
            if count >= 0 {
                written += count
            } else if errno == EAGAIN {
                var wanted = room
                guard poll(&wanted, 1, deadline.milliseconds) > 0 else {
                    throw TestFault("\(written) of \(bytes.count) bytes were taken in time")
                }
            } else if errno != EINTR {
                throw TestFault.system("write", errno)
            }
        }
    }

    /// What `poll` waits for until there is room.
    var room: pollfd { pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0) }

    /// Writes what is taken at once and returns how much that was; all of it where nobody reads any more.
    func writeWhatIsTaken(of bytes: ArraySlice<UInt8>) throws -> Int {
        if bytes.isEmpty { return 0 }
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count >= 0 { return count }
        switch errno {
        case EAGAIN, EINTR: return 0
        case EPIPE: return bytes.count
        default: throw TestFault.system("write", errno)
        }
    }

    /// Writes the same bytes again and again until nothing is taken for `seconds`, and returns how many were; less than
    /// `limit` and 64 KiB.
    public func writeWhatIsTaken(of bytes: [UInt8] = [0], upTo limit: Int, pausing seconds: Double = 0.3) -> Int {
        let many = [[UInt8]](repeating: bytes, count: 65536 / bytes.count).flatMap { $0 }
        var written = 0
        while written < limit {
            let count = Glibc.write(descriptor, many, many.count)
            if count > 0 { written += count }
            var wanted = room
            guard poll(&wanted, 1, Int32(seconds * 1000)) > 0, wanted.revents & Int16(POLLOUT) != 0 else { break }
        }
        return written
    }

    /// Ends a socket's direction of writing, whoever else holds a descriptor of it.
    func finish() throws {
        guard shutdown(descriptor, Int32(SHUT_WR)) == 0 else { throw TestFault.system("shutdown", errno) }
    }

    /// Closes it; the reader sees the end of the stream.
    public func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }
}

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Frames on a pair of file descriptors, read and written by blocking calls that have a deadline: for the command line
/// and for tests. The descriptors stay the caller's and may be blocking or not.
///
/// A write to a socket raises no SIGPIPE. A write to a pipe does: a program that writes to pipes ignores that signal.
public struct FileDescriptorFrames: ~Copyable, Sendable {
    private let input: Int32
    private let output: Int32
    private var reader = FrameReader()

    /// Reads from one descriptor and writes to another, which may be the same.
    public init(reading input: Int32, writing output: Int32) {
        self.input = input
        self.output = output
        #if canImport(Darwin)
            var on: Int32 = 1
            _ = setsockopt(output, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    /// Reads one frame and copies its payload into an array, which isn't wiped.
    ///
    /// - Parameter deadline: The time to give up; `nil` waits for ever.
    /// - Throws: ``FrameError``. After ``FrameError/empty`` and ``FrameError/tooLarge(count:)`` the stream is in step.
    public mutating func readFrame(deadline: ContinuousClock.Instant? = nil) throws(FrameError) -> [UInt8] {
        try waitForFrame(deadline)
        return reader.withFrame { Array($0) }
    }

    /// Reads one frame and calls the closure with its payload, which is wiped before the next frame is read.
    ///
    /// - Parameter deadline: The time to give up; `nil` waits for ever.
    /// - Throws: ``FrameError``. After ``FrameError/empty`` and ``FrameError/tooLarge(count:)`` the stream is in step.
    public mutating func readFrame<Result>(
        deadline: ContinuousClock.Instant? = nil, _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(FrameError) -> Result {
        try waitForFrame(deadline)
        return reader.withFrame(body)
    }

    /// Writes one frame.
    ///
    /// - Parameter deadline: The time to give up; `nil` waits for ever.
    /// - Throws: ``FrameError``. After any but ``FrameError/empty`` and ``FrameError/tooLarge(count:)``, a part of the
    ///   frame may be in the stream, and nothing more can be written to it.
    public func writeFrame(_ payload: [UInt8], deadline: ContinuousClock.Instant? = nil) throws(FrameError) {
        try Frame.check(count: payload.count)
        try writeAll(Frame.header(count: payload.count) + payload, deadline)
    }

    /// Writes one frame without copying its payload, since secrets must not be copied.
    ///
    /// - Parameter deadline: The time to give up; `nil` waits for ever.
    /// - Throws: As ``writeFrame(_:deadline:)``.
    public func writeFrame(
        _ payload: UnsafeRawBufferPointer, deadline: ContinuousClock.Instant? = nil
    ) throws(FrameError) {
        try Frame.check(count: payload.count)
        try writeAll(Frame.header(count: payload.count), deadline)
        try write(payload, deadline)
    }
}

extension FileDescriptorFrames {
    private mutating func waitForFrame(_ deadline: ContinuousClock.Instant?) throws(FrameError) {
        while true {
            switch reader.next() {
            case .frame: return
            case .empty: throw .empty
            case .tooLarge(let count): throw .tooLarge(count: count)
            case nil: try receive(deadline)
            }
        }
    }

    private mutating func receive(_ deadline: ContinuousClock.Instant?) throws(FrameError) {
        try wait(for: input, POLLIN, deadline)
        let descriptor = input
        let (count, code) = reader.fillOnce(from: descriptor)
        if count == 0 { throw reader.isInsideFrame ? .truncated : .closed }
        if count < 0, code != EINTR, code != EAGAIN, code != EWOULDBLOCK {
            throw code == ECONNRESET ? (reader.isInsideFrame ? .truncated : .closed) : .system(errno: code)
        }
    }

    private func writeAll(_ bytes: [UInt8], _ deadline: ContinuousClock.Instant?) throws(FrameError) {
        let outcome = bytes.withUnsafeBytes { bytes in
            do throws(FrameError) {
                return Result<Void, FrameError>.success(try write(bytes, deadline))
            } catch {
                return .failure(error)
            }
        }
        try outcome.get()
    }

    private func write(_ bytes: UnsafeRawBufferPointer, _ deadline: ContinuousClock.Instant?) throws(FrameError) {
        var rest = bytes
        while let base = rest.baseAddress, rest.count > 0 {
            try wait(for: output, POLLOUT, deadline)
            let (count, code) = Self.send(base, rest.count, to: output)
            if count >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if code == EPIPE || code == ECONNRESET {
                throw .brokenPipe
            } else if code != EINTR, code != EAGAIN, code != EWOULDBLOCK {
                throw .system(errno: code)
            }
        }
    }

    private static func send(_ base: UnsafeRawPointer, _ count: Int, to output: Int32) -> (Int, Int32) {
        #if canImport(Darwin)
            let flags = MSG_DONTWAIT
        #else
            let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        #endif
        var sent = systemSend(output, base, count, flags)
        if sent < 0, errno == ENOTSOCK {
            // A pipe that polls as writable takes this many bytes without blocking.
            sent = systemWrite(output, base, min(count, 4096))
        }
        return (sent, sent < 0 ? errno : 0)
    }

    /// Waits until a descriptor is ready, has failed or was closed, or the deadline passes.
    private func wait(
        for descriptor: Int32, _ events: some BinaryInteger, _ deadline: ContinuousClock.Instant?
    ) throws(FrameError) {
        // poll passes over negative descriptors and would wait for ever.
        guard descriptor >= 0 else { throw .system(errno: EBADF) }
        while true {
            var timeout: Int32 = -1
            if let deadline {
                let left = ContinuousClock.now.duration(to: deadline)
                guard left > .zero else { throw .timedOut }
                timeout = left > .seconds(60) ? 60_000 : Int32(left / .milliseconds(1)) + 1
            }
            var entry = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
            let ready = poll(&entry, 1, timeout)
            if ready > 0 { return }
            if ready < 0, errno != EINTR { throw .system(errno: errno) }
        }
    }
}

// Inside the type, `write` and `send` are its own.
private func systemSend(_ descriptor: Int32, _ base: UnsafeRawPointer, _ count: Int, _ flags: Int32) -> Int {
    send(descriptor, base, count, flags)
}

private func systemWrite(_ descriptor: Int32, _ base: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, base, count)
}

extension FrameReader {
    /// Performs one `read`, and returns its result with its `errno`.
    fileprivate mutating func fillOnce(from descriptor: Int32) -> (Int, Int32) {
        var code: Int32 = 0
        let count = fill { memory in
            let count = read(descriptor, memory.baseAddress, memory.count)
            code = count < 0 ? errno : 0
            return count
        }
        return (count, code)
    }
}

import JSONRPC
import NativeMessaging
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Carries frames in both directions over a pair of pipes: one thread runs it, any thread may send.
///
/// Frames that are sent before it runs wait until it does. The descriptors stay the caller's.
final class FramePipe: Sendable {
    /// The reason it no longer runs.
    enum End: Sendable, Hashable {
        /// The other end closed the pipe, or reads no more.
        case ended
        /// A frame that is empty or too large, or one that `take` refused.
        case unfit
        /// ``FramePipe/close()``.
        case closed
    }

    private struct State {
        var waiting: [[UInt8]] = []
        /// The bytes of the first waiting frame that are already written.
        var written = 0
        var waitingCount = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    /// The most bytes that may wait to be written.
    private let limit: Int
    /// A pipe that becomes readable when there is something to write, or nothing more to do.
    private let wake: (reading: Int32, writing: Int32)

    /// - Throws: `notStarted`, if there is no descriptor left.
    init(limit: Int) throws(GatewayFault) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .notStarted(errno: errno) }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        wake = (ends[0], ends[1])
        self.limit = limit
    }

    deinit {
        for end in [wake.reading, wake.writing] { closeDescriptor(end) }
    }

    /// Sends a frame; returns false if it is too large, or if the other end doesn't read.
    func send(_ payload: [UInt8]) -> Bool {
        guard let frame = try? Frame.encode(payload) else { return false }
        let isTaken = state.withLock { state in
            guard !state.isClosed, state.waitingCount + frame.count <= limit else { return false }
            state.waiting.append(frame)
            state.waitingCount += frame.count
            return true
        }
        if isTaken { _ = write(wake.writing, "x", 1) }
        return isTaken
    }

    /// Ends it at once, and drops the frames that wait.
    func close() {
        state.withLock { $0.isClosed = true }
        _ = write(wake.writing, "x", 1)
    }

    /// Reads and writes until one of the ends stops.
    ///
    /// - Parameters:
    ///   - take: Takes a frame; returns false if it is unfit.
    ///   - tick: Called at least every second; returns false to stop.
    func run(
        reading input: Int32, writing output: Int32, tick: () -> Bool = { true }, take: (JSONSource) -> Bool
    ) -> End {
        for descriptor in [input, output] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
        var reader = FrameReader()
        while true {
            let (isClosed, hasMore) = state.withLock { ($0.isClosed, !$0.waiting.isEmpty) }
            guard !isClosed, tick() else { return .closed }
            var entries = [
                pollfd(fd: input, events: Int16(POLLIN), revents: 0),
                pollfd(fd: output, events: hasMore ? Int16(POLLOUT) : 0, revents: 0),
                pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&entries, nfds_t(entries.count), 1000) >= 0 || errno == EINTR else { return .ended }
            if entries[2].revents != 0 { drain() }
            if entries[0].revents != 0, let end = receive(&reader, from: input, take) { return end }
            if entries[1].revents != 0, !writeWaiting(to: output) { return .ended }
        }
    }

    private func drain() {
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(wake.reading, &bytes, bytes.count) == bytes.count {}
    }

    private func receive(
        _ reader: inout FrameReader, from input: Int32, _ take: (JSONSource) -> Bool
    ) -> End? {
        let count = reader.fill { memory in read(input, memory.baseAddress, memory.count) }
        if count == 0 { return .ended }
        if count < 0 { return errno == EAGAIN || errno == EINTR ? nil : .ended }
        while let event = reader.next() {
            guard case .frame = event, take(reader.withFrame { JSONSource(copying: $0) }) else { return .unfit }
        }
        return nil
    }

    /// Writes as much as there is room for; returns false if the other end no longer reads.
    private func writeWaiting(to output: Int32) -> Bool {
        state.withLock { state in
            guard let frame = state.waiting.first else {
                // Nothing to write, and yet something to say: the other end is closed.
                return false
            }
            let count = frame.withUnsafeBytes { bytes in
                write(output, bytes.baseAddress.map { $0 + state.written }, bytes.count - state.written)
            }
            if count < 0 { return errno == EAGAIN || errno == EINTR }
            state.written += count
            if state.written == frame.count {
                state.waiting.removeFirst()
                state.waitingCount -= frame.count
                state.written = 0
            }
            return true
        }
    }
}

// Inside the type, `close` is its own.
private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

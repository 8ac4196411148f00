import CPlatform
import JSONRPC
import NativeMessaging

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The browser's end of the host: standard input and output, and the signal by which it says that it is done.
///
/// Both are non-blocking, so that the host never waits for one of them while another has something to say.
struct Browser: ~Copyable {
    static let input = STDIN_FILENO
    static let output = STDOUT_FILENO

    /// Readable as soon as SIGTERM, SIGINT or SIGHUP has come.
    let termination: Int32
    private var source = FrameSource(STDIN_FILENO)

    /// - Returns: nil where the system has no descriptor left.
    init?() {
        termination = platform_termination_descriptor()
        guard termination >= 0 else { return nil }
        for descriptor in [Self.input, Self.output] {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }
    }

    /// Waits so long, or less where the browser lets go of the host meanwhile; says whether it has.
    func hasGone(within milliseconds: Int32) -> Bool {
        var states = [pollfd(fd: Self.input, events: 0, revents: 0), outputState, terminationState]
        return poll(&states, nfds_t(states.count), milliseconds) > 0
    }

    /// What came first.
    enum Wait {
        case ready, timedOut, browserGone
    }

    /// Waits until a descriptor of another's is ready, so many milliseconds at most.
    func staysUntil(_ descriptor: Int32, is events: Int32, within milliseconds: Int32) -> Wait {
        var states = [
            pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0),
            pollfd(fd: Self.input, events: 0, revents: 0), outputState, terminationState,
        ]
        switch poll(&states, nfds_t(states.count), milliseconds) {
        case 0: return .timedOut
        case 1...: return states[1...].allSatisfy { $0.revents == 0 } ? .ready : .browserGone
        default: return errno == EINTR ? .ready : .browserGone
        }
    }

    /// Where nothing is to be written, the end of the reader still shows.
    private var outputState: pollfd { pollfd(fd: Self.output, events: 0, revents: 0) }

    var terminationState: pollfd { pollfd(fd: termination, events: Int16(POLLIN), revents: 0) }

    /// Reads the next frame whole. Frames that are too large or empty are answered and passed over.
    ///
    /// - Returns: nil where the browser has gone.
    mutating func readFrame() -> FirstFrame? {
        let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)
        defer { scratch.deallocate() }
        while true {
            switch source.step(into: scratch) {
            case .began(let count): return readPayload(FirstFrame(payloadCount: count))
            case .tooLarge(let count):
                guard deliver(Answer.tooLarge(count)) else { return nil }
            case .empty:
                guard deliver(Answer.empty) else { return nil }
            case .progressed, .read: continue
            case .waiting:
                guard waitFor(Self.input, POLLIN) else { return nil }
            case .ended: return nil
            }
        }
    }

    private mutating func readPayload(_ frame: consuming FirstFrame) -> FirstFrame? {
        while !frame.room.isEmpty {
            switch source.step(into: frame.room) {
            case .read(let count): frame.didRead(count)
            case .waiting:
                guard waitFor(Self.input, POLLIN) else { return nil }
            case .ended: return nil
            case .began, .tooLarge, .empty, .progressed: continue
            }
        }
        return frame
    }

    /// Writes a whole frame.
    ///
    /// - Returns: false where the browser has gone.
    func deliver(_ frame: [UInt8]) -> Bool {
        var written = 0
        while written < frame.count {
            let count = frame.withUnsafeBytes { bytes in
                write(Self.output, bytes.baseAddress.map { $0 + written }, bytes.count - written)
            }
            if count > 0 {
                written += count
            } else if count == 0 || errno != EINTR {
                guard errno == EAGAIN || errno == EWOULDBLOCK, waitFor(Self.output, POLLOUT) else { return false }
            }
        }
        return true
    }

    /// Waits until one of the browser's own descriptors is ready. False where the host is told to end first, or nobody reads.
    private func waitFor(_ descriptor: Int32, _ events: some BinaryInteger) -> Bool {
        waitFor(descriptor, events, or: [outputState, terminationState])
    }

    private func waitFor(_ descriptor: Int32, _ events: some BinaryInteger, or ends: [pollfd]) -> Bool {
        var states = [pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)] + ends
        while poll(&states, nfds_t(states.count), -1) < 0 {
            guard errno == EINTR else { return false }
        }
        return states[1...].allSatisfy { $0.revents == 0 }
    }
}

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

/// The extension for which a browser started this host, according to its arguments.
///
/// | browser | arguments |
/// |---|---|
/// | Chromium | `chrome-extension://ID/`, then options such as `--parent-window=0` |
/// | Firefox | the manifest's absolute path, then the add-on's id |
///
/// The browser writes them, not the extension, so the agent takes the caller's class from them. Arguments that don't
/// look like a browser's call are refused: the host is for browsers only.
struct BrowserCaller: Equatable {
    enum Browser: String {
        case chromium
        case firefox
    }

    let browser: Browser
    /// `chrome-extension://ID/` or the Firefox add-on's id.
    let name: String
    /// Every argument, unchanged.
    let arguments: [String]

    /// - Parameter arguments: without the program's own name.
    /// - Returns: nil if no browser calls like this.
    init?(arguments: [String]) {
        let isBounded = arguments.count <= 8 && arguments.allSatisfy { $0.utf8.count <= 4096 }
        guard isBounded, let first = arguments.first else { return nil }
        self.arguments = arguments
        let options: ArraySlice<String>
        if Self.isExtensionOrigin(first) {
            (browser, name) = (.chromium, first)
            options = arguments[1...]
        } else {
            guard first.utf8.first == UInt8(ascii: "/"), arguments.count >= 2, Self.isAddOnID(arguments[1]) else {
                return nil
            }
            (browser, name) = (.firefox, arguments[1])
            options = arguments[2...]
        }
        guard options.allSatisfy({ $0.utf8.starts(with: "--".utf8) }) else { return nil }
    }

    /// Returns true for `chrome-extension://`, 32 letters from a to p, and a slash.
    private static func isExtensionOrigin(_ text: String) -> Bool {
        let scheme = "chrome-extension://".utf8
        guard text.utf8.starts(with: scheme), text.utf8.count == scheme.count + 33 else { return false }
        let id = text.utf8.dropFirst(scheme.count)
        return id.last == UInt8(ascii: "/") && id.dropLast().allSatisfy { (0x61...0x70).contains($0) }
    }

    /// Returns true for a UUID in braces, or `name@domain` of letters, digits and `-._`: the two forms that Firefox installs.
    private static func isAddOnID(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count <= 80 else { return false }
        if bytes.first == UInt8(ascii: "{") {
            let groups = bytes.dropFirst().dropLast().split(
                separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            return bytes.last == UInt8(ascii: "}") && groups.map(\.count) == [8, 4, 4, 4, 12]
                && groups.joined().allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
        }
        let halves = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        return halves.count == 2 && !halves[1].isEmpty
            && halves.joined().allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

/// The browser's end of the host: standard input and output, and the signal by which it says that it is done.
///
/// Both are non-blocking, so that the host never waits for one of them while another has something to say.
struct Browser: ~Copyable {
    static let input = STDIN_FILENO
    static let output = STDOUT_FILENO

    /// A descriptor that becomes readable as soon as SIGTERM, SIGINT or SIGHUP has come.
    let termination: Int32
    private var source = FrameSource(STDIN_FILENO)

    /// - Returns: nil if the system has no descriptor left.
    init?() {
        termination = platform_termination_descriptor()
        guard termination >= 0 else { return nil }
        for descriptor in [Self.input, Self.output] {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }
    }

    /// Waits for the given time, or less if the browser lets go of the host; returns true if it has.
    func hasGone(within milliseconds: Int32) -> Bool {
        var states = [pollfd(fd: Self.input, events: 0, revents: 0), outputState, terminationState]
        return poll(&states, nfds_t(states.count), milliseconds) > 0
    }

    /// The first event of a wait.
    enum Wait {
        case ready, timedOut, browserGone
    }

    /// Waits until another descriptor is ready, for at most the given milliseconds.
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

    /// The poll entry of the output. It asks for no events, but still shows the end of the reader.
    private var outputState: pollfd { pollfd(fd: Self.output, events: 0, revents: 0) }

    var terminationState: pollfd { pollfd(fd: termination, events: Int16(POLLIN), revents: 0) }

    /// Reads the next frame whole. Frames that are too large or empty are answered and skipped.
    ///
    /// - Returns: nil if the browser has gone.
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
    /// - Returns: false if the browser has gone.
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

    /// Waits until one of the browser's own descriptors is ready. Returns false if the host is told to end first, or the reader is gone.
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

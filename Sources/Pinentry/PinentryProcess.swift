import AgentSocket
import CPlatform
package import Salt
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A started pinentry with its pipes, through which lines go and come within one time limit.
///
/// Every method but ``cancel()`` blocks, and must be called on the thread that started the program. The program leads a process
/// group of its own, which is killed as one. The deinitializer waits for its end.
package final class PinentryProcess: Sendable {
    private let pid: pid_t
    private let input: Int32
    private let output: Int32
    /// A pipe that becomes readable when the conversation is cancelled.
    private let wakeRead: Int32
    private let wakeWrite: Int32
    private let deadline: ContinuousClock.Instant
    private let state = Mutex(State())

    private struct State {
        var isCancelled = false
        var isWaitedFor = false
    }

    /// Starts a program.
    ///
    /// - Throws: `notStarted`.
    package init(
        _ program: PinentryProgram, arguments: [String] = [], environment: [String],
        deadline: ContinuousClock.Instant
    ) throws(PinentryError) {
        var wake: [Int32] = [-1, -1]
        guard pipe(&wake) == 0 else { throw .notStarted(errno: errno) }
        for end in wake {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        var (pid, input, output): (pid_t, Int32, Int32) = (-1, -1, -1)
        let failed = CStringArray([program.path] + arguments).withPointer { arguments in
            CStringArray(environment).withPointer { environment in
                platform_spawn_piped(program.path, arguments, environment, &pid, &input, &output)
            }
        }
        guard failed == 0 else {
            for end in wake { close(end) }
            throw .notStarted(errno: failed)
        }
        (self.pid, self.input, self.output) = (pid, input, output)
        (wakeRead, wakeWrite) = (wake[0], wake[1])
        self.deadline = deadline
    }

    deinit {
        end(patience: .zero)
        for descriptor in [input, output, wakeRead, wakeWrite] { close(descriptor) }
    }

    /// The whole seconds that are left, at least one.
    var secondsLeft: Int64 { max(1, (deadline - .now).components.seconds) }

    /// Ends the current wait and every later one. Any thread may call it.
    func cancel() {
        let isFirst = state.withLock { state in
            defer { state.isCancelled = true }
            return !state.isCancelled
        }
        if isFirst { _ = write(wakeWrite, "x", 1) }
    }

    /// Ends the program. It asks the program to go, so that a terminal isn't left without its echo, then kills its whole group.
    package func end(patience: Duration = .milliseconds(300)) {
        let isFirst = state.withLock { state in
            defer { state.isWaitedFor = true }
            return !state.isWaitedFor
        }
        guard isFirst else { return }
        if patience > .zero, !platform_child_ended(pid) {
            kill(-pid, SIGTERM)
            let end = ContinuousClock.now + patience
            while !platform_child_ended(pid), ContinuousClock.now < end { usleep(2000) }
        }
        // Until it is waited for, nobody else has the number of the process, nor that of its group.
        kill(-pid, SIGKILL)
        kill(pid, SIGKILL)
        while waitpid(pid, nil, 0) < 0, errno == EINTR {}
    }
}

extension PinentryProcess {
    /// Sends one line.
    ///
    /// - Throws: `ended`, `timedOut`, `cancelled`.
    func send(_ line: borrowing SecretBytes) throws(PinentryError) {
        try line.withBytes { line throws(PinentryError) in try send(line) }
    }

    /// Sends bytes.
    ///
    /// - Throws: `ended`, `timedOut`, `cancelled`.
    func send(_ bytes: UnsafeRawBufferPointer) throws(PinentryError) {
        var rest = bytes
        while !rest.isEmpty {
            try wait(for: input, Int16(POLLOUT))
            let count = write(input, rest.baseAddress, rest.count)
            if count > 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if errno != EINTR, errno != EAGAIN {
                throw PinentryError.ended
            }
        }
    }

    /// Reads what has come, as soon as something has; 0 at the end.
    ///
    /// - Throws: `ended`, `timedOut`, `cancelled`.
    func receive(into buffer: UnsafeMutableRawBufferPointer) throws(PinentryError) -> Int {
        while true {
            try wait(for: output, Int16(POLLIN))
            #if canImport(Glibc)
                let count = Glibc.read(output, buffer.baseAddress, buffer.count)
            #elseif canImport(Musl)
                let count = Musl.read(output, buffer.baseAddress, buffer.count)
            #else
                let count = Darwin.read(output, buffer.baseAddress, buffer.count)
            #endif
            if count >= 0 { return count }
            guard errno == EINTR || errno == EAGAIN else { throw .ended }
        }
    }

    /// Reads one line, without its line feed, into closed memory.
    ///
    /// It reads byte by byte: a pipe takes no bytes back, and an answer with a secret has a few dozen bytes.
    ///
    /// - Throws: `ended`, `timedOut`, `cancelled`, `fault(.lineTooLong)`.
    func line() throws(PinentryError) -> SecretBytes {
        try SecretBytes(capacity: AssuanLine.maximumCount + 1) { buffer throws(PinentryError) in
            var count = 0
            while true {
                let place = UnsafeMutableRawBufferPointer(rebasing: buffer[count...(count)])
                switch read(output, place.baseAddress, 1) {
                case 1:
                    if buffer[count] == 0x0A { return count }
                    count += 1
                    guard count <= AssuanLine.maximumCount else { throw .fault(.lineTooLong) }
                case 0: throw .ended
                default:
                    guard errno == EINTR || errno == EAGAIN else { throw .ended }
                    try wait(for: output, Int16(POLLIN))
                }
            }
        }
    }

    private func wait(for descriptor: Int32, _ events: Int16) throws(PinentryError) {
        while true {
            guard !state.withLock({ $0.isCancelled }) else { throw .cancelled }
            let left = deadline - .now
            guard left > .zero else { throw .timedOut }
            var entries = [
                pollfd(fd: descriptor, events: events, revents: 0),
                pollfd(fd: wakeRead, events: Int16(POLLIN), revents: 0),
            ]
            // In steps of a second at most, since the time of `poll` stands still while the machine sleeps.
            let milliseconds = min(left, .seconds(1)).components.attoseconds / 1_000_000_000_000_000 + 1
            let ready = poll(&entries, nfds_t(entries.count), left >= .seconds(1) ? 1000 : Int32(milliseconds))
            if ready < 0, errno != EINTR { throw .ended }
            if entries[1].revents != 0 { throw .cancelled }
            if entries[0].revents != 0 { return }
        }
    }
}

/// Commands and their answers.
extension PinentryProcess {
    /// The most bytes of a secret.
    static let maximumSecretCount = 2048
    /// A limit that no answer reaches: pinentry sends at most a few statuses before it is done.
    private static let maximumLines = 64

    /// The end of an answer.
    struct Response {
        /// libgpg-error's number, or nil for `OK`.
        var code: UInt16?
        /// The number of data bytes before it.
        var count = 0
        /// True if the window was closed.
        var isClosed = false
    }

    /// Sends a command whose only answer is `OK`.
    ///
    /// - Throws: `refused`, and any error of `send` and `line`.
    func command(_ keyword: String, _ text: String = "") throws(PinentryError) {
        try command(Self.command(keyword, text))
    }

    func command(_ command: borrowing AssuanCommand) throws(PinentryError) {
        try send(command.line)
        try expectOK()
    }

    func expectOK() throws(PinentryError) {
        if let code = try response().code { throw .refused(code: code) }
    }

    /// True if the program would ask on a terminal: `curses`, `gtk2:curses`, `tty`. False if the program doesn't tell.
    func isForTerminals() throws(PinentryError) -> Bool {
        try send(Self.command("GETINFO", "flavor").line)
        var flavor: [UInt8] = []
        var response = Response()
        let secret = try SecretBytes(capacity: 128) { buffer throws(PinentryError) in
            response = try self.response(data: buffer)
            return response.count
        }
        if response.code == nil { flavor = secret.disclosed() }
        let last = flavor.split(separator: UInt8(ascii: ":")).last ?? []
        return ["curses", "tty"].contains { last.elementsEqual($0.utf8) }
    }

    /// Sends a command that a person answers.
    func ask(_ keyword: String) throws(PinentryError) -> Response {
        try send(Self.command(keyword).line)
        return try response()
    }

    /// Sends a command that a person answers with a secret.
    func askSecret(_ keyword: String) throws(PinentryError) -> (response: Response, secret: SecretAnswer) {
        try send(Self.command(keyword).line)
        var response = Response()
        let secret = try SecretBytes(capacity: Self.maximumSecretCount) { buffer throws(PinentryError) in
            response = try self.response(data: buffer)
            return response.count
        }
        return (response, SecretAnswer(secret))
    }

    private static func command(_ keyword: String, _ text: String = "") throws(PinentryError) -> AssuanCommand {
        do throws(AssuanFault) { return try AssuanCommand(keyword, text) } catch { throw .fault(error) }
    }

    /// Reads up to the line that ends an answer.
    ///
    /// - Parameter data: The buffer for decoded data; without it, data is a fault.
    private func response(data: UnsafeMutableRawBufferPointer? = nil) throws(PinentryError) -> Response {
        var response = Response()
        for _ in 0..<Self.maximumLines {
            let line = try line()
            let kind: AssuanLine
            do throws(AssuanFault) {
                kind = try line.withBytes { line throws(AssuanFault) in
                    let kind = try AssuanLine(parsing: line)
                    if case .data(let start) = kind {
                        guard let data else { throw .unexpectedData }
                        response.count += try AssuanLine.unescape(
                            UnsafeRawBufferPointer(rebasing: line[start...]),
                            into: UnsafeMutableRawBufferPointer(rebasing: data[response.count...]))
                    }
                    return kind
                }
            } catch {
                throw .fault(error)
            }
            switch kind {
            case .ok: return response
            case .error(let code):
                response.code = code
                return response
            case .status(.closed): response.isClosed = true
            case .status(.cached): throw .fault(.cachedSecret)
            case .status(.other), .data, .comment: continue
            // We offer nothing that it could ask back for.
            case .inquiry: try send(Self.command("CAN").line)
            }
        }
        throw .fault(.answerTooLong)
    }
}

/// A secret on its way between two threads.
package final class SecretAnswer: Sendable {
    package let bytes: SecretBytes

    package init(_ bytes: consuming SecretBytes) {
        self.bytes = bytes
    }
}

import CPlatform
import DisplayText
import Salt
import Wording

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The terminal that the user sits at, regardless of standard input and output.
///
/// Rules of this file: typed input goes straight into `SecretBytes`, secret or not. Echo and screen return to their former
/// state on every way out, Ctrl-C and SIGTERM included. Ctrl-Z and Ctrl-\ do nothing, because they would leave the terminal
/// changed.
struct Terminal: ~Copyable {
    let descriptor: Int32
    private let signals: Int32
    private let before: termios

    /// The longest line, in bytes.
    private static let lineLimit = 1024

    /// Opens the process's controlling terminal.
    ///
    /// - Parameters:
    ///   - purpose: The action that is reported as impossible if there is no terminal.
    ///   - hint: The advice in that case.
    /// - Throws: if there is no terminal.
    init(for purpose: TextKey, hint: TextKey) throws(CommandError) {
        let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        var state = termios()
        guard descriptor >= 0, tcgetattr(descriptor, &state) == 0 else {
            if descriptor >= 0 { close(descriptor) }
            throw CommandError(
                say(.terminalNeeded, ["purpose": say(purpose)]), hint: say(hint), status: .noTerminal)
        }
        self.descriptor = descriptor
        before = state
        signals = platform_termination_descriptor()
        let disabled = UInt8(truncatingIfNeeded: fpathconf(descriptor, Int32(_PC_VDISABLE)))
        withUnsafeMutableBytes(of: &state.c_cc) {
            $0[Int(VSUSP)] = disabled
            $0[Int(VQUIT)] = disabled
        }
        tcsetattr(descriptor, TCSADRAIN, &state)
    }

    deinit {
        var state = before
        tcsetattr(descriptor, TCSADRAIN, &state)
        close(descriptor)
        for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
    }

    func write(_ text: String) {
        Array(text.utf8).withUnsafeBytes { writeAll($0, to: descriptor) }
    }

    func write(_ bytes: UnsafeRawBufferPointer) { writeAll(bytes, to: descriptor) }

    /// Asks for one line.
    ///
    /// - Parameter whileWaiting: called every ten seconds until the line is there.
    /// - Throws: on Ctrl-C, at the end of input, and if the line is longer than 1,024 bytes.
    func line(
        _ prompt: String, echo: Bool, whileWaiting: () throws(CommandError) -> Void = {}
    ) throws(CommandError) -> SecretBytes {
        if !echo { setEcho(false) }
        write(prompt)
        defer {
            if !echo {
                setEcho(true)
                write("\n")
            }
        }
        do throws(CommandError) {
            return try SecretBytes(capacity: Self.lineLimit) { buffer throws(CommandError) in
                try read(into: buffer, whileWaiting)
            }
        } catch {
            if echo { write("\n") }
            throw error
        }
    }

    /// Asks a question. Only `y` or `yes`, or that word in the user's language, means yes.
    func confirms(_ question: String, whileWaiting: () throws(CommandError) -> Void = {}) throws(CommandError) -> Bool {
        let answer = try line("\(question) \(say(.yesOrNo)) ", echo: true, whileWaiting: whileWaiting)
        let spellings = ["yes", say(.answerYes)].flatMap { word in
            let first = word.prefix(1)
            return [String(first), first.uppercased(), word, first.uppercased() + word.dropFirst(), word.uppercased()]
        }
        return spellings.contains { answer.isEqual(to: Array($0.utf8)) }
    }

    /// Runs `body` on the terminal's alternate screen, which keeps no scrollback, and wipes that screen before leaving it.
    func onAlternateScreen<Result: ~Copyable>(
        _ body: (borrowing Terminal) throws(CommandError) -> Result
    ) throws(CommandError) -> Result {
        write("\u{1B}[?1049h")
        clear()
        defer {
            clear()
            write("\u{1B}[?1049l")
        }
        return try body(self)
    }

    /// Clears the screen and, if the terminal keeps one, its scrollback.
    func clear() { write("\u{1B}[2J\u{1B}[3J\u{1B}[H") }

    private func setEcho(_ on: Bool) {
        var state = termios()
        guard tcgetattr(descriptor, &state) == 0 else { return }
        if on { state.c_lflag |= tcflag_t(ECHO) } else { state.c_lflag &= ~tcflag_t(ECHO) }
        // Earlier keys were typed for something else than the secret.
        tcsetattr(descriptor, on ? TCSADRAIN : TCSAFLUSH, &state)
    }

    /// Reads up to the line ending, which isn't kept, and returns the count.
    private func read(
        into buffer: UnsafeMutableRawBufferPointer, _ whileWaiting: () throws(CommandError) -> Void
    ) throws(CommandError) -> Int {
        var count = 0
        while count < buffer.count {
            try waitForInput(whileWaiting)
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let number = systemRead(descriptor, rest)
            if number < 0, errno == EINTR { continue }
            guard number > 0 else { throw CommandError(say(.terminalSilent), status: .noTerminal) }
            count += number
            // The terminal hands over whole lines: a line's end is the last byte or isn't there yet.
            if buffer[count - 1] == UInt8(ascii: "\n") { return count - 1 }
        }
        throw CommandError(say(.countedLineTooLong, Self.lineLimit))
    }

    func waitForInput(_ whileWaiting: () throws(CommandError) -> Void) throws(CommandError) {
        while true {
            var entries = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
            ]
            let ready = poll(&entries, nfds_t(entries.count), 10_000)
            if ready < 0, errno != EINTR { throw CommandError(say(.terminalUnwaitable)) }
            if entries[1].revents != 0 { throw .interrupted }
            if entries[0].revents != 0 { return }
            if ready == 0 { try whileWaiting() }
        }
    }
}

// Inside the type, `read` is its own.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}

extension Terminal {
    /// Runs `body` while keys come one by one and without echo instead of in lines. Ctrl-C keeps its meaning.
    func withKeys<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
        var lines = termios()
        guard tcgetattr(descriptor, &lines) == 0 else { return try body() }
        var keys = lines
        keys.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
        withUnsafeMutableBytes(of: &keys.c_cc) {
            $0[Int(VMIN)] = 1
            $0[Int(VTIME)] = 0
        }
        // The rest of a paste isn't for the next question, which may ask for a passphrase and would show it.
        tcsetattr(descriptor, TCSAFLUSH, &keys)
        defer { tcsetattr(descriptor, TCSAFLUSH, &lines) }
        try body()
    }

    /// Waits for keys and reads the bytes that are there, at most as many as the buffer holds.
    ///
    /// - Throws: on Ctrl-C and at the end of input.
    func keys(into buffer: UnsafeMutableRawBufferPointer) throws(CommandError) -> Int {
        while true {
            try waitForInput { () throws(CommandError) in }
            let count = systemRead(descriptor, buffer)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw CommandError(say(.terminalSilent), status: .noTerminal) }
            return count
        }
    }
}

/// The input that is piped into a command. No secret is ever read from it.
enum StandardInput {
    /// Reads to the end.
    ///
    /// - Parameter limit: The most bytes.
    /// - Throws: if it can't be read or there is more.
    static func bytes(limit: Int) throws(CommandError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var end = 0
        while end < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                read(STDIN_FILENO, $0.baseAddress?.advanced(by: end), $0.count - end)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw CommandError(say(.inputUnread)) }
            guard count > 0 else { return Array(bytes[..<end]) }
            end += count
        }
        throw CommandError(say(.countedInputTooLong, limit))
    }
}

/// The width of the user's terminal, for lines that it must not break.
enum TerminalWidth {
    /// The columns of a terminal that doesn't report them, and of a file.
    private static let usual = 80

    static var columns: Int {
        for descriptor in [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO] {
            var size = winsize()
            // Nobody reads lines of somebody else's words that are wider.
            if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return min(Int(size.ws_col), 120) }
        }
        return usual
    }

    /// Returns lines as a text, with other people's words marked as such in each visible line.
    static func folding(_ lines: [String]) -> String {
        let fold = LineFold.terminal(columns: columns)
        return lines.flatMap { fold.pieces(of: $0) }.map { $0 + "\n" }.joined()
    }
}

import Glibc
import TestSupport

/// A terminal with nobody but the test before it, and a program that has it as its controlling terminal.
///
/// The program is killed and waited for when this object goes.
final class PseudoTerminal {
    let pid: Int32
    private let descriptor: Int32
    private var isWaitedFor = false
    /// Everything the program has written so far, escapes included.
    private(set) var shown = ""

    init(_ program: String, _ arguments: [String], environment: [String: String]) throws {
        var primary: Int32 = -1
        var secondary: Int32 = -1
        var name = [CChar](repeating: 0, count: 64)
        guard openpty(&primary, &secondary, &name, nil, nil) == 0 else {
            throw TestFault("no pseudo-terminal (errno \(errno))")
        }
        _ = fcntl(primary, F_SETFD, FD_CLOEXEC)
        // Held until the program has opened its own: with none open the terminal would be at its end.
        _ = fcntl(secondary, F_SETFD, FD_CLOEXEC)
        defer { close(secondary) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The leader of a new session gets the first terminal it opens as its own.
        for target: Int32 in 0...2 { posix_spawn_file_actions_addopen(&actions, target, name, O_RDWR, 0) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The threads that run tests block signals: a program that inherited that would never hear of one.
        var (all, none) = (sigset_t(), sigset_t())
        sigfillset(&all)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(
            &attributes, Self.newSession | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))

        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in words + variables { free(pointer) } }
        var pid: pid_t = 0
        let failed = posix_spawn(&pid, program, &actions, &attributes, &words, &variables)
        guard failed == 0 else {
            close(primary)
            throw TestFault("posix_spawn of \(program) failed with errno \(failed)")
        }
        self.pid = pid
        descriptor = primary
    }

    /// `POSIX_SPAWN_SETSID`, which Swift doesn't see.
    private static let newSession: Int16 = 0x80

    deinit {
        if !isWaitedFor {
            kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
        }
        close(descriptor)
    }

    /// Types a line.
    func type(_ line: String) { send(line + "\n") }

    /// Sends keys as they are.
    func send(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = write(descriptor, bytes, bytes.count)
    }

    /// Asks the program to end (SIGTERM).
    func terminate() { kill(pid, SIGTERM) }

    /// Waits until the program has written `text` after what was waited for before, and returns what came up to its end.
    @discardableResult
    func wait(for text: String, within deadline: Deadline = Deadline()) throws -> String {
        while true {
            if let found = shown[seen...].firstRange(of: text) {
                defer { seen = found.upperBound }
                return String(shown[seen..<found.upperBound])
            }
            guard try readOnce(within: deadline) else { throw TestFault("the program ended and never wrote \(text)") }
        }
    }

    private lazy var seen = shown.startIndex

    /// Waits for the program's end and returns its exit status; everything it wrote is in `shown` then.
    func waitForEnd(within deadline: Deadline = Deadline()) throws -> Int32 {
        switch try waitForEnding(within: deadline) {
        case .exited(let status): return status
        case .killed(let signal): throw TestFault("the program was killed by signal \(signal)")
        }
    }

    /// Waits for the program's end, whichever that is.
    func waitForEnding(within deadline: Deadline = Deadline()) throws -> ChildProcess.Ending {
        while try readOnce(within: deadline) {}
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        isWaitedFor = true
        return status & 0x7f == 0 ? .exited((status >> 8) & 0xff) : .killed(signal: status & 0x7f)
    }

    /// True if the terminal echoes what is typed.
    var echoes: Bool {
        var state = termios()
        return tcgetattr(descriptor, &state) == 0 && state.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Reads what there is; false where the program has let go of the terminal.
    private func readOnce(within deadline: Deadline) throws -> Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&wanted, 1, 50) == 0 {
            if deadline.hasPassed { throw TestFault("the program wrote nothing before the deadline; so far: \(shown)") }
        }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return false }
        let position = shown.utf8.distance(from: shown.startIndex, to: seen)
        shown += String(decoding: bytes[..<count], as: UTF8.self)
        seen = shown.utf8.index(shown.startIndex, offsetBy: position)
        return true
    }
}

extension StringProtocol {
    /// Where a text first stands in this one.
    func firstRange(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}

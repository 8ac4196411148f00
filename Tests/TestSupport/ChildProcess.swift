import Glibc
import Synchronization

/// A program that a test runs, with pipes on its standard input, output and error.
///
/// It is killed and waited for when this object goes, so that no test leaves a process behind.
public final class ChildProcess {
    /// The end of a process.
    public enum Ending: Equatable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
    }

    public let pid: Int32
    /// What the process writes to its standard output.
    public let output: StreamReader
    /// What the process writes to its standard error.
    public let errors: StreamReader
    /// What the process reads from its standard input.
    public let input: StreamWriter
    private var ending: Ending?
    /// True if the kernel wrote its memory to a file as it ended (`WCOREDUMP`).
    public private(set) var hasDumped = false

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - environment: the whole of it; nothing is inherited.
    ///   - inheriting: descriptors that the program gets as 3, 4 and so on, as a careless parent would leave them open.
    public init(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], inheriting: [Int32] = []
    ) throws {
        // A test that writes to a program that has ended is to see EPIPE.
        signal(SIGPIPE, SIG_IGN)
        // By its environment a child is found that this process has left behind.
        var environment = environment
        if !environment.values.contains(where: { $0.hasPrefix(ScratchRoot.path) }) {
            environment["SIDEKEY_TEST_RUN"] = ScratchRoot.path
        }
        // One at a time: a child started between the making of a pipe and its mark "close on exec" would hold it open.
        let started = try Self.starting.withLock { _ in
            try Self.start([program] + arguments, environment, inheriting)
        }
        pid = started.pid
        input = StreamWriter(started.input)
        output = StreamReader(started.output)
        errors = StreamReader(started.errors)
    }

    /// Held while a child is started, and by who must not have his descriptors inherited, however shortly.
    static let starting = Mutex(())

    private static func start(
        _ arguments: [String], _ environment: [String: String], _ inheriting: [Int32]
    ) throws -> (pid: Int32, input: Int32, output: Int32, errors: Int32) {
        let (stdin, stdout, stderr) = (try Pipe(), try Pipe(), try Pipe())
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // By way of higher numbers, so that none of them is overwritten before it has been copied.
        let ends = [stdin.reading, stdout.writing, stderr.writing] + inheriting
        let high = (ends.max() ?? 0) + 1
        for (target, end) in ends.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, end, high + Int32(target))
        }
        for target in ends.indices.map(Int32.init) {
            posix_spawn_file_actions_adddup2(&actions, high + target, target)
            posix_spawn_file_actions_addclose(&actions, high + target)
        }
        // The threads that run tests block signals, and this process ignores SIGPIPE: neither is for the child.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (all, none) = (sigset_t(), sigset_t())
        sigfillset(&all)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))

        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in words + variables { free(pointer) } }
        var pid: pid_t = 0
        let failed = posix_spawn(&pid, arguments[0], &actions, &attributes, &words, &variables)
        for end in [stdin.reading, stdout.writing, stderr.writing] { close(end) }
        guard failed == 0 else {
            for end in [stdin.writing, stdout.reading, stderr.reading] { close(end) }
            throw TestFault.system("posix_spawn of \(arguments[0])", failed)
        }
        return (pid, stdin.writing, stdout.reading, stderr.reading)
    }

    deinit {
        guard ending == nil else { return }
        kill(pid, SIGKILL)
        var status: Int32 = 0
        waitpid(pid, &status, 0)
    }

    public func send(signal: Int32) { kill(pid, signal) }

    /// Waits for the process to end; nil where it still runs at the deadline.
    public func waitForEnd(within deadline: Deadline = Deadline()) -> Ending? {
        _ = deadline.wait { hasEnded() }
        return ending
    }

    private func hasEnded() -> Bool {
        if ending != nil { return true }
        var status: Int32 = 0
        guard waitpid(pid, &status, WNOHANG) == pid else { return false }
        // The macros WIFEXITED, WEXITSTATUS and WTERMSIG.
        hasDumped = status & 0x80 != 0
        ending = status & 0x7f == 0 ? .exited((status >> 8) & 0xff) : .killed(signal: status & 0x7f)
        return true
    }
}

extension ChildProcess {
    /// What a program that ran to its end did.
    public struct Result: Sendable {
        public let ending: Ending
        public let output: [UInt8]
        public let errors: String

        public var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// Runs a program to its end.
    ///
    /// Its input is written while its output is read: neither waits for the other.
    public static func run(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], input: [UInt8] = [],
        within deadline: Deadline = Deadline(seconds: 60)
    ) throws -> Result {
        let process = try ChildProcess(program, arguments, environment: environment)
        var rest = input[...]
        var (output, errors): ([UInt8], [UInt8]) = ([], [])
        while true {
            rest = rest.dropFirst(try process.input.writeWhatIsTaken(of: rest))
            if rest.isEmpty { process.input.close() }
            let more = try StreamReader.wait(
                for: [process.output, process.errors], or: rest.isEmpty ? nil : process.input, within: deadline)
            output += process.output.take()
            errors += process.errors.take()
            if !more { break }
        }
        guard let ending = process.waitForEnd(within: deadline) else {
            throw TestFault("\(program) did not end in time")
        }
        return Result(ending: ending, output: output, errors: String(decoding: errors, as: UTF8.self))
    }
}

/// A pipe whose ends are closed on exec.
private struct Pipe {
    let reading: Int32
    let writing: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw TestFault.system("pipe", errno) }
        (reading, writing) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
}

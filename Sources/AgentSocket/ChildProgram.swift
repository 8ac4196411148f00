import CPlatform
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A program of Sidekey's that serves one request on its pipes and ends.
public struct ChildProgram: Sendable, Hashable {
    /// Its absolute path.
    public let path: String
    private let arguments: [String]
    /// The time limit for one run.
    private let limit: Duration

    public init(path: String, arguments: [String] = [], limit: Duration) {
        self.path = path
        self.arguments = arguments
        self.limit = limit
    }

    /// Returns the program of this name in the folder of the running one.
    ///
    /// - Throws: `system`.
    public static func beside(
        thisProgram name: String, arguments: [String] = [], limit: Duration
    ) throws(AgentSocketError) -> ChildProgram {
        ChildProgram(path: try RunningProgram.sibling(name), arguments: arguments, limit: limit)
    }

    /// Starts the program, has its pipes used, and ends it.
    ///
    /// - Parameters:
    ///   - unavailable: the error where the program can't be started.
    ///   - exchange: runs on a thread of its own and may block. It looks at the pipes' deadline and at whether the task was cancelled.
    /// - Throws: What `exchange` throws.
    public func run<Outcome: Sendable, Fault: Error>(
        else unavailable: Fault, _ exchange: @escaping @Sendable (ChildPipes) throws(Fault) -> Outcome
    ) async throws(Fault) -> Outcome {
        let run = ChildRun(path, arguments, until: .now + limit, unavailable, exchange)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { run.begin($0) }
        } onCancel: {
            run.cancel()
        }
        return try result.get()
    }
}

/// The pipes of a program that runs.
public struct ChildPipes: Sendable {
    /// The longest wait between two looks at the clock and at a cancellation, in milliseconds.
    public static let step: Int32 = 100

    /// The end for writing; the program reads it as its standard input.
    public let input: Int32
    /// The end for reading; it carries the program's standard output.
    public let output: Int32
    /// The end of its time.
    public let deadline: ContinuousClock.Instant
    private let cancelled: @Sendable () -> Bool

    fileprivate init(
        input: Int32, output: Int32, deadline: ContinuousClock.Instant, cancelled: @escaping @Sendable () -> Bool
    ) {
        self.input = input
        self.output = output
        self.deadline = deadline
        self.cancelled = cancelled
    }

    /// True once the task that waits for the program was cancelled.
    public var isCancelled: Bool { cancelled() }
}

/// One run of a program, on a thread of its own: the system kills the program when that thread ends, however it ends.
private final class ChildRun<Outcome: Sendable, Fault: Error>: ChildThread, @unchecked Sendable {
    typealias Waiting = CheckedContinuation<Result<Outcome, Fault>, Never>

    private let path: String
    private let arguments: [String]
    private let deadline: ContinuousClock.Instant
    private let unavailable: Fault
    private let exchange: @Sendable (ChildPipes) throws(Fault) -> Outcome
    private let isCancelled = Atomic(false)
    private let waiting = Mutex<Waiting?>(nil)

    init(
        _ path: String, _ arguments: [String], until deadline: ContinuousClock.Instant, _ unavailable: Fault,
        _ exchange: @escaping @Sendable (ChildPipes) throws(Fault) -> Outcome
    ) {
        (self.path, self.arguments, self.deadline) = (path, arguments, deadline)
        (self.unavailable, self.exchange) = (unavailable, exchange)
    }

    func cancel() { isCancelled.store(true, ordering: .releasing) }

    /// Starts the thread, which starts the program.
    func begin(_ continuation: Waiting) {
        waiting.withLock { $0 = continuation }
        let this = Unmanaged<ChildThread>.passRetained(self)
        let failed = platform_begin_thread(
            { Unmanaged<ChildThread>.fromOpaque($0).takeRetainedValue().run() }, this.toOpaque(), 1 << 19)
        guard failed != 0 else { return }
        this.release()
        finish(.failure(unavailable))
    }

    private func finish(_ result: Result<Outcome, Fault>) {
        let continuation = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(returning: result)
    }

    override func run() {
        // A program that has gone is seen by EPIPE. The signal is the thread's own, and ends with it.
        var broken = sigset_t()
        sigemptyset(&broken)
        sigaddset(&broken, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &broken, nil)
        var (pid, writing, reading): (pid_t, Int32, Int32) = (-1, -1, -1)
        let failed = CStringArray([path] + arguments).withPointer { arguments in
            CStringArray(["PATH=/usr/bin:/bin"]).withPointer { environment in
                platform_spawn_piped(path, arguments, environment, &pid, &writing, &reading)
            }
        }
        guard failed == 0 else { return finish(.failure(unavailable)) }
        let pipes = ChildPipes(input: writing, output: reading, deadline: deadline) { [self] in
            isCancelled.load(ordering: .acquiring)
        }
        let result: Result<Outcome, Fault>
        do throws(Fault) { result = .success(try exchange(pipes)) } catch { result = .failure(error) }
        kill(-pid, SIGKILL)
        kill(pid, SIGKILL)
        while waitpid(pid, nil, 0) < 0, errno == EINTR {}
        close(writing)
        close(reading)
        finish(result)
    }
}

/// The part of a run that a C function can start: C knows no generic types.
private class ChildThread {
    func run() {}
}

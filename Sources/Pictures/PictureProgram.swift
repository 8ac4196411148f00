public import AgentSocket
import CPlatform
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The `sidekey-picture` program, of which each picture gets one of its own.
public struct PictureProgram: Sendable, Hashable {
    /// Its absolute path.
    public let path: String
    /// The time limit for one picture.
    private let limit: Duration

    public init(path: String, limit: Duration = .seconds(20)) {
        self.path = path
        self.limit = limit
    }

    /// Returns the one in the folder of the running program.
    ///
    /// - Throws: `system`.
    public static func besideThisProgram() throws(AgentSocketError) -> PictureProgram {
        PictureProgram(path: try RunningProgram.sibling("sidekey-picture"))
    }

    /// Has a file decoded, at most ``Picture/mostSide`` pixels a side.
    ///
    /// - Parameter file: At most ``PicturePipe/mostBytes``.
    /// - Throws: The reason there is no picture; `failed` too if the task is cancelled.
    public func decode(_ file: [UInt8]) async throws(PictureFault) -> Picture {
        guard file.count <= PicturePipe.mostBytes else { throw .tooLarge }
        guard !file.isEmpty else { throw .kind }
        let run = PictureRun(path, PicturePipe.header(count: file.count) + file, until: .now + limit)
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { run.begin($0) }
        } onCancel: {
            run.cancel()
        }
        guard let answer else { throw .failed }
        return try PicturePipe.picture(answer)
    }
}

/// Decodes the file of a picture outside the calling process.
public typealias PictureDecode = @Sendable (_ file: [UInt8]) async throws(PictureFault) -> Picture

/// One run of the program, on a thread of its own: the system kills the program when that thread ends, however it ends.
private final class PictureRun: Sendable {
    typealias Waiting = CheckedContinuation<[UInt8]?, Never>

    /// The longest wait between two looks at the clock and at a cancellation, in milliseconds.
    private static let step: Int32 = 100

    private let path: String
    private let input: [UInt8]
    private let deadline: ContinuousClock.Instant
    private let isCancelled = Atomic(false)
    private let waiting = Mutex<Waiting?>(nil)

    init(_ path: String, _ input: [UInt8], until deadline: ContinuousClock.Instant) {
        (self.path, self.input, self.deadline) = (path, input, deadline)
    }

    func cancel() { isCancelled.store(true, ordering: .releasing) }

    /// Starts the thread, which starts the program; the caller gets its whole answer, or nil.
    func begin(_ continuation: Waiting) {
        waiting.withLock { $0 = continuation }
        let this = Unmanaged.passRetained(self)
        let failed = platform_begin_thread(
            { Unmanaged<PictureRun>.fromOpaque($0).takeRetainedValue().run() }, this.toOpaque(), 1 << 19)
        guard failed != 0 else { return }
        this.release()
        finish(nil)
    }

    private func finish(_ answer: [UInt8]?) {
        let continuation = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(returning: answer)
    }

    private func run() {
        // A program that has gone is seen by EPIPE. The signal is the thread's own, and ends with it.
        var broken = sigset_t()
        sigemptyset(&broken)
        sigaddset(&broken, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &broken, nil)
        var (pid, writing, reading): (pid_t, Int32, Int32) = (-1, -1, -1)
        let failed = CStringArray([path]).withPointer { arguments in
            CStringArray(["PATH=/usr/bin:/bin"]).withPointer { environment in
                platform_spawn_piped(path, arguments, environment, &pid, &writing, &reading)
            }
        }
        guard failed == 0 else { return finish(nil) }
        let answer = exchange(writing, reading)
        kill(-pid, SIGKILL)
        kill(pid, SIGKILL)
        while waitpid(pid, nil, 0) < 0, errno == EINTR {}
        close(writing)
        close(reading)
        finish(answer)
    }

    /// Writes the file and reads the answer up to its end; nil if either fails, comes too late, or is too long.
    private func exchange(_ writing: Int32, _ reading: Int32) -> [UInt8]? {
        var written = 0
        var answer: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while ContinuousClock.now < deadline, !isCancelled.load(ordering: .acquiring) {
            var entries = [
                pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
                pollfd(fd: written < input.count ? writing : -1, events: Int16(POLLOUT), revents: 0),
            ]
            guard poll(&entries, 2, Self.step) >= 0 || errno == EINTR else { return nil }
            if entries[1].revents != 0 {
                let count = input.withUnsafeBytes { bytes in
                    write(writing, bytes.baseAddress.map { $0 + written }, bytes.count - written)
                }
                if count > 0 { written += count }
                // It may answer before it has read all of the file, as for one of another kind.
                if count < 0, errno != EAGAIN, errno != EINTR { written = input.count }
            }
            guard entries[0].revents != 0 else { continue }
            let count = read(reading, &part, part.count)
            if count == 0 { return answer }
            guard count > 0 else {
                if errno == EAGAIN || errno == EINTR { continue }
                return nil
            }
            answer += part[..<count]
            guard answer.count <= PicturePipe.mostAnswer else { return nil }
        }
        return nil
    }
}

public import AgentSocket
import CPlatform
import Salt
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A completed use of a security key.
public struct SecurityKeyOutcome: Sendable {
    /// The credential that was made; nil where one was used.
    public let credential: SecurityKeyCredential?
    /// The position of the slot that was used among those of the request.
    public let slot: Int
    /// Its secrets, with the key's signature.
    public let assertion: SecurityKeyAssertion

    public init(credential: SecurityKeyCredential?, slot: Int, assertion: SecurityKeyAssertion) {
        self.credential = credential
        self.slot = slot
        self.assertion = assertion
    }
}

/// Has a security key used outside the calling process; cancelling the task makes the key stop waiting.
public typealias SecurityKeyAsk =
    @Sendable (_ request: SecurityKeyRequest) async throws(SecurityKeyFault) -> SecurityKeyOutcome

/// The `sidekey-device` program, of which each use of a security key gets one of its own.
public struct SecurityKeyProgram: Sendable, Hashable {
    /// Its absolute path.
    public let path: String
    /// The time limit for one request, touches included.
    private let limit: Duration

    public init(path: String, limit: Duration = .seconds(100)) {
        self.path = path
        self.limit = limit
    }

    /// Returns the one in the folder of the running program.
    ///
    /// - Throws: `system`.
    public static func besideThisProgram() throws(AgentSocketError) -> SecurityKeyProgram {
        SecurityKeyProgram(path: try RunningProgram.sibling("sidekey-device"))
    }

    /// Has a request served. Cancelling the task makes the key stop waiting.
    ///
    /// - Throws: The reason there is nothing; `timedOut` at the limit.
    public func ask(_ request: SecurityKeyRequest) async throws(SecurityKeyFault) -> SecurityKeyOutcome {
        let run = SecurityKeyRun(path, request, until: .now + limit)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { run.begin($0) }
        } onCancel: {
            run.cancel()
        }
        return try result.get()
    }
}

/// One run of the program, on a thread of its own: the system kills the program when that thread ends, however it ends.
private final class SecurityKeyRun: Sendable {
    typealias Waiting = CheckedContinuation<Result<SecurityKeyOutcome, SecurityKeyFault>, Never>

    /// The longest wait between two looks at the clock and at a cancellation, in milliseconds.
    private static let step: Int32 = 100
    /// The time that a cancelled program has to make its key stop waiting.
    private static let patience = Duration.seconds(2)

    private let path: String
    private let request: SecurityKeyRequest
    private let deadline: ContinuousClock.Instant
    private let isCancelled = Atomic(false)
    private let waiting = Mutex<Waiting?>(nil)

    init(_ path: String, _ request: SecurityKeyRequest, until deadline: ContinuousClock.Instant) {
        (self.path, self.request, self.deadline) = (path, request, deadline)
    }

    func cancel() { isCancelled.store(true, ordering: .releasing) }

    /// Starts the thread, which starts the program.
    func begin(_ continuation: Waiting) {
        waiting.withLock { $0 = continuation }
        let this = Unmanaged.passRetained(self)
        let failed = platform_begin_thread(
            { Unmanaged<SecurityKeyRun>.fromOpaque($0).takeRetainedValue().run() }, this.toOpaque(), 1 << 19)
        guard failed != 0 else { return }
        this.release()
        finish(.failure(.unavailable))
    }

    private func finish(_ result: Result<SecurityKeyOutcome, SecurityKeyFault>) {
        let continuation = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(returning: result)
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
        guard failed == 0 else { return finish(.failure(.unavailable)) }
        let result: Result<SecurityKeyOutcome, SecurityKeyFault>
        do throws(SecurityKeyFault) {
            result = .success(try exchange(writing, reading))
        } catch {
            result = .failure(error)
        }
        kill(-pid, SIGKILL)
        kill(pid, SIGKILL)
        while waitpid(pid, nil, 0) < 0, errno == EINTR {}
        close(writing)
        close(reading)
        finish(result)
    }

    private func exchange(_ writing: Int32, _ reading: Int32) throws(SecurityKeyFault) -> SecurityKeyOutcome {
        // It fits the pipe at once: at most 16 credentials of a kilobyte each, and a pipe has 64 KiB.
        let frame = request.frame()
        guard frame.count <= 1 << 16, frame.withBytes({ write(writing, $0.baseAddress, $0.count) }) == frame.count
        else {
            throw .unavailable
        }
        var (end, isTold) = (deadline, false)
        let mayWait = { [self] () throws(SecurityKeyFault) in
            if !isTold, isCancelled.load(ordering: .acquiring) {
                isTold = true
                end = min(end, .now + Self.patience)
                _ = write(writing, SecurityKeyRequest.cancel, SecurityKeyRequest.cancel.count)
            }
            guard ContinuousClock.now < end else { throw isTold ? SecurityKeyFault.cancelled : .timedOut }
        }
        var credential: SecurityKeyCredential?
        while true {
            let head = try read(4, reading, mayWait)
            guard let count = head.withBytes({ SecurityKeyReply.count($0) }) else { throw .unavailable }
            let body = try read(count, reading, mayWait)
            switch body.withBytes({ SecurityKeyReply(reading: $0) }) {
            case .made(let made):
                guard case .make = request, credential == nil else { throw .unavailable }
                credential = made
            case .used(let slot, let assertion):
                return try outcome(credential, slot, assertion)
            case .fault(let fault): throw fault
            case nil: throw .unavailable
            }
        }
    }

    private func outcome(
        _ credential: SecurityKeyCredential?, _ slot: Int, _ assertion: SecurityKeyAssertion
    ) throws(SecurityKeyFault) -> SecurityKeyOutcome {
        switch request {
        case .make:
            guard credential != nil, slot == 0 else { throw .unavailable }
        case .use(_, _, let slots):
            guard credential == nil, slots.indices.contains(slot) else { throw .unavailable }
        }
        return SecurityKeyOutcome(credential: credential, slot: slot, assertion: assertion)
    }

    /// Reads so many bytes into closed memory.
    private func read(
        _ count: Int, _ reading: Int32, _ mayWait: () throws(SecurityKeyFault) -> Void
    ) throws(SecurityKeyFault) -> SecretBytes {
        try SecretBytes(count: count) { buffer throws(SecurityKeyFault) in
            var filled = 0
            while filled < count {
                try mayWait()
                var entry = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
                guard poll(&entry, 1, Self.step) > 0 else { continue }
                let part = systemRead(reading, UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
                if part < 0, errno == EAGAIN || errno == EINTR { continue }
                guard part > 0 else { throw .unavailable }
                filled += part
            }
        }
    }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Glibc)
        Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
        Musl.read(descriptor, buffer.baseAddress, buffer.count)
    #else
        Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
}

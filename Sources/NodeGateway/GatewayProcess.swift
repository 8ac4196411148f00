import AgentSocket
import CPlatform
import JSONRPC
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A running `sidekey-rpc`, with the thread that started it.
///
/// The system kills the program when that thread ends, however it ends; the thread waits for it, so that its number is nobody
/// else's before that.
final class GatewayProcess: Sendable {
    /// What is told of it, on its thread.
    struct Events: Sendable {
        /// Takes a frame; false where it doesn't fit.
        let take: @Sendable (GatewayProcess, JSONSource) -> Bool
        /// Called every second; false where it has been waited for too long.
        let tick: @Sendable (GatewayProcess) -> Bool
        /// Called once, when it is gone.
        let ended: @Sendable (GatewayProcess, GatewayFault) -> Void
    }

    private let program: GatewayProgram
    private let pipe: FramePipe
    private let events: Events
    private let number = Mutex<pid_t>(0)

    /// Its process number while it runs; 0 otherwise.
    var pid: pid_t { number.withLock { $0 } }

    /// - Throws: `notStarted`.
    init(_ program: GatewayProgram, _ events: Events) throws(GatewayFault) {
        self.program = program
        self.events = events
        pipe = try FramePipe(limit: 16 << 20)
    }

    /// Starts the thread, which starts the program.
    ///
    /// - Throws: `notStarted`, where there is no thread.
    func start() throws(GatewayFault) {
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        defer { attributes.deallocate() }
        pthread_attr_init(attributes)
        defer { pthread_attr_destroy(attributes) }
        // Musl gives a thread 128 KiB by default.
        pthread_attr_setstacksize(attributes, 1 << 19)
        pthread_attr_setdetachstate(attributes, CInt(PTHREAD_CREATE_DETACHED))
        let this = Unmanaged.passRetained(self)
        let failed = beginThread(this.toOpaque(), attributes)
        guard failed == 0 else {
            this.release()
            throw .notStarted(errno: failed)
        }
    }

    /// Sends a frame; false where it reads no more.
    func send(_ request: GatewayRequest) -> Bool { pipe.send(request.json.serialized()) }

    /// Ends the program.
    func end() { pipe.close() }

    fileprivate func run() {
        // A program that has gone is seen by EPIPE. The signal is the thread's own, and ends with it.
        var broken = sigset_t()
        sigemptyset(&broken)
        sigaddset(&broken, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &broken, nil)
        var (pid, input, output): (pid_t, Int32, Int32) = (-1, -1, -1)
        let failed = CStringArray([program.path]).withPointer { arguments in
            CStringArray(program.environment).withPointer { environment in
                platform_spawn_piped(program.path, arguments, environment, &pid, &input, &output)
            }
        }
        guard failed == 0 else { return events.ended(self, .notStarted(errno: failed)) }
        number.withLock { $0 = pid }
        var hangs = false
        let end = pipe.run(
            reading: output, writing: input,
            tick: {
                hangs = !events.tick(self)
                return !hangs
            }, take: { events.take(self, $0) })
        kill(-pid, SIGKILL)
        kill(pid, SIGKILL)
        number.withLock { number in
            while waitpid(pid, nil, 0) < 0, errno == EINTR {}
            number = 0
        }
        close(input)
        close(output)
        switch end {
        case .ended: events.ended(self, .ended)
        case .unfit: events.ended(self, .unfit)
        case .closed: events.ended(self, hangs ? .hangs : .closed)
        }
    }
}

private func beginThread(_ process: UnsafeMutableRawPointer, _ attributes: UnsafePointer<pthread_attr_t>) -> CInt {
    #if canImport(Darwin)
        var identifier: pthread_t?
        return pthread_create(
            &identifier, attributes,
            { process in
                Unmanaged<GatewayProcess>.fromOpaque(process).takeRetainedValue().run()
                return nil
            }, process)
    #else
        var identifier = pthread_t()
        return pthread_create(
            &identifier, attributes,
            { process in
                if let process { Unmanaged<GatewayProcess>.fromOpaque(process).takeRetainedValue().run() }
                return nil
            }, process)
    #endif
}

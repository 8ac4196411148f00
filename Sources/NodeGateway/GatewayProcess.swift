public import AgentSocket
import CPlatform
import JSONRPC
import NativeMessaging
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
/// The system kills the program when that thread ends, however it ends. The thread waits for the program, so no other process gets its ID before
/// that.
final class GatewayProcess: Sendable {
    /// The callbacks for its events, on its thread.
    struct Events: Sendable {
        /// Takes a frame; returns false if it is unfit.
        let take: @Sendable (GatewayProcess, JSONSource) -> Bool
        /// Called every second; returns false if an answer is overdue.
        let tick: @Sendable (GatewayProcess) -> Bool
        /// Called once, when it is gone.
        let ended: @Sendable (GatewayProcess, GatewayFault) -> Void
    }

    private let program: GatewayProgram
    private let pipe: FramePipe
    private let events: Events
    private let number = Mutex<pid_t>(0)

    /// Its process ID while it runs; 0 otherwise.
    var pid: pid_t { number.withLock { $0 } }

    /// - Throws: `notStarted`.
    init(_ program: GatewayProgram, _ events: Events) throws(GatewayFault) {
        self.program = program
        self.events = events
        pipe = try FramePipe(limit: 16 << 20)
    }

    /// Starts the thread, which starts the program.
    ///
    /// - Throws: `notStarted`, if there is no thread.
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

    /// Sends a frame; returns false if the program no longer reads.
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

/// The `sidekey-rpc` program: its path and its environment.
public struct GatewayProgram: Sendable, Hashable {
    /// Its absolute path.
    public let path: String
    /// Its whole environment, as `NAME=value`.
    public let environment: [String]

    /// - Parameter environment: The source of the variables that say how the network is reached; the program gets no others.
    public init(path: String, environment: ProcessEnvironment) {
        self.path = path
        let variables = environment.selecting(AgentProgram.networkVariables)
        self.environment = ["PATH=/usr/bin:/bin"] + variables.map { "\($0.name)=\($0.value)" }
    }

    /// Returns the one in the folder of the running program.
    ///
    /// - Throws: `system`.
    public static func besideThisProgram(environment: ProcessEnvironment) throws(AgentSocketError) -> GatewayProgram {
        GatewayProgram(path: try RunningProgram.sibling("sidekey-rpc"), environment: environment)
    }
}

/// Finds out what would confine `sidekey-rpc` on this machine: starts it, reads its first frame, and ends it.
public enum GatewayProbe {
    /// The time limit for its hello.
    private static let patience: Duration = .seconds(10)

    /// - Throws: `notStarted`, `ended` if it says nothing, `unfit` if it says something else.
    public static func confinement(of program: GatewayProgram) throws(GatewayFault) -> Confinement {
        var (pid, input, output): (pid_t, Int32, Int32) = (-1, -1, -1)
        let failed = CStringArray([program.path]).withPointer { arguments in
            CStringArray(program.environment).withPointer { environment in
                platform_spawn_piped(program.path, arguments, environment, &pid, &input, &output)
            }
        }
        guard failed == 0 else { throw .notStarted(errno: failed) }
        defer {
            kill(pid, SIGKILL)
            while waitpid(pid, nil, 0) < 0, errno == EINTR {}
            close(input)
            close(output)
        }
        var frames = FileDescriptorFrames(reading: output, writing: input)
        let frame: [UInt8]
        do throws(FrameError) {
            frame = try frames.readFrame(deadline: .now + patience)
        } catch {
            throw .ended
        }
        guard case .hello(let confinement) = try GatewayReply(JSONSource(frame)) else { throw .unfit }
        return confinement
    }
}

/// The confinement that keeps `sidekey-rpc` from everything but the network.
public struct Confinement: Sendable, Hashable {
    /// The version of Landlock that shuts it out of the file system; 0 if the kernel has none.
    public let landlock: Int
    /// True if a seccomp filter refuses it every system call but those of a program that reads files and asks the internet.
    public let hasFilter: Bool

    package init(landlock: Int, hasFilter: Bool) {
        self.landlock = landlock
        self.hasFilter = hasFilter
    }

    /// The files that TLS and the resolver read: configuration, certificates, and the libraries that `nsswitch.conf` names.
    ///
    /// They include all of `/etc` and not only `resolv.conf`: a rule applies to the file that it was made for. A laptop that moves to another network
    /// gets another file in its place.
    ///
    /// They include `/proc` because libdispatch ends the program if it can't read its threads' state there. Anything that needs the right to trace a
    /// process (its memory, variables and descriptors) stays closed: Landlock gives no one that right over a process outside.
    private static let readable = [
        "/proc", "/etc", "/run/systemd/resolve", "/run/NetworkManager", "/run/resolvconf", "/run/connman", "/usr/lib",
        "/usr/lib64", "/lib", "/lib64", "/usr/share/ca-certificates", "/usr/local/share/ca-certificates",
        "/usr/share/pki", "/var/lib/ca-certificates",
    ]

    /// Permanently takes away from this process what it doesn't need. Call it first of all, while there is one thread.
    ///
    /// - Parameter certificates: Further files with certificates that it may read.
    /// - Throws: `system`; the process must not serve anyone then.
    public static func take(certificates: [String] = []) throws(AgentSocketError) -> Confinement {
        var failed = platform_harden()
        var held = platform_confinement()
        if failed == 0 {
            failed = CStringArray(readable + certificates).withPointer {
                platform_confine(PLATFORM_REACH_INTERNET, $0, nil, &held)
            }
        }
        guard failed == 0 else { throw .system(.harden, path: "sidekey-rpc", errno: failed) }
        return Confinement(landlock: Int(held.landlock), hasFilter: held.filter)
    }
}

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Connects to the agent of a wallet folder, and starts it if none runs.
public enum AgentConnection {
    /// The result of the first words on a connection.
    public enum Greeting: Sendable {
        case answered
        /// The agent closed the connection before its first answer, or gave none in time.
        case unanswered
        /// The caller no longer needs an answer.
        case abandoned
    }

    /// Connects to the agent and returns the socket: blocking, closed on exec, the caller's to close.
    ///
    /// If no agent listens or holds the lock, `program` is started. While one holds the lock, it is just starting or just leaving
    /// and is waited for. Of agents started at the same time one takes the lock and the others end.
    ///
    /// - Parameters:
    ///   - program: the program to start; nil connects only to a running agent.
    ///   - environment: the source of the agent's own environment.
    ///   - patience: the time for all attempts; 10 s by default.
    ///   - pause: waits, and returns false if the caller no longer needs a connection.
    ///   - greeting: says the first words and waits for the first answer, no longer than its argument says. An agent that is
    ///     about to leave closes new connections unanswered, and the same words then go to the next one.
    /// - Throws: `notRunning`, `programMissing`, `endsAtStart`, `diskFull`, `diskReadOnly`, `timedOut`, `abandoned`,
    ///   `foreignServer`, `socketServed`, and any error of `WalletFolder.prepare()`.
    public static func open(
        _ folder: WalletFolder, starting program: AgentProgram?, environment: ProcessEnvironment,
        patience: Duration = .seconds(10), pause: (_ milliseconds: Int32) -> Bool = sleep,
        greeting: (_ socket: Int32, _ patience: Duration) -> Greeting = { _, _ in .answered }
    ) throws(AgentSocketError) -> Int32 {
        try folder.prepare()
        let began = MonotonicTime.now
        var starts = StartAttempts()
        while true {
            let socket = try connect(folder)
            if let socket {
                switch greeting(socket, max(.zero, patience - (MonotonicTime.now - began))) {
                case .answered: return socket
                case .unanswered: close(socket)
                case .abandoned:
                    close(socket)
                    throw .abandoned
                }
            }
            let waited = MonotonicTime.now - began
            guard waited < patience else { throw .timedOut(milliseconds: waited.wholeMilliseconds) }
            if socket == nil, try !AgentLock.isHeld(in: folder) {
                guard let program else { throw .notRunning }
                do throws(AgentSocketError) {
                    if try starts.isDue(at: waited) { try starts.start(program, environment: environment) }
                } catch {
                    // The agent could tell nobody what it ended of; a full disk is the likeliest.
                    if case .endsAtStart = error { try folder.checkDisk() }
                    throw error
                }
            }
            // An agent listens a few milliseconds after its start: ask often at first, then ever more seldom.
            guard pause(Int32(clamping: min(1 + waited.wholeMilliseconds / 8, 50))) else { throw .abandoned }
        }
    }

    /// Waits until no agent holds the folder's lock: then the stopped agent has written everything, and another can start.
    ///
    /// - Parameter patience: longer than an agent takes, which ends itself after 10 s at most.
    /// - Returns: false if the lock is still held, by that agent or by a newer one.
    /// - Throws: `refused`, `system`.
    @discardableResult
    public static func waitForEnd(
        in folder: WalletFolder, patience: Duration = .seconds(12)
    ) throws(AgentSocketError) -> Bool {
        let began = MonotonicTime.now
        while try AgentLock.isHeld(in: folder) {
            guard MonotonicTime.now - began < patience else { return false }
            _ = sleep(milliseconds: 5)
        }
        return true
    }

    /// Waits and returns true.
    public static func sleep(milliseconds: Int32) -> Bool {
        poll(nil, 0, milliseconds)
        return true
    }

    private static func connect(_ folder: WalletFolder) throws(AgentSocketError) -> Int32? {
        if let socket = try connect(path: folder.socket) {
            return try own(socket, at: folder.socket, in: folder)
        }
        guard let recorded = AgentLock.recordedSocket(in: folder), recorded != folder.socket,
            let socket = try connect(path: recorded)
        else { return nil }
        return try own(socket, at: recorded, in: folder)
    }

    /// The socket if an agent holds this wallet's lock; nil if it has just gone.
    ///
    /// Two wallets that share an `XDG_RUNTIME_DIR` share the socket's path, and a client of one must not get the other.
    private static func own(
        _ socket: Int32, at path: String, in folder: WalletFolder
    ) throws(AgentSocketError) -> Int32? {
        do throws(AgentSocketError) {
            let end = MonotonicTime.now + managerPatience
            repeat {
                if try AgentLock.isHeld(in: folder) { return socket }
                // A service manager listens in the agent's place, and starts it for this connection.
                guard try SocketPeer(of: socket).isServiceManager else { break }
                _ = sleep(milliseconds: 5)
            } while MonotonicTime.now < end
        } catch {
            close(socket)
            throw error
        }
        close(socket)
        // An agent that ended a moment ago answers no more.
        guard let another = try connect(path: path) else { return nil }
        close(another)
        guard try AgentLock.isHeld(in: folder) else { throw .socketServed(path: path) }
        return nil
    }

    /// The time that an agent has to take its lock after a service manager has started it.
    private static let managerPatience: Duration = .seconds(5)

    /// A connection to the socket at `path`; nil if no agent listens there (yet).
    private static func connect(path: String) throws(AgentSocketError) -> Int32? {
        guard let status = try FileStatus.ifPresent(at: path) else { return nil }
        guard status.kind == .socket else { throw .refused(path: path, .notASocket) }
        let socket = try UnixSocket.open()
        do throws(AgentSocketError) {
            switch try SocketAddress(path: path).connect(socket) {
            case 0: break
            case ENOENT, ECONNREFUSED, EAGAIN:
                close(socket)
                return nil
            case let number: throw .system(.connect, path: path, errno: number)
            }
            let peer = try SocketPeer(of: socket)
            guard peer.isSameUser else { throw .foreignServer(uid: peer.uid) }
        } catch {
            close(socket)
            throw error
        }
        UnixSocket.setBlocking(socket)
        return socket
    }
}

/// The times at which a client starts the agent: at once, and again if that one ended without a word.
private struct StartAttempts: ~Copyable {
    private static let limit = 4
    private var count = 0
    private var next = Duration.zero
    private var failure: AgentSocketError?
    private var last: StartedAgent?

    mutating func isDue(at time: Duration) throws(AgentSocketError) -> Bool {
        guard time >= next else { return false }
        // One that is still there hasn't taken its lock yet: a busy machine takes its time, and more agents only add to that.
        switch last {
        case .some(let agent): guard agent.mayHaveEnded else { return false }
        case .none: break
        }
        guard count < Self.limit else { throw failure ?? .endsAtStart(starts: count) }
        count += 1
        next = time + .milliseconds(100) * (1 << count)
        return true
    }

    /// Starts the program. Temporary failures, such as a program that is just being written or a lack of processes, lead to
    /// another attempt, as an end at the start does.
    mutating func start(_ program: AgentProgram, environment: ProcessEnvironment) throws(AgentSocketError) {
        do throws(AgentSocketError) {
            failure = nil
            last = try program.start(environment: environment)
        } catch {
            switch error {
            case .system(.spawn, _, ETXTBSY), .system(.spawn, _, EAGAIN): failure = error
            default: throw error
            }
        }
    }
}

import AgentSocket
import CPlatform
import Logging
import Synchronization
import WalletRuntime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The thread that waits for the agent's clients: it accepts, reads and writes, and computes nothing.
///
/// The agent's clients are a browser's host and some commands, so `poll(2)` over all of them is quick.
final class SocketLoop: Sendable {
    private struct Desk {
        var listener: Int32?
        /// True if another process listens on the same socket.
        var isShared = false
        var connections: [SocketConnection] = []
    }

    /// The time for which no client is accepted after the last descriptor was used up. Clients that have connected wait in the
    /// socket's backlog. Without a pause the listener would be readable again at once, for as long as a client waits.
    private static let acceptPause: Duration = .milliseconds(200)
    /// The most clients that are accepted before the connected ones get their turn.
    private static let acceptLimit = 32

    private let desk = Mutex(Desk())
    private let logger: Logger
    private let signals: Int32
    private let wakeReading: Int32
    private let wakeWriting: Int32
    private let signalled: @Sendable () -> Void
    private let accepted: @Sendable (Int32) -> Void

    /// - Parameters:
    ///   - signalled: Called when the agent was told to end.
    ///   - accepted: Takes a connection's descriptor; hands it to ``add(_:)`` or closes it.
    /// - Throws: `system`.
    init(
        logger: Logger, signalled: @escaping @Sendable () -> Void, accepted: @escaping @Sendable (Int32) -> Void
    ) throws(AgentSocketError) {
        self.logger = logger
        self.signalled = signalled
        self.accepted = accepted
        signals = platform_termination_descriptor()
        guard signals >= 0 else { throw .system(.open, path: "a pipe", errno: errno) }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .system(.open, path: "a pipe", errno: errno) }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (wakeReading, wakeWriting) = (ends[0], ends[1])
        _ = fcntl(signals, F_SETFL, O_NONBLOCK)
    }

    /// Starts the thread, which runs as long as the agent.
    ///
    /// - Throws: `system`.
    func begin() throws(AgentSocketError) {
        let failed = platform_begin_thread(
            { Unmanaged<SocketLoop>.fromOpaque($0).takeRetainedValue().run() },
            Unmanaged.passRetained(self).toOpaque(), 1 << 19)
        guard failed == 0 else {
            Unmanaged.passUnretained(self).release()
            throw .system(.open, path: "a thread", errno: failed)
        }
    }

    /// Accepts clients from a listening socket, which the loop closes, and none from the socket before it.
    ///
    /// - Parameter isShared: True if another process listens on the same socket.
    func listen(on listener: Int32, isShared: Bool = false) {
        stopListening()
        desk.withLock { desk in
            desk.listener = listener
            desk.isShared = isShared
        }
        wake()
    }

    /// Accepts no more clients. Those that aren't accepted yet are dropped unanswered, and come again.
    func stopListening() {
        let listener = desk.withLock { desk in
            defer { desk.listener = nil }
            // What is shut down here would be shut down for a service manager too, which starts the next agent by it.
            return desk.isShared ? nil : desk.listener
        }
        if let listener {
            // The thread may wait for it just now: it hears of its end.
            shutdown(listener, Int32(SHUT_RDWR))
            close(listener)
        }
        wake()
    }

    func add(_ connection: SocketConnection) {
        desk.withLock { $0.connections.append(connection) }
        wake()
    }

    /// Makes the loop check again what its connections wait for. A full pipe does that already.
    func wake() { _ = write(wakeWriting, "x", 1) }

    private func run() {
        var pauseEnd: Duration?
        while true {
            let (listener, connections) = desk.withLock { ($0.listener, $0.connections) }
            let now = MonotonicTime.now
            if let end = pauseEnd, now >= end { pauseEnd = nil }
            // Connections that wait for nothing aren't asked: one that was hung up would be found so again and again.
            let asked = connections.compactMap { connection in connection.wish.map { (connection, $0) } }
            var entries = [
                pollfd(fd: wakeReading, events: Int16(POLLIN), revents: 0),
                pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
                pollfd(fd: pauseEnd == nil ? listener ?? -1 : -1, events: Int16(POLLIN), revents: 0),
            ]
            entries += asked.map { pollfd(fd: $0.descriptor, events: $1, revents: 0) }
            let due = (connections.compactMap(\.due) + (pauseEnd.map { [$0] } ?? [])).min()
            poll(&entries, nfds_t(entries.count), Self.wait(until: due, now))
            if entries[0].revents != 0 { drain(wakeReading) }
            if entries[1].revents != 0, drain(signals) { signalled() }
            if entries[2].revents != 0, !acceptAll() { pauseEnd = MonotonicTime.now + Self.acceptPause }
            var results: [ObjectIdentifier: Int16] = [:]
            for ((connection, _), entry) in zip(asked, entries[3...]) {
                results[ObjectIdentifier(connection)] = entry.revents
            }
            for connection in connections { serve(connection, results[ObjectIdentifier(connection)] ?? 0) }
        }
    }

    /// Returns the time to wait in milliseconds for `poll(2)`; -1 for ever.
    private static func wait(until due: Duration?, _ now: Duration) -> Int32 {
        guard let due else { return -1 }
        return Int32(clamping: max(.zero, min(due - now, .seconds(3600))).wholeMilliseconds)
    }

    private func serve(_ connection: SocketConnection, _ found: Int16) {
        // A connection that was hung up is read to its end, and written to until that fails.
        let gone = found & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
        let stays = connection.serve(
            readable: gone || found & Int16(POLLIN) != 0, writable: gone || found & Int16(POLLOUT) != 0)
        guard !stays else { return }
        desk.withLock { $0.connections.removeAll { $0 === connection } }
        connection.finish()
    }

    /// Reads everything from a descriptor; returns true if there was anything.
    @discardableResult private func drain(_ descriptor: Int32) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 256)
        var wasFull = false
        while read(descriptor, &bytes, bytes.count) > 0 { wasFull = true }
        return wasFull
    }

    /// Accepts all waiting clients; returns false if there is no room for another.
    private func acceptAll() -> Bool {
        for _ in 0..<Self.acceptLimit {
            // Under the lock, so that its number isn't another file's by now.
            let taken: Result<Int32?, AgentSocketError> = desk.withLock { desk in
                guard let listener = desk.listener else { return .success(nil) }
                do throws(AgentSocketError) {
                    return .success(try UnixSocket.accept(on: listener))
                } catch {
                    return .failure(error)
                }
            }
            switch taken {
            case .success(nil): return true
            case .success(let descriptor?): accepted(descriptor)
            case .failure(let error):
                logger.warning("no connection could be taken", metadata: ["error": .masked(error)])
                return false
            }
        }
        return true
    }
}

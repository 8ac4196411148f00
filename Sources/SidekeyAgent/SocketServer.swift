import AgentSocket
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

/// The agent's Unix socket: it takes connections of this user's processes and brings their frames to the wallet.
actor SocketServer {
    private let service: any ConnectionService
    private let lifetime: Lifetime
    private let logger: Logger
    private var loop: SocketLoop?
    private var connections: [ConnectionID: SocketConnection] = [:]
    private var lastNumber: UInt64 = 0
    private var upkeep: Task<Void, Never>?

    /// The interval of the checks that the socket still exists; clients wait for it for ten seconds.
    private static let upkeepPeriod: Duration = .seconds(2)

    init(service: any ConnectionService, lifetime: Lifetime, logger: Logger) {
        self.service = service
        self.lifetime = lifetime
        self.logger = logger
    }

    /// Waits for signals, one of which ends the agent, and for clients once it listens.
    ///
    /// - Throws: `system`.
    func begin() throws(AgentSocketError) {
        let loop = try SocketLoop(
            logger: logger, signalled: { [lifetime] in Task { await lifetime.end(.signalled) } },
            accepted: { [self] descriptor in Task { await serve(descriptor) } })
        try loop.begin()
        self.loop = loop
    }

    /// Binds the socket, mode 0600, and listens.
    ///
    /// - Throws: `socketPathTooLong`, `system`; the caller holds the lock and has removed a dead socket.
    func listen(at path: String) throws(AgentSocketError) {
        loop?.listen(on: try UnixSocket.listen(at: path))
    }

    /// Listens on a socket that a service manager has opened, and keeps.
    func listen(on socket: Int32) { loop?.listen(on: socket, isShared: true) }

    /// Closes the socket to new clients. Those that aren't accepted yet are dropped unanswered, and come again.
    func stopListening() {
        upkeep?.cancel()
        upkeep = nil
        loop?.stopListening()
    }

    /// Makes the socket anew if it was removed: clients wait for the agent that holds the lock.
    func keepSocket(of folder: WalletFolder, under lock: AgentLock) {
        upkeep = Task {
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.upkeepPeriod)
                restoreSocket(of: folder, under: lock)
            }
        }
    }

    private func restoreSocket(of folder: WalletFolder, under lock: AgentLock) {
        guard upkeep != nil, !folder.hasSocket, lock.isNamed else { return }
        // Something else may stand there, or the folder be gone: then the agent leaves once it is idle.
        guard let listener = try? UnixSocket.listen(at: folder.socket) else { return }
        loop?.listen(on: listener)
        logger.warning("the socket was gone and was made anew")
    }

    /// Closes all connections once their output is sent; it waits one second for a client that doesn't read.
    func closeConnections() async {
        for connection in connections.values { connection.close() }
        for connection in connections.values { await connection.waitUntilClosed() }
    }

    /// Serves one connection to its end: every message is handed on, in order, before more of the connection is read.
    private func serve(_ descriptor: Int32) async {
        let peer: PeerProcess
        do {
            peer = try Self.client(of: descriptor)
        } catch {
            logger.warning("a connection was refused", metadata: ["error": .masked(error)])
            close(descriptor)
            return
        }
        guard let loop, await lifetime.admit(service) else {
            close(descriptor)
            return
        }
        lastNumber += 1
        let connection = SocketConnection(
            id: ConnectionID(lastNumber), descriptor: descriptor, logger: logger, wake: { loop.wake() })
        connections[connection.id] = connection
        loop.add(connection)
        await service.opened(connection, peer: peer)
        connection.read()
        for await event in connection.events {
            switch event {
            case .message(let source): await service.received(source, on: connection.id)
            case .refusal(let refusal): await service.refused(refusal, on: connection.id)
            case .batchEnded: connection.read()
            }
        }
        connections[connection.id] = nil
        await service.closed(connection.id)
        await lifetime.release()
    }

    private static func client(of descriptor: Int32) throws -> PeerProcess {
        let peer = try SocketPeer(of: descriptor)
        // The folder keeps other users out. This holds where somebody has changed its mode.
        guard peer.isSameUser else { throw ForeignPeer(uid: peer.uid) }
        // Nothing that the agent itself has started is a client: one that comes was taken over, as the process
        // that reads what the network sends could be.
        guard !ProcessAncestry.isDescendant(peer.pid, of: getpid()) else { throw OwnProcess(pid: peer.pid) }
        return PeerProcess(pid: peer.pid, uid: peer.uid)
    }

    /// The error for a process of another user, or one that the system doesn't name.
    private struct ForeignPeer: Error {
        let uid: UInt32
    }

    /// The error for `sidekey-rpc` or a prompt, or a process that one of them has started.
    private struct OwnProcess: Error {
        let pid: Int32
    }
}

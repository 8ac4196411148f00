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

/// The agent's Unix socket: takes connections of this user's processes and brings their frames to the wallet.
actor SocketServer {
    private let service: any ConnectionService
    private let lifetime: Lifetime
    private let logger: Logger
    private var loop: SocketLoop?
    private var connections: [ConnectionID: SocketConnection] = [:]
    private var lastNumber: UInt64 = 0
    private var upkeep: Task<Void, Never>?

    /// How often it is looked whether the socket is there still; clients wait for it for ten seconds.
    private static let upkeepPeriod: Duration = .seconds(2)

    init(service: any ConnectionService, lifetime: Lifetime, logger: Logger) {
        self.service = service
        self.lifetime = lifetime
        self.logger = logger
    }

    /// Waits for signals, one of which ends the agent's life, and for clients once it listens.
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

    /// Closes the socket to new clients. Those it hadn't taken yet are dropped unanswered, and come again.
    func stopListening() {
        upkeep?.cancel()
        upkeep = nil
        loop?.stopListening()
    }

    /// Makes the socket anew where somebody has removed it: whoever holds the lock is the one that clients wait for.
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

    /// Closes what is open once what was sent has left; a client that doesn't read is waited for one second.
    func closeConnections() async {
        for connection in connections.values { connection.close() }
        for connection in connections.values { await connection.waitUntilClosed() }
    }

    /// One connection's life: every message is handed on, in order, before more of the connection is read.
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

    /// A process of another user, or one that the system doesn't name.
    private struct ForeignPeer: Error {
        let uid: UInt32
    }

    /// `sidekey-rpc` or a prompt, or what one of them has started.
    private struct OwnProcess: Error {
        let pid: Int32
    }
}

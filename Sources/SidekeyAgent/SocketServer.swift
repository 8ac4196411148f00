import AgentSocket
import CPlatform
import Logging
import NIOCore
import NIOPosix
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
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let service: any ConnectionService
    private let lifetime: Lifetime
    private let logger: Logger
    private var listener: (any Channel)?
    private var connections: [ConnectionID: SocketConnection] = [:]
    private var lastNumber: UInt64 = 0

    init(service: any ConnectionService, lifetime: Lifetime, logger: Logger) {
        self.service = service
        self.lifetime = lifetime
        self.logger = logger
    }

    /// Binds the socket, mode 0600, and listens.
    ///
    /// - Throws: what NIO throws; the caller holds the lock and has removed a dead socket.
    func listen(at path: String) async throws {
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 128)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptPause())
                }
            }
            .childChannelOption(.autoRead, value: false)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 65536))
            .childChannelInitializer { [self] channel in
                Self.peer(of: channel).flatMapThrowing { peer in
                    // The folder keeps other users out. This holds where somebody has changed its mode.
                    guard peer.uid == geteuid() else { throw ForeignPeer(uid: peer.uid) }
                    // Nothing that the agent itself has started is a client: one that comes was taken over, as the process
                    // that reads what the network sends could be.
                    guard !ProcessAncestry.isDescendant(peer.pid, of: getpid()) else {
                        throw OwnProcess(pid: peer.pid)
                    }
                    try channel.pipeline.syncOperations.addHandler(
                        FrameHandler { events in await self.serve(channel, peer, events) })
                }.flatMapErrorThrowing { error in
                    self.logger.warning("a connection was refused", metadata: ["error": "\(error)"])
                    throw error
                }
            }
        listener = try await bootstrap.bind(unixDomainSocketPath: path).get()
        // Before the first client could be told apart from the umask's doing; the folder is closed to others anyway.
        chmod(path, 0o600)
    }

    /// Ends the agent's life when a signal comes.
    func watchTermination() async throws {
        let descriptor = platform_termination_descriptor()
        guard descriptor >= 0 else { throw IOError(errnoCode: errno, reason: "termination descriptor") }
        _ = try await NIOPipeBootstrap(group: group)
            .channelInitializer { [lifetime] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        SignalHandler { Task { await lifetime.end(.signalled) } })
                }
            }
            .takingOwnershipOfDescriptor(input: descriptor).get()
    }

    /// Closes the socket to new clients. Those it hadn't taken yet are dropped unanswered, and come again.
    func stopListening() async {
        try? await listener?.close()
        listener = nil
    }

    /// Closes what is open once what was sent has left; a client that doesn't read is waited for one second.
    func closeConnections() async {
        for connection in connections.values { connection.close() }
        for connection in connections.values { await connection.waitUntilClosed() }
    }

    /// One connection's life: every message is handed on, in order, before more of the connection is read.
    private func serve(_ channel: any Channel, _ peer: PeerProcess, _ events: AsyncStream<FrameHandler.Event>) async {
        guard await lifetime.admit(service) else {
            channel.close(promise: nil)
            return
        }
        lastNumber += 1
        let connection = SocketConnection(id: ConnectionID(lastNumber), channel: channel, logger: logger)
        connections[connection.id] = connection
        await service.opened(connection, peer: peer)
        channel.read()
        for await event in events {
            switch event {
            case .message(let source): await service.received(source, on: connection.id)
            case .refusal(let refusal): await service.refused(refusal, on: connection.id)
            case .batchEnded: channel.read()
            }
        }
        connections[connection.id] = nil
        await service.closed(connection.id)
        await lifetime.release()
    }

    private static func peer(of channel: any Channel) -> EventLoopFuture<PeerProcess> {
        guard let options = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeFailedFuture(ForeignPeer(uid: .max))
        }
        return options.unsafeGetSocketOption(
            level: .init(rawValue: platform_peer_level), name: .init(rawValue: platform_peer_option)
        ).map { (peer: platform_peer) in PeerProcess(pid: peer.pid, uid: peer.uid) }
    }

    /// A process of another user, or one that the system doesn't name.
    private struct ForeignPeer: Error {
        let uid: UInt32
    }

    /// `sidekey-rpc` or a prompt, or what one of them has started.
    private struct OwnProcess: Error {
        let pid: Int32
    }

    /// Reads the bytes that signals become.
    private final class SignalHandler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let report: () -> Void

        init(report: @escaping () -> Void) { self.report = report }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { report() }
    }
}

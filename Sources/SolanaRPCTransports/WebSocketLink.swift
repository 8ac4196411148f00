import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket
import SolanaRPC

/// One WebSocket connection to a node (RFC 6455): texts in both directions, until either side has enough.
///
/// It asks every 20 seconds whether the node is still there, and ends where it has heard nothing for 60.
struct WebSocketLink: Sendable {
    /// The bytes of a message, in one frame or in several: what fits into a frame to the agent.
    static let limit = (1 << 20) - (1 << 14)
    private static let pingPause: TimeAmount = .seconds(20)
    private static let silence: TimeAmount = .seconds(60)
    /// How many messages may wait to be read.
    private static let backlog = 1024

    /// What the node sends. It ends with the connection.
    let messages: AsyncStream<[UInt8]>
    private let channel: any Channel

    /// Connects and shakes hands, within a limit of time each.
    static func open(
        to endpoint: RPCEndpoint, through proxy: RPCProxy?, roots: String?, within limit: Duration
    ) async throws -> WebSocketLink {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let tls = endpoint.isSecure ? try NIOSSLContext(configuration: .ofNodes(roots)) : nil
        let (messages, sink) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingOldest(backlog))
        let upgraded = loop.makePromise(of: Bool.self)
        let channel: any Channel
        do {
            channel = try await NodeChannel.open(
                to: endpoint.ofSubscriptions, through: proxy, within: limit, on: loop
            ) { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls {
                        try channel.pipeline.syncOperations.addHandler(
                            try NIOSSLClientHandler(context: tls, serverHostname: endpoint.serverName))
                    }
                    // It hears of a failed handshake, which the upgrade's own handler doesn't tell.
                    try channel.pipeline.syncOperations.addHandler(FailureHandler(upgraded))
                    try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
                        configuration: NIOUpgradableHTTPClientPipelineConfiguration(
                            upgradeConfiguration: upgrade(to: endpoint, sink))
                    ).cascade(to: upgraded)
                }
            }
        } catch {
            upgraded.fail(error)
            throw error
        }
        let late = loop.scheduleTask(in: TimeAmount(limit)) {
            upgraded.fail(ChannelError.connectTimeout(TimeAmount(limit)))
        }
        defer { late.cancel() }
        channel.closeFuture.whenComplete { _ in upgraded.fail(ChannelError.eof) }
        do {
            guard try await upgraded.futureResult.get() else { throw RPCTransportError.notAnAnswer }
        } catch {
            channel.close(mode: .all, promise: nil)
            throw error
        }
        return WebSocketLink(messages: messages, channel: channel)
    }

    func send(_ text: [UInt8]) {
        let frame = WebSocketFrame(
            fin: true, opcode: .text, maskKey: .random(), data: channel.allocator.buffer(bytes: text))
        channel.writeAndFlush(frame, promise: nil)
    }

    func close() { channel.close(mode: .all, promise: nil) }

    private static func upgrade(
        to endpoint: RPCEndpoint, _ sink: AsyncStream<[UInt8]>.Continuation
    ) -> NIOTypedHTTPClientUpgradeConfiguration<Bool> {
        let address = endpoint.ofSubscriptions
        let isUsual = address.port == (address.isSecure ? 443 : 80)
        let name = address.host.contains(":") ? "[\(address.host)]" : address.host
        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: address.path)
        head.headers.add(name: "Host", value: isUsual ? name : "\(name):\(address.port)")
        let upgrader = NIOTypedWebSocketClientUpgrader<Bool>(
            maxFrameSize: limit,
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([
                        NIOWebSocketFrameAggregator(
                            minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 64, maxAccumulatedFrameSize: limit),
                        MessageHandler(sink),
                    ])
                    return true
                }
            })
        return NIOTypedHTTPClientUpgradeConfiguration(
            upgradeRequestHead: head, upgraders: [upgrader],
            notUpgradingCompletionHandler: { $0.eventLoop.makeSucceededFuture(false) })
    }

    /// Tells what went wrong before the connection was one.
    private final class FailureHandler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let upgraded: EventLoopPromise<Bool>

        init(_ upgraded: EventLoopPromise<Bool>) { self.upgraded = upgraded }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            upgraded.fail(error)
            context.close(mode: .all, promise: nil)
        }
    }

    /// Takes whole messages, and answers what belongs to the connection itself.
    private final class MessageHandler: ChannelInboundHandler {
        typealias InboundIn = WebSocketFrame
        typealias OutboundOut = WebSocketFrame

        private let sink: AsyncStream<[UInt8]>.Continuation
        private var lastHeard = NIODeadline.now()
        private var pings: RepeatedTask?

        init(_ sink: AsyncStream<[UInt8]>.Continuation) { self.sink = sink }

        func handlerAdded(context: ChannelHandlerContext) {
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            pings = context.eventLoop.scheduleRepeatedTask(initialDelay: pingPause, delay: pingPause) { _ in
                let (handler, context) = bound.value
                handler.ping(context)
            }
        }

        private func ping(_ context: ChannelHandlerContext) {
            guard lastHeard + silence > .now() else { return context.close(mode: .all, promise: nil) }
            send(.ping, context.channel.allocator.buffer(capacity: 0), context)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let frame = unwrapInboundIn(data)
            lastHeard = .now()
            switch frame.opcode {
            case .text:
                // Who is so far behind has to ask for the state anyway.
                if case .dropped = sink.yield(Array(buffer: frame.unmaskedData)) {
                    context.close(mode: .all, promise: nil)
                }
            case .ping: send(.pong, frame.unmaskedData, context)
            case .pong: break
            default: context.close(mode: .all, promise: nil)
            }
        }

        func channelInactive(context: ChannelHandlerContext) {
            pings?.cancel()
            sink.finish()
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(mode: .all, promise: nil) }

        private func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer, _ context: ChannelHandlerContext) {
            let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
            context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
        }
    }
}

extension RPCEndpoint {
    /// Where it takes subscriptions: at the same address, and on this machine at the port after that, as agave has it.
    var ofSubscriptions: RPCEndpoint {
        guard !isSecure, port < 65_535 else { return self }
        let name = host.contains(":") ? "[\(host)]" : host
        return (try? RPCEndpoint("http://\(name):\(port + 1)\(path)")) ?? self
    }
}

extension TLSConfiguration {
    /// - Parameter roots: A PEM file of the authorities that count, in the place of the system's.
    static func ofNodes(_ roots: String?) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        if let roots { configuration.trustRoots = .file(roots) }
        return configuration
    }
}

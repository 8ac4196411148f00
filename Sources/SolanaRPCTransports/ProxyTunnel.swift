import NIOCore
import SolanaRPC

/// Asks an HTTP proxy for a tunnel to a node (CONNECT, RFC 9110, 9.3.6), and steps out of the way when it is there.
final class ProxyTunnel: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The proxy said no, or what it said is no answer.
    struct Refusal: Error {}

    /// The bytes that the head of its answer may have.
    private static let limit = 16_384

    private let target: String
    private let patience: Duration
    private let opened: EventLoopPromise<Void>
    private var head = ByteBuffer()
    private var isOpen = false
    private var late: Scheduled<Void>?

    init(to endpoint: RPCEndpoint, within patience: Duration, opened: EventLoopPromise<Void>) {
        let host = endpoint.host.contains(":") ? "[\(endpoint.host)]" : endpoint.host
        target = "\(host):\(endpoint.port)"
        self.patience = patience
        self.opened = opened
    }

    func channelActive(context: ChannelHandlerContext) {
        let request = "CONNECT \(target) HTTP/1.1\r\nHost: \(target)\r\n\r\n"
        context.writeAndFlush(NIOAny(context.channel.allocator.buffer(string: request)), promise: nil)
        let (channel, patience, opened) = (context.channel, patience, opened)
        late = context.eventLoop.scheduleTask(in: TimeAmount(patience)) {
            opened.fail(ChannelError.connectTimeout(TimeAmount(patience)))
            channel.close(mode: .all, promise: nil)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOpen else { return context.fireChannelRead(data) }
        head.writeImmutableBuffer(unwrapInboundIn(data))
        let bytes = head.readableBytesView
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
            if bytes.count > Self.limit { refuse(context, Refusal()) }
            return
        }
        let line = Array(bytes.prefix(12))
        // The node speaks only when it is spoken to, so nothing stands behind the head.
        guard line.count == 12, line.starts(with: "HTTP/1.".utf8), line[8...].elementsEqual(" 200".utf8),
            end.upperBound == bytes.endIndex
        else { return refuse(context, Refusal()) }
        isOpen = true
        late?.cancel()
        opened.succeed()
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        late?.cancel()
        if !isOpen { opened.fail(ChannelError.eof) }
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { refuse(context, error) }

    private func refuse(_ context: ChannelHandlerContext, _ error: any Error) {
        late?.cancel()
        opened.fail(error)
        context.close(mode: .all, promise: nil)
    }
}

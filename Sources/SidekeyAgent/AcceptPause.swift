import NIOCore

/// Stops taking connections for a moment when the last descriptor is gone.
///
/// NIO's own wait holds back the next read only. Where not even the first connection of a read could be taken, the read that
/// failed goes on standing, and the event loop fails it again and again for as long as somebody waits.
final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = any Channel

    /// How long nobody is taken. Whoever has connected waits in the socket's backlog.
    private static let pause: TimeAmount = .milliseconds(200)

    private var isPaused = false

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.fireErrorCaught(error)
        guard error is IOError, !isPaused, let options = context.channel.syncOptions else { return }
        isPaused = true
        try? options.setOption(.autoRead, value: false)
        let channel = context.channel
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { [self] in
            isPaused = false
            try? channel.syncOptions?.setOption(.autoRead, value: true)
        }
    }
}

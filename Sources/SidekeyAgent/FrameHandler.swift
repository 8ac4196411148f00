import CPlatform
import JSONRPC
import NIOCore
import NativeMessaging
import WalletRuntime

/// Cuts what a client sends into messages, and wipes every buffer they were in: passphrases come this way.
final class FrameHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// What a connection brings, in its order.
    enum Event: Sendable {
        case message(JSONSource)
        case refusal(FrameRefusal)
        /// Everything read so far stands before this; nothing more is read until it is asked for. So a client that sends
        /// faster than it is answered waits, and no more than one read of it is held here.
        case batchEnded
    }

    private var reader = FrameReader()
    private let inbox: AsyncStream<Event>.Continuation
    private let events: AsyncStream<Event>
    private let serve: @Sendable (AsyncStream<Event>) async -> Void

    /// - Parameter serve: takes the connection's events from its beginning to its end.
    init(serve: @escaping @Sendable (AsyncStream<Event>) async -> Void) {
        (events, inbox) = AsyncStream.makeStream(of: Event.self)
        self.serve = serve
    }

    // Not earlier: what is asked of a channel before it is active is forgotten, a read too.
    func channelActive(context: ChannelHandlerContext) {
        Task { [events, serve] in await serve(events) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        unwrapInboundIn(data).withUnsafeReadableBytes { bytes in
            var rest = bytes
            while !rest.isEmpty {
                rest = UnsafeRawBufferPointer(rebasing: rest[reader.append(rest)...])
                while let event = reader.next() { inbox.yield(message(event)) }
            }
            // The buffer's own memory; through the mutable view a copy might be wiped in its stead.
            if let base = bytes.baseAddress { platform_wipe(UnsafeMutableRawPointer(mutating: base), bytes.count) }
        }
    }

    private func message(_ event: FrameReader.Event) -> Event {
        switch event {
        case .frame: .message(reader.withFrame { JSONSource(copying: $0) })
        case .tooLarge(let count): .refusal(.tooLarge(count))
        case .empty: .refusal(.empty)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) { inbox.yield(.batchEnded) }

    func channelInactive(context: ChannelHandlerContext) { inbox.finish() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

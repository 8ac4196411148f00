import Logging
import NIOCore
import NativeMessaging
import Synchronization
import WalletRuntime

/// One client on the socket, as the wallet sends to it.
final class SocketConnection: WalletConnection {
    /// The bytes that may wait for a client to read them. A frame has 1 MiB at most, and who leaves several of them
    /// unread doesn't read at all.
    static let waitingLimit = 4 << 20

    let id: ConnectionID
    private let channel: any Channel
    private let logger: Logger
    private let waiting = Mutex(0)

    init(id: ConnectionID, channel: any Channel, logger: Logger) {
        self.id = id
        self.channel = channel
        self.logger = logger
    }

    func send(_ payload: [UInt8]) {
        let frame: [UInt8]
        do throws(FrameError) {
            frame = try Frame.encode(payload)
        } catch {
            logger.error("an answer fits no frame", metadata: ["bytes": "\(payload.count)", "id": "\(id)"])
            return channel.close(promise: nil)
        }
        let total = waiting.withLock { waiting in
            waiting += frame.count
            return waiting
        }
        guard total <= Self.waitingLimit else {
            logger.warning("a client doesn't read", metadata: ["bytes": "\(total)", "id": "\(id)"])
            return channel.close(promise: nil)
        }
        channel.writeAndFlush(channel.allocator.buffer(bytes: frame)).whenComplete { [self] _ in
            waiting.withLock { $0 -= frame.count }
        }
    }

    func close() {
        let channel = channel
        // Written behind everything else, so it is done when that is.
        channel.writeAndFlush(channel.allocator.buffer(capacity: 0)).whenComplete { _ in channel.close(promise: nil) }
        channel.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
    }

    func waitUntilClosed() async { try? await channel.closeFuture.get() }
}

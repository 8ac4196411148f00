import AgentSocket
import JSONRPC
import Logging
import NativeMessaging
import Synchronization
import WalletRuntime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One client on the socket: its input, cut into messages, and the wallet's output to it.
///
/// A client that sends faster than it is answered waits: after each piece that was read, reading stops until ``read()`` asks for more.
final class SocketConnection: WalletConnection, @unchecked Sendable {
    /// The input of a connection, in order.
    enum Event: Sendable {
        case message(JSONSource)
        case refusal(FrameRefusal)
        /// All messages read so far come before this; nothing more is read until it is asked for.
        case batchEnded
    }

    private struct State {
        var waiting: [[UInt8]] = []
        /// The number of bytes of the first waiting frame that are already written.
        var written = 0
        var waitingCount = 0
        var isReading = false
        /// The latest time at which it is closed, even if output still waits; nil if no close was requested.
        var end: Duration?
        var isClosed = false
        var mourners: [CheckedContinuation<Void, Never>] = []
    }

    /// The bytes that may wait for a client to read them. A frame has 1 MiB at most, and a client that leaves several
    /// of them unread isn't reading.
    static let waitingLimit = 4 << 20
    /// The time that is spent waiting for a client that doesn't read.
    private static let farewell: Duration = .seconds(1)

    let id: ConnectionID
    let descriptor: Int32
    let events: AsyncStream<Event>
    private let inbox: AsyncStream<Event>.Continuation
    private let wake: @Sendable () -> Void
    private let logger: Logger
    private let state = Mutex(State())
    /// The loop's own reader. Passphrases pass through it, and it wipes its memory.
    private var reader = FrameReader()

    /// - Parameter wake: Makes the loop check again what it waits for.
    init(id: ConnectionID, descriptor: Int32, logger: Logger, wake: @escaping @Sendable () -> Void) {
        self.id = id
        self.descriptor = descriptor
        self.logger = logger
        self.wake = wake
        (events, inbox) = AsyncStream.makeStream(of: Event.self)
    }

    // MARK: From the wallet

    func send(_ payload: [UInt8]) {
        let frame: [UInt8]
        do throws(FrameError) {
            frame = try Frame.encode(payload)
        } catch {
            logger.error("an answer fits no frame", metadata: ["bytes": "\(payload.count)", "id": "\(id)"])
            return end(within: .zero)
        }
        let total: Int? = state.withLock { state in
            guard !state.isClosed, state.end == nil else { return nil }
            state.waiting.append(frame)
            state.waitingCount += frame.count
            return state.waitingCount
        }
        guard let total else { return }
        guard total <= Self.waitingLimit else {
            logger.warning("a client doesn't read", metadata: ["bytes": "\(total)", "id": "\(id)"])
            return end(within: .zero)
        }
        wake()
    }

    func close() { end(within: Self.farewell) }

    private func end(within patience: Duration) {
        state.withLock { $0.end = min($0.end ?? .seconds(Int64.max / 2), MonotonicTime.now + patience) }
        wake()
    }

    /// Asks for the client's input.
    func read() {
        state.withLock { $0.isReading = true }
        wake()
    }

    func waitUntilClosed() async {
        await withCheckedContinuation { mourner in
            let isClosed = state.withLock { state in
                if !state.isClosed { state.mourners.append(mourner) }
                return state.isClosed
            }
            if isClosed { mourner.resume() }
        }
    }

    // MARK: From the loop's thread

    /// The events that it waits for, as a `poll(2)` mask; nil if there are none.
    var wish: Int16? {
        state.withLock { state in
            let wish = (state.isReading ? Int16(POLLIN) : 0) | (state.waiting.isEmpty ? 0 : Int16(POLLOUT))
            return wish == 0 ? nil : wish
        }
    }

    /// The time by which it has to be checked in any case.
    var due: Duration? { state.withLock(\.end) }

    /// Reads and writes as much as possible.
    ///
    /// - Returns: True if it stays open.
    func serve(readable: Bool, writable: Bool) -> Bool {
        if writable, !writeWaiting() { return false }
        if readable, !receive() { return false }
        return state.withLock { state in
            guard let end = state.end else { return true }
            return !state.waiting.isEmpty && MonotonicTime.now < end
        }
    }

    /// Closes it, for good.
    func finish() {
        let mourners = state.withLock { state in
            defer { state = State(isClosed: true) }
            return state.mourners
        }
        closeDescriptor(descriptor)
        inbox.finish()
        for mourner in mourners { mourner.resume() }
    }

    private func receive() -> Bool {
        guard state.withLock(\.isReading) else { return true }
        let count = reader.fill { memory in systemRead(descriptor, memory.baseAddress, memory.count) }
        if count < 0 { return errno == EAGAIN || errno == EINTR }
        if count == 0 { return false }
        state.withLock { $0.isReading = false }
        while let event = reader.next() {
            switch event {
            case .frame: inbox.yield(.message(reader.withFrame { JSONSource(copying: $0) }))
            case .tooLarge(let count): inbox.yield(.refusal(.tooLarge(count)))
            case .empty: inbox.yield(.refusal(.empty))
            }
        }
        inbox.yield(.batchEnded)
        return true
    }

    /// Writes as much as there is room for; returns false if the reader is gone.
    private func writeWaiting() -> Bool {
        state.withLock { state in
            while let frame = state.waiting.first {
                let count = frame.withUnsafeBytes { bytes in
                    systemSend(descriptor, bytes.baseAddress.map { $0 + state.written }, bytes.count - state.written)
                }
                if count < 0 { return errno == EAGAIN || errno == EINTR }
                state.written += count
                guard state.written == frame.count else { return true }
                state.waiting.removeFirst()
                state.waitingCount -= frame.count
                state.written = 0
            }
            return true
        }
    }
}

// Inside the type, their names are its own.
private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

private func systemRead(_ descriptor: Int32, _ memory: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, memory, count)
}

private func systemSend(_ descriptor: Int32, _ memory: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, memory, count)
}

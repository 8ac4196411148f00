import CCurl
import SolanaRPC
import Synchronization

/// One WebSocket connection to a node (RFC 6455): texts in both directions, until either side ends it.
///
/// libcurl connects, through a proxy and with TLS if there are any; Debian's libcurl doesn't speak WebSocket itself. The connection sends a ping
/// every 20 seconds, and ends if it has heard nothing for 60.
struct WebSocketLink: Sendable {
    /// The most bytes of a message, in one frame or in several: as many as fit into a frame to the agent.
    static let limit = (1 << 20) - (1 << 14)
    /// The most messages that may wait to be read.
    private static let backlog = 1024

    /// The node's messages. The stream ends with the connection.
    let messages: AsyncStream<[UInt8]>
    private let connection: WebSocketConnection
    private let loop: TransferLoop

    /// Connects and performs the handshake, each within the time limit.
    static func open(
        to endpoint: RPCEndpoint, through proxy: RPCProxy?, roots: String?, within limit: Duration
    ) async throws(RPCTransportError) -> WebSocketLink {
        guard !Task.isCancelled else { throw .cancelled }
        let (messages, sink) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingOldest(backlog))
        let connection = try WebSocketConnection(
            to: endpoint.ofSubscriptions, through: proxy, roots: roots, within: limit, sink)
        let loop = TransferLoop()
        let fault: RPCTransportError? = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                connection.opened = continuation
                loop.start(connection)
            }
        } onCancel: {
            connection.cancel()
            loop.wake()
        }
        if let fault { throw fault }
        return WebSocketLink(messages: messages, connection: connection, loop: loop)
    }

    func send(_ text: [UInt8]) {
        connection.write(WebSocketFrames.encode(.text, text))
        loop.wake()
    }

    func close() {
        connection.cancel()
        loop.wake()
    }
}

/// The connection itself, on its loop's thread.
private final class WebSocketConnection: Transfer, @unchecked Sendable {
    private enum Phase {
        case connecting
        case shaking(WebSocketHandshake, until: ContinuousClock.Instant)
        case open
        case over
    }

    private static let pingPause: Duration = .seconds(20)
    private static let silence: Duration = .seconds(60)
    /// The most bytes that may wait for a node to read them.
    private static let waitingLimit = 1 << 22

    /// The caller that waits for it to open; set before the loop has it.
    var opened: CheckedContinuation<RPCTransportError?, Never>?
    private let endpoint: RPCEndpoint
    private let patience: Duration
    private let sink: AsyncStream<[UInt8]>.Continuation
    private let waiting = Mutex<[UInt8]>([])
    private var phase = Phase.connecting
    private var frames = WebSocketFrames(limit: WebSocketLink.limit)
    private var lastHeard = ContinuousClock.now
    private var nextPing = ContinuousClock.now

    init(
        to endpoint: RPCEndpoint, through proxy: RPCProxy?, roots: String?, within limit: Duration,
        _ sink: AsyncStream<[UInt8]>.Continuation
    ) throws(RPCTransportError) {
        self.endpoint = endpoint
        self.sink = sink
        patience = limit
        try super.init(to: endpoint, through: proxy, roots: roots, within: limit)
        set(CURLOPT_CONNECT_ONLY, 1)
    }

    /// Queues bytes to be written; a node that doesn't read loses the connection.
    func write(_ bytes: [UInt8]) {
        let isTooMuch = waiting.withLock { waiting in
            waiting += bytes
            return waiting.count > Self.waitingLimit
        }
        if isTooMuch { cancel() }
    }

    override func isDone(_ code: CURLcode) -> Bool {
        guard code == CURLE_OK else {
            finish(reason(for: code))
            return false
        }
        let handshake = WebSocketHandshake(to: endpoint, nonce: (0..<16).map { _ in UInt8.random(in: 0...255) })
        write(handshake.request)
        phase = .shaking(handshake, until: .now + patience)
        return true
    }

    override func isOver(_ reason: RPCTransportError) { finish(reason) }

    private func finish(_ reason: RPCTransportError) {
        phase = .over
        opened?.resume(returning: reason)
        opened = nil
        sink.finish()
    }

    override func wish() -> (socket: curl_socket_t, writing: Bool, until: ContinuousClock.Instant)? {
        let due: ContinuousClock.Instant
        switch phase {
        case .connecting, .over: return nil
        case .shaking(_, let end): due = end
        case .open: due = min(nextPing, lastHeard + Self.silence)
        }
        return (sidekey_curl_socket(easy), waiting.withLock { !$0.isEmpty }, due)
    }

    override func serve() -> RPCTransportError? {
        do throws(RPCTransportError) {
            switch phase {
            case .connecting, .over: return nil
            case .shaking(_, let end):
                guard .now < end else { return .timedOut }
            case .open:
                guard .now < lastHeard + Self.silence else { return .timedOut }
                if .now >= nextPing {
                    nextPing = .now + Self.pingPause
                    write(WebSocketFrames.encode(.ping, []))
                }
            }
            try writeWaiting()
            try receive()
            // An answer to a ping goes at once, or it waits for the next of the node's words.
            try writeWaiting()
            return nil
        } catch {
            return error
        }
    }

    private func writeWaiting() throws(RPCTransportError) {
        let isWritten = waiting.withLock { waiting in
            while !waiting.isEmpty {
                var count = 0
                switch curl_easy_send(easy, waiting, waiting.count, &count) {
                case CURLE_OK: waiting.removeFirst(count)
                case CURLE_AGAIN: return true
                default: return false
                }
            }
            return true
        }
        guard isWritten else { throw .cut }
    }

    private func receive() throws(RPCTransportError) {
        var memory = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            var count = 0
            switch curl_easy_recv(easy, &memory, memory.count, &count) {
            case CURLE_OK where count > 0: try take(memory.prefix(count))
            case CURLE_AGAIN: return
            default: throw .cut
            }
        }
    }

    private func take(_ bytes: ArraySlice<UInt8>) throws(RPCTransportError) {
        lastHeard = .now
        guard case .shaking(var handshake, let end) = phase else {
            frames.append(bytes)
            return try takeFrames()
        }
        guard let rest = try handshake.take(bytes) else {
            phase = .shaking(handshake, until: end)
            return
        }
        phase = .open
        nextPing = .now + Self.pingPause
        opened?.resume(returning: nil)
        opened = nil
        frames.append(rest)
        try takeFrames()
    }

    private func takeFrames() throws(RPCTransportError) {
        while let event = try nextEvent() {
            switch event {
            case .text(let text):
                // A listener that is so far behind has to ask for the state anyway.
                if case .dropped = sink.yield(text) { throw .cut }
            case .ping(let payload): write(WebSocketFrames.encode(.pong, payload))
            case .pong: break
            case .close: throw .cut
            }
        }
    }

    private func nextEvent() throws(RPCTransportError) -> WebSocketFrames.Event? {
        do throws(WebSocketFrames.Fault) { return try frames.next() } catch { throw .cut }
    }
}

extension RPCEndpoint {
    /// The endpoint for subscriptions: the same address, or on this machine the next port, as agave has it.
    var ofSubscriptions: RPCEndpoint {
        guard !isSecure, port < 65_535 else { return self }
        let name = host.contains(":") ? "[\(host)]" : host
        return (try? RPCEndpoint("http://\(name):\(port + 1)\(path)")) ?? self
    }
}

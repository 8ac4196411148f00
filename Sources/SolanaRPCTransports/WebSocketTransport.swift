import JSONRPC
public import SolanaRPC
import Synchronization

/// The subscriptions to one node, all over one WebSocket connection that stays open while someone listens.
///
/// When it breaks, each subscription is told. The transport connects again after waits that double from 250 ms to 30 s, and then subscribes again.
public final class WebSocketTransport: SubscriptionTransport {
    /// The most events that may wait for a listener.
    private static let backlog = 512

    private let desk: SubscriptionDesk
    private let lastKey = Atomic<UInt64>(0)

    /// - Parameters:
    ///   - proxy: As ``HTTPTransport`` takes it.
    ///   - roots: A PEM file of the trusted authorities, or a folder of such files, in place of the system's.
    ///   - connecting: The time limit for each step of connecting.
    public init(
        _ endpoint: RPCEndpoint, proxy: RPCProxy? = nil, roots: String? = nil, connecting: Duration = .seconds(10)
    ) {
        desk = SubscriptionDesk { () async throws(RPCTransportError) in
            try await WebSocketLink.open(to: endpoint, through: proxy, roots: roots, within: connecting)
        }
    }

    public func events(of subscription: RPCSubscription) -> AsyncStream<SubscriptionEvent> {
        let (events, sink) = AsyncStream.makeStream(
            of: SubscriptionEvent.self, bufferingPolicy: .bufferingOldest(Self.backlog))
        let key = lastKey.wrappingAdd(1, ordering: .relaxed).newValue
        let desk = desk
        sink.onTermination = { _ in Task { await desk.remove(key) } }
        Task { await desk.add(key, subscription, sink) }
        return events
    }
}

/// The listeners with their subscriptions, and the connection that serves them.
private actor SubscriptionDesk {
    private struct Entry {
        let subscription: RPCSubscription
        let sink: AsyncStream<SubscriptionEvent>.Continuation
        /// The node's number for it; nil while it isn't subscribed.
        var number: UInt64?
        /// True if the listener was told of the gap.
        var knowsOfGap = false
    }

    private let connect: @Sendable () async throws(RPCTransportError) -> WebSocketLink
    private var entries: [UInt64: Entry] = [:]
    /// The keys that were removed before they were added.
    private var removed: Set<UInt64> = []
    private var link: WebSocketLink?
    private var runner: Task<Void, Never>?
    /// The attempts since the last success.
    private var failures = 0

    init(connect: @escaping @Sendable () async throws(RPCTransportError) -> WebSocketLink) { self.connect = connect }

    func add(_ key: UInt64, _ subscription: RPCSubscription, _ sink: AsyncStream<SubscriptionEvent>.Continuation) {
        guard removed.remove(key) == nil else { return }
        entries[key] = Entry(subscription: subscription, sink: sink)
        if let link { request(key, over: link) }
        if runner == nil { runner = Task { await run() } }
    }

    func remove(_ key: UInt64) {
        guard let entry = entries.removeValue(forKey: key) else {
            removed.insert(key)
            return
        }
        if let link, let number = entry.number {
            // The answer has this number too, and belongs to nobody then.
            send(entry.subscription.kind.unsubscribe, [.number(number)], key, over: link)
        }
        if entries.isEmpty {
            link?.close()
            runner?.cancel()
        }
    }

    private func run() async {
        while !entries.isEmpty, !Task.isCancelled {
            var error = RPCTransportError.cut
            do throws(RPCTransportError) {
                let link = try await connect()
                await serve(link)
            } catch let fault {
                error = fault
            }
            link = nil
            for key in entries.keys { interrupt(key, error) }
            guard !entries.isEmpty else { break }
            let wait = min(Duration.milliseconds(250) * (1 << min(failures, 10)), .seconds(30))
            failures += 1
            try? await Task.sleep(for: wait - wait * Int.random(in: 0...1023) / 2048)
        }
        runner = nil
        // Somebody may have come while this one was told to end.
        if !entries.isEmpty { runner = Task { await run() } }
    }

    private func serve(_ link: WebSocketLink) async {
        self.link = link
        for key in entries.keys { request(key, over: link) }
        for await message in link.messages {
            guard take(message) else { break }
        }
        link.close()
    }

    private func interrupt(_ key: UInt64, _ error: RPCTransportError) {
        guard let entry = entries[key] else { return }
        entries[key]?.number = nil
        guard !entry.knowsOfGap else { return }
        entries[key]?.knowsOfGap = true
        tell(key, .interrupted(error))
    }

    private func request(_ key: UInt64, over link: WebSocketLink) {
        guard let subscription = entries[key]?.subscription else { return }
        send(subscription.kind.subscribe, subscription.parameters, key, over: link)
    }

    private func send(_ method: String, _ parameters: [JSON], _ key: UInt64, over link: WebSocketLink) {
        var request: JSONObject = ["jsonrpc": "2.0", "id": .number(key), "method": .string(method)]
        if !parameters.isEmpty { request["params"] = .array(parameters) }
        link.send(JSON.object(request).serialized())
    }

    /// Takes a message; returns false if a node may not send it.
    private func take(_ message: [UInt8]) -> Bool {
        guard let json = try? JSON(parsing: JSONSource(message), maximumDepth: 64), json["jsonrpc"] == "2.0" else {
            return false
        }
        if let method = json["method"]?.text {
            guard let number = json["params"]?["subscription"]?.number?.uint64(), let result = json["params"]?["result"]
            else { return false }
            notify(method, number, result)
            return true
        }
        guard let key = json["id"]?.number?.uint64() else { return false }
        // One that has gone meanwhile, or the answer to its end.
        guard let entry = entries[key] else { return true }
        if let error = json["error"] {
            guard let refusal = RPCNodeError(error) else { return false }
            tell(key, .refused(refusal))
            end(key)
            return true
        }
        guard entry.number == nil, let number = json["result"]?.number?.uint64() else { return false }
        entries[key]?.number = number
        entries[key]?.knowsOfGap = false
        failures = 0
        tell(key, .began)
        return true
    }

    private func notify(_ method: String, _ number: UInt64, _ result: JSON) {
        // To an end that the node hasn't heard of yet belongs nobody.
        guard let (key, entry) = entries.first(where: { $0.value.number == number }),
            entry.subscription.kind.notification == method
        else { return }
        // That the node has received a transaction is nobody's business; the other notification is the last.
        if entry.subscription.kind == .signature, result["value"]?.text != nil { return }
        tell(key, .notification(result))
        if entry.subscription.kind == .signature { end(key) }
    }

    private func tell(_ key: UInt64, _ event: SubscriptionEvent) {
        guard let sink = entries[key]?.sink else { return }
        if case .dropped = sink.yield(event) { sink.finish() }
    }

    /// Ends a subscription that the node has ended already.
    private func end(_ key: UInt64) {
        entries[key]?.number = nil
        entries[key]?.sink.finish()
    }
}

import SolanaRPC

/// Who listens to which node, and what `sidekey-rpc` knows of it.
struct Listening {
    typealias Sink = AsyncStream<SubscriptionEvent>.Continuation

    private struct Entry {
        let endpoint: RPCEndpoint
        let subscription: RPCSubscription
        let sink: Sink
        /// The number that the running program knows it by.
        var number: UInt64?
        var knowsOfGap = false
    }

    private var entries: [UInt64: Entry] = [:]
    /// By the running program's numbers; nil where nobody listens any more and the program hasn't ended it yet.
    private var keys: [UInt64: UInt64?] = [:]

    var isEmpty: Bool { entries.isEmpty }

    /// Those that the running program doesn't know of.
    var unknown: [UInt64] { entries.filter { $0.value.number == nil }.map(\.key).sorted() }

    mutating func add(_ key: UInt64, _ endpoint: RPCEndpoint, _ subscription: RPCSubscription, _ sink: Sink) {
        entries[key] = Entry(endpoint: endpoint, subscription: subscription, sink: sink)
    }

    /// The request that makes one known under a number.
    mutating func request(_ key: UInt64, as number: UInt64) -> GatewayRequest? {
        guard let entry = entries[key] else { return nil }
        entries[key]?.number = number
        keys[number] = .some(key)
        return .subscribe(number, entry.endpoint, entry.subscription)
    }

    /// Takes one away, and says under which number the program knows it.
    mutating func remove(_ key: UInt64) -> UInt64? {
        guard let number = entries.removeValue(forKey: key)?.number else { return nil }
        keys[number] = .some(nil)
        return number
    }

    /// Hands on what the program says; false where that belongs to nobody.
    mutating func take(_ event: SubscriptionEvent, of number: UInt64) -> Bool {
        guard let known = keys[number] else { return false }
        guard let key = known, let sink = entries[key]?.sink else { return true }
        switch event {
        case .began: entries[key]?.knowsOfGap = false
        case .interrupted:
            guard entries[key]?.knowsOfGap == false else { return true }
            entries[key]?.knowsOfGap = true
        case .notification, .refused: break
        }
        if case .dropped = sink.yield(event) { sink.finish() }
        return true
    }

    /// The program has ended one; false where it had none of this number.
    mutating func end(_ number: UInt64) -> Bool {
        guard let known = keys.removeValue(forKey: number) else { return false }
        if let key = known { entries.removeValue(forKey: key)?.sink.finish() }
        return true
    }

    /// The program is gone.
    mutating func interrupt() {
        keys = [:]
        for (key, entry) in entries {
            entries[key]?.number = nil
            guard !entry.knowsOfGap else { continue }
            entries[key]?.knowsOfGap = true
            if case .dropped = entry.sink.yield(.interrupted(.cut)) { entry.sink.finish() }
        }
    }
}

public import SolanaRPC
package import WalletRuntime

/// One node of a cluster: what it is called, and how it is asked.
///
/// What it says is its own word. ``name`` is what stands beside it where it is shown.
public struct NetworkNode: Sendable {
    /// The endpoint without what may be secret in it, as `https://api.devnet.solana.com`.
    public let name: String
    public let rpc: SolanaRPC<NetworkTransport>
    /// What it tells by itself; nil where it can only be asked.
    public let subscriptions: SolanaSubscriptions<NetworkListener>?

    public init(name: String, transport: any RPCTransport, listener: (any SubscriptionTransport)? = nil) {
        self.name = name
        rpc = SolanaRPC(NetworkTransport(transport))
        subscriptions = listener.map { SolanaSubscriptions(NetworkListener($0)) }
    }
}

/// The way to a node, whichever it is.
public struct NetworkTransport: RPCTransport {
    private let base: any RPCTransport

    public init(_ base: any RPCTransport) { self.base = base }

    public func send(_ body: [UInt8], isRepeatable: Bool) async throws(RPCTransportError) -> [UInt8] {
        try await base.send(body, isRepeatable: isRepeatable)
    }
}

/// The way from a node that tells by itself, whichever it is.
public struct NetworkListener: SubscriptionTransport {
    private let base: any SubscriptionTransport

    public init(_ base: any SubscriptionTransport) { self.base = base }

    public func events(of subscription: RPCSubscription) -> AsyncStream<SubscriptionEvent> {
        base.events(of: subscription)
    }
}

extension Collection<NetworkNode> {
    /// Asks one node after the other until one answers, each for its part of the time. Only for questions: what was asked may have been done.
    ///
    /// - Throws: What the last one threw; `.transport(.timedOut)` where it took too long, `.transport(.unreachable)` where there is none.
    package func answer<Answer: Sendable>(
        until deadline: Deadline, _ ask: @escaping @Sendable (NetworkNode) async throws(SolanaRPCError) -> Answer
    ) async throws(SolanaRPCError) -> Answer {
        var last = SolanaRPCError.transport(.unreachable)
        for (tried, node) in self.enumerated() {
            let answer = await deadline.part(count - tried).limiting { () -> Result<Answer, SolanaRPCError> in
                do throws(SolanaRPCError) { return .success(try await ask(node)) } catch { return .failure(error) }
            }
            do throws(SolanaRPCError) {
                return try (answer ?? .failure(.transport(.timedOut))).get()
            } catch {
                guard error != .transport(.cancelled), !Task.isCancelled else { throw .transport(.cancelled) }
                last = error
            }
        }
        throw last
    }
}

/// Until when somebody waits, by a clock that is handed in.
package struct Deadline: Sendable {
    let clock: any MonotonicClock
    /// The clock's time at which the waiting ends.
    let end: Duration

    package init(_ end: Duration, of clock: any MonotonicClock) {
        self.end = end
        self.clock = clock
    }

    /// A part of what is left: a node that doesn't answer mustn't take the time of the next.
    package func part(_ parts: Int) -> Deadline {
        let now = clock.now
        return Deadline(parts > 1 && end > now ? now + (end - now) / parts : end, of: clock)
    }

    /// Does work until then; nil where it didn't end in time. Work that goes on is cancelled, and has to heed it.
    package func limiting<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value? {
        guard clock.now < end else { return nil }
        return await withTaskGroup(of: Value?.self) { group in
            group.addTask { await work() }
            group.addTask { [clock, end] in
                try? await clock.sleep(until: end)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}

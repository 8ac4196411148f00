public import SolanaRPC
package import WalletRuntime

/// One node of a cluster: its name and the way to ask it.
///
/// Its answers are unverified, so ``name`` is shown beside them.
public struct NetworkNode: Sendable {
    /// The endpoint, without any part that may be secret: `https://api.devnet.solana.com`.
    public let name: String
    public let rpc: SolanaRPC<NetworkTransport>
    /// The notifications that it sends; nil if it can only be asked.
    public let subscriptions: SolanaSubscriptions<NetworkListener>?

    public init(name: String, transport: any RPCTransport, listener: (any SubscriptionTransport)? = nil) {
        self.name = name
        rpc = SolanaRPC(NetworkTransport(transport))
        subscriptions = listener.map { SolanaSubscriptions(NetworkListener($0)) }
    }
}

/// A transport to a node, of any kind.
public struct NetworkTransport: RPCTransport {
    private let base: any RPCTransport

    public init(_ base: any RPCTransport) { self.base = base }

    public func send(_ body: [UInt8], isRepeatable: Bool) async throws(RPCTransportError) -> [UInt8] {
        try await base.send(body, isRepeatable: isRepeatable)
    }
}

/// A transport of a node's notifications, of any kind.
public struct NetworkListener: SubscriptionTransport {
    private let base: any SubscriptionTransport

    public init(_ base: any SubscriptionTransport) { self.base = base }

    public func events(of subscription: RPCSubscription) -> AsyncStream<SubscriptionEvent> {
        base.events(of: subscription)
    }
}

extension Collection<NetworkNode> {
    /// Asks one node after another until one answers; each gets its share of the time. Only for reads: a node that didn't answer may have done what
    /// it was asked.
    ///
    /// - Throws: The last node's error; `.transport(.timedOut)` if it took too long, `.transport(.unreachable)` if there is no node.
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

/// A deadline, by a clock that is passed in.
package struct Deadline: Sendable {
    let clock: any MonotonicClock
    /// The clock's time at which the waiting ends.
    let end: Duration

    package init(_ end: Duration, of clock: any MonotonicClock) {
        self.end = end
        self.clock = clock
    }

    /// Returns a deadline for a share of the remaining time: a node that doesn't answer must not take the next one's time.
    package func part(_ parts: Int) -> Deadline {
        let now = clock.now
        return Deadline(parts > 1 && end > now ? now + (end - now) / parts : end, of: clock)
    }

    /// Runs work until the deadline; returns nil if it didn't end in time. Unfinished work is cancelled and must heed that.
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

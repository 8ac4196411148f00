public import SolanaRPC

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

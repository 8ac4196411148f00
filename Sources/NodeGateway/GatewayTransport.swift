public import SolanaRPC

/// Asks one node through `sidekey-rpc`, once for each call, and receives its notifications. The caller decides whether and when to ask again.
public struct GatewayTransport: RPCTransport, SubscriptionTransport {
    public let endpoint: RPCEndpoint
    private let gateway: Gateway
    private let milliseconds: Int
    private let bytes: Int

    /// - Parameters:
    ///   - milliseconds: The time limit for an answer, up to five minutes.
    ///   - bytes: The most bytes of an answer, up to 16 MiB.
    public init(_ gateway: Gateway, _ endpoint: RPCEndpoint, milliseconds: Int = 30_000, bytes: Int = 16 << 20) {
        self.gateway = gateway
        self.endpoint = endpoint
        self.milliseconds = milliseconds
        self.bytes = bytes
    }

    public func send(_ body: [UInt8], isRepeatable: Bool) async throws(RPCTransportError) -> [UInt8] {
        try await gateway.ask(
            NodeQuestion(endpoint: endpoint, body: body, milliseconds: milliseconds, bytes: bytes))
    }

    public func events(of subscription: RPCSubscription) -> AsyncStream<SubscriptionEvent> {
        gateway.events(of: subscription, at: endpoint)
    }
}

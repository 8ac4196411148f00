public import JSONRPC

/// Carries what a node tells by itself, as long as somebody listens.
public protocol SubscriptionTransport: Sendable {
    /// Subscribes, again after each break of the connection, until the sequence or its task ends.
    ///
    /// The sequence ends after ``SubscriptionEvent/refused(_:)``, after the one notification of a signature, and where its
    /// reader is hundreds of events behind: then ask for the state, and subscribe anew.
    func events(of subscription: RPCSubscription) -> AsyncStream<SubscriptionEvent>
}

/// What is subscribed to: a kind, and what its method is given.
public struct RPCSubscription: Sendable, Hashable {
    /// What nodes tell of by themselves; the other kinds that agave has are nobody's business here.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case account, signature, slot, logs

        public var subscribe: String { "\(rawValue)Subscribe" }
        public var unsubscribe: String { "\(rawValue)Unsubscribe" }
        public var notification: String { "\(rawValue)Notification" }
    }

    public let kind: Kind
    public let parameters: [JSON]

    public init(_ kind: Kind, _ parameters: [JSON] = []) {
        self.kind = kind
        self.parameters = parameters
    }
}

/// What comes of a subscription.
public enum SubscriptionEvent: Sendable, Hashable {
    /// The node tells from now on. What was before isn't told: who needs the state asks for it now.
    case began
    /// The connection broke, or there is none yet: from here to the next ``began`` is a gap. Told once for each.
    case interrupted(RPCTransportError)
    /// The `result` of a notification.
    case notification(JSON)
    /// The node takes no such subscription.
    case refused(RPCNodeError)
}

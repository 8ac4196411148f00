public import JSONRPC
public import SolanaTransactions

/// The notifications of a node, with their types.
///
/// ```swift
/// for await change in SolanaSubscriptions(transport).account(address) {
///     switch change {
///     case .began: ...                    // ask for the balance now: what was before isn't told
///     case .told(let account): ...        // its new content, and the slot
///     case .interrupted, .unreadable, .refused: ...
///     }
/// }
/// ```
public struct SolanaSubscriptions<Transport: SubscriptionTransport>: Sendable {
    private let transport: Transport

    public init(_ transport: Transport) { self.transport = transport }

    /// Reports an account each time it changes.
    public func account(
        _ address: PublicKey, _ commitment: Commitment = .confirmed
    ) -> AsyncStream<SubscriptionChange<Slotted<AccountInfo>>> {
        let options: JSON = ["encoding": "base64", "commitment": .string(commitment.rawValue)]
        return changes(.account, [.string(address.base58), options]) { result throws(SolanaRPCError) in
            try Slotted(result) { value throws(SolanaRPCError) in try AccountInfo(value) }
        }
    }

    /// Reports once when a transaction has reached the commitment: nil, or the reason it failed.
    public func signature(
        _ signature: Signature, _ commitment: Commitment = .confirmed
    ) -> AsyncStream<SubscriptionChange<Slotted<TransactionFailure?>>> {
        let options: JSON = ["commitment": .string(commitment.rawValue)]
        return changes(.signature, [.string(signature.base58), options]) { result throws(SolanaRPCError) in
            try Slotted(result) { value throws(SolanaRPCError) in try TransactionFailure.optional(value) }
        }
    }

    /// Reports each slot that the node processes.
    public func slot() -> AsyncStream<SubscriptionChange<SlotInfo>> {
        changes(.slot, []) { result throws(SolanaRPCError) in try SlotInfo(result) }
    }

    /// Reports the transactions that mention an address, with the programs' logs.
    public func logs(
        mentioning address: PublicKey, _ commitment: Commitment = .confirmed
    ) -> AsyncStream<SubscriptionChange<Slotted<TransactionLogs>>> {
        let options: JSON = ["commitment": .string(commitment.rawValue)]
        return changes(.logs, [["mentions": [.string(address.base58)]], options]) { result throws(SolanaRPCError) in
            try Slotted(result) { value throws(SolanaRPCError) in try TransactionLogs(value) }
        }
    }

    private func changes<Value: Sendable>(
        _ kind: RPCSubscription.Kind, _ parameters: [JSON],
        _ read: @escaping @Sendable (RPCValue) throws(SolanaRPCError) -> Value
    ) -> AsyncStream<SubscriptionChange<Value>> {
        let events = transport.events(of: RPCSubscription(kind, parameters))
        let (changes, sink) = AsyncStream.makeStream(of: SubscriptionChange<Value>.self)
        let task = Task {
            for await event in events { sink.yield(SubscriptionChange(event, kind.notification, read)) }
            sink.finish()
        }
        sink.onTermination = { _ in task.cancel() }
        return changes
    }
}

/// An event of a subscription, with its type.
public enum SubscriptionChange<Value: Sendable>: Sendable {
    /// See ``SubscriptionEvent/began``.
    case began
    case told(Value)
    /// See ``SubscriptionEvent/interrupted(_:)``.
    case interrupted(RPCTransportError)
    /// The node sent something that doesn't belong to this subscription: something has happened, but not known what.
    case unreadable(SolanaRPCError)
    case refused(RPCNodeError)

    init(
        _ event: SubscriptionEvent, _ method: String, _ read: (RPCValue) throws(SolanaRPCError) -> Value
    ) {
        switch event {
        case .began: self = .began
        case .interrupted(let error): self = .interrupted(error)
        case .refused(let error): self = .refused(error)
        case .notification(let result):
            do throws(SolanaRPCError) {
                self = .told(try read(RPCValue(result, method: method)))
            } catch {
                self = .unreadable(error)
            }
        }
    }
}

/// A slot that a node has processed.
public struct SlotInfo: Sendable, Hashable {
    public let slot: UInt64
    /// The slot of the previous block.
    public let parent: UInt64
    /// The newest slot that can't be undone.
    public let root: UInt64

    init(_ value: RPCValue) throws(SolanaRPCError) {
        slot = try value.member("slot").uint64()
        parent = try value.member("parent").uint64()
        root = try value.member("root").uint64()
    }
}

/// A transaction and its logs.
public struct TransactionLogs: Sendable, Hashable {
    public let signature: Signature
    public let failure: TransactionFailure?
    public let logs: [String]

    init(_ value: RPCValue) throws(SolanaRPCError) {
        signature = try value.member("signature").signature()
        failure = try TransactionFailure.optional(value)
        logs = try value.member("logs").map { line throws(SolanaRPCError) in try line.text() }
    }
}

/// Carries the notifications of a node, as long as someone listens.
public protocol SubscriptionTransport: Sendable {
    /// Subscribes, and again after each break of the connection, until the sequence or its task ends.
    ///
    /// The sequence ends after ``SubscriptionEvent/refused(_:)`` and after the one notification of a signature. It also ends if its reader is
    /// hundreds of events behind: then ask for the state, and subscribe again.
    func events(of subscription: RPCSubscription) -> AsyncStream<SubscriptionEvent>
}

/// A subscription: its kind and the parameters of its method.
public struct RPCSubscription: Sendable, Hashable {
    /// The kinds of notifications; the other kinds that agave has aren't needed here.
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

/// An event of a subscription.
public enum SubscriptionEvent: Sendable, Hashable {
    /// The node sends notifications from now on, but none for earlier changes: a listener that needs the state asks for it now.
    case began
    /// The connection broke, or there is none yet: a gap lasts from here to the next ``began``. Reported once for each gap.
    case interrupted(RPCTransportError)
    /// The `result` of a notification.
    case notification(JSON)
    /// The node refuses this subscription.
    case refused(RPCNodeError)
}

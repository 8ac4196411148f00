/// The state of a request.
///
/// ```
/// queued → presented → approved → signed → answered
///    └─────────┴──→ rejected | expired | cancelled        approved, signed ─→ interrupted
/// ```
public enum RequestState: String, Sendable, Hashable, CaseIterable {
    case queued
    /// A surface has shown the request to the user.
    case presented
    case approved
    case signed
    case answered
    case rejected
    case expired
    case cancelled
    /// The request was unfinished when the agent stopped, or ended in a fault.
    case interrupted

    /// True if the request can still be decided.
    public var isPending: Bool { self == .queued || self == .presented }

    public var isFinished: Bool {
        switch self {
        case .queued, .presented, .approved, .signed: false
        case .answered, .rejected, .expired, .cancelled, .interrupted: true
        }
    }
}

/// The progress of one transaction of an approved request.
public struct RequestProgress: Sendable, Hashable {
    /// The stage of the transaction.
    public enum Stage: String, Sendable, Hashable {
        case signed
        /// A node has the transaction, or may have it.
        case sent
        /// The transaction was executed, with the required level of confirmation.
        case confirmed
        /// The transaction was executed without success; the fee is paid.
        case failed
        /// The transaction was never executed and no longer can be.
        case expired
        /// A node refused the transaction, or it was never sent: it was not executed.
        case refused
        /// The outcome of the transaction is unknown.
        case unknown
    }

    /// The index of the transaction in the request, from 0.
    public let item: Int
    public let stage: Stage
    /// The signature in base58.
    public let signature: String
    /// The slot in which it was executed.
    public let slot: UInt64?

    public init(item: Int, stage: Stage, signature: String, slot: UInt64? = nil) {
        self.item = item
        self.stage = stage
        self.signature = signature
        self.slot = slot
    }
}

/// The time for which a request's transactions can still be executed, as far as it is known.
public enum RequestExpiry: Sendable, Hashable {
    /// A number of blocks, which take at least the given time.
    case blocks(UInt64, remaining: Duration)
    /// Until a nonce is advanced.
    case nonce
    /// The transactions can no longer be executed.
    case expired
}

/// A request as a list shows it.
public struct RequestSummary: Sendable {
    public let id: String
    public let digest: String
    public let content: RequestContent
    public let state: RequestState
    /// Milliseconds since 1970.
    public let created: Int64
    /// The time until it expires.
    public let remaining: Duration
    /// The number it was given on arrival, which orders lists.
    public let arrival: UInt64
    /// The progress of its transactions, in their order; empty before they are signed.
    public let progress: [RequestProgress]
}

/// The final states of the last requests, for decisions about them that come too late.
struct EndedRequests {
    /// The maximum number of known requests.
    private static let most = 256

    private var states: [String: RequestState] = [:]
    private var order: [String] = []

    subscript(id: String) -> RequestState? { states[id] }

    mutating func note(_ id: String, _ state: RequestState) {
        if states.updateValue(state, forKey: id) == nil { order.append(id) }
        if order.count > Self.most { states[order.removeFirst()] = nil }
    }
}

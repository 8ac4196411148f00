/// Where a request stands in its life.
///
/// ```
/// queued → presented → approved → signed → answered
///    └─────────┴──→ rejected | expired | cancelled        approved, signed ─→ interrupted
/// ```
public enum RequestState: String, Sendable, Hashable, CaseIterable {
    case queued
    /// A surface has shown it to the user.
    case presented
    case approved
    case signed
    case answered
    case rejected
    case expired
    case cancelled
    /// It was unfinished when the agent stopped, or ended in a fault.
    case interrupted

    /// Whether somebody can still decide it.
    public var isPending: Bool { self == .queued || self == .presented }

    public var isFinished: Bool {
        switch self {
        case .queued, .presented, .approved, .signed: false
        case .answered, .rejected, .expired, .cancelled, .interrupted: true
        }
    }
}

/// How far one transaction of an approved request has come.
public struct RequestProgress: Sendable, Hashable {
    /// How far it is.
    public enum Stage: String, Sendable, Hashable {
        case signed
        /// A node has it, or may have.
        case sent
        /// Executed, and as sure as was wanted.
        case confirmed
        /// Executed without success; the fee is paid.
        case failed
        /// Nobody has executed it, and nobody can any more.
        case expired
        /// A node refused it, or it never left: nobody has executed it.
        case refused
        /// Nobody knows what became of it.
        case unknown
    }

    /// Which of the request's transactions, from 0.
    public let item: Int
    public let stage: Stage
    /// Base58.
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

/// How long what a request would send can still be executed, as far as is known.
public enum RequestExpiry: Sendable, Hashable {
    /// So many blocks more, which take so long at least.
    case blocks(UInt64, remaining: Duration)
    /// Until somebody moves a nonce on.
    case nonce
    /// It can't be executed any more.
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
    /// Until it expires.
    public let remaining: Duration
    /// The number it was given on arrival; lists are ordered by it.
    public let arrival: UInt64
    /// How far its transactions have come, in their order; empty before they are signed.
    public let progress: [RequestProgress]
}

/// How the last requests ended, for decisions about them that come too late.
struct EndedRequests {
    /// How many are known.
    private static let most = 256

    private var states: [String: RequestState] = [:]
    private var order: [String] = []

    subscript(id: String) -> RequestState? { states[id] }

    mutating func note(_ id: String, _ state: RequestState) {
        if states.updateValue(state, forKey: id) == nil { order.append(id) }
        if order.count > Self.most { states[order.removeFirst()] = nil }
    }
}

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

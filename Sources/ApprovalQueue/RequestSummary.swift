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

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

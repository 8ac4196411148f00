/// Why there are no facts from the chain.
public enum ChainFactsError: String, Error, Hashable, Sendable, CaseIterable {
    /// No node answers.
    case unreachable
    /// A node answers that it doesn't.
    case refused
    /// The answer isn't one.
    case malformed
    /// The answer didn't come in time.
    case timeout
    /// Nobody waits for it any more.
    case cancelled
}

extension ChainFactsError: CustomStringConvertible {
    /// A short sentence.
    public var description: String {
        switch self {
        case .unreachable: "node out of reach"
        case .refused: "refused by the node"
        case .malformed: "answer of the node can not be read"
        case .timeout: "no answer in time"
        case .cancelled: "cancelled"
        }
    }
}

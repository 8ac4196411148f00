/// How sure the cluster is of what it tells.
public enum Commitment: String, Sendable, Hashable, CaseIterable, Comparable {
    /// The node has executed it.
    case processed
    /// Two thirds of the stake have voted for its block.
    case confirmed
    /// More than thirty blocks were confirmed on top: as sure as it gets.
    case finalized

    public static func < (one: Commitment, other: Commitment) -> Bool { one.weight < other.weight }

    /// Reads `confirmationStatus`, nil where there is none.
    static func optional(_ value: RPCValue) throws(SolanaRPCError) -> Commitment? {
        guard let status = try value.optional("confirmationStatus") else { return nil }
        guard let commitment = Commitment(rawValue: try status.text()) else { throw status.fault }
        return commitment
    }

    private var weight: Int {
        switch self {
        case .processed: 0
        case .confirmed: 1
        case .finalized: 2
        }
    }
}

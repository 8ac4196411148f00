public import SolanaTransactions

/// What became of asking an endpoint who it is.
public struct EndpointStatus: Sendable, Hashable {
    /// Append-only.
    public enum State: String, Sendable {
        case reached
        case unreachable
        /// Its first block is another cluster's.
        case wrongCluster = "wrong-cluster"
    }

    /// The endpoint without what may be secret in it.
    public let name: String
    public let state: State
    /// Whose first block it has, where that is a public cluster's.
    public let found: Cluster?
    /// What it says its software is, which nobody vouches for.
    public let version: String?
    /// The slot that it has seen last.
    public let slot: UInt64?
}

public import SolanaTransactions

/// The nodes that the wallet may ask, by cluster.
///
/// In the agent it is a process of its own that reaches them; a test hands in the local node.
public protocol SolanaNetwork: Sendable {
    /// The cluster that is used where nobody names one: the user's choice.
    var preferred: Cluster { get async }

    /// The nodes of a cluster in the user's order, of which at least one has said that it is of that cluster; never none.
    ///
    /// - Throws: ``NetworkError``.
    func nodes(of cluster: Cluster) async throws(NetworkError) -> [NetworkNode]
}

/// Why there is no node to ask. Append-only.
public enum NetworkError: Error, Sendable, Hashable {
    /// The user wants no network at all, or nobody knows yet what the user wants.
    case off
    /// The user has no endpoint for this cluster.
    case noEndpoint(Cluster)
    /// None of its endpoints answers in time; `nodes` are their names, as far as they were asked.
    case unreachable(Cluster, nodes: [String] = [])
    /// The endpoint belongs to another cluster, as far as its genesis hash is known.
    case wrongCluster(node: String, wanted: Cluster, found: Cluster?)
    /// The process that reaches the network can't be started.
    case unavailable
    case cancelled
}

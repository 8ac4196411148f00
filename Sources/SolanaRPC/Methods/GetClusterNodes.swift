public import SolanaTransactions

/// The nodes that take part in the cluster.
///
/// Source: https://solana.com/docs/rpc/http/getclusternodes
public struct GetClusterNodes: SolanaRPCMethod {
    public static let name = "getClusterNodes"

    public init() {}

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> [ClusterNode] {
        try result.map { element throws(SolanaRPCError) in try ClusterNode(element) }
    }
}

extension SolanaRPC {
    /// The nodes that take part in the cluster.
    public func getClusterNodes() async throws(SolanaRPCError) -> [ClusterNode] {
        try await answer(to: GetClusterNodes())
    }
}

/// A node of the cluster, as gossip tells of it.
public struct ClusterNode: Sendable, Hashable {
    /// The node's identity.
    public let publicKey: PublicKey
    /// Addresses with ports; nil where the node offers none.
    public let gossip: String?
    /// Where it takes transactions, host and port.
    public let tpu: String?
    /// Where it takes JSON-RPC, host and port.
    public let rpc: String?
    /// Its program's version.
    public let version: String?

    init(_ value: RPCValue) throws(SolanaRPCError) {
        publicKey = try value.member("pubkey").publicKey()
        gossip = try value.optional("gossip")?.text()
        tpu = try value.optional("tpu")?.text()
        rpc = try value.optional("rpc")?.text()
        version = try value.optional("version")?.text()
    }
}

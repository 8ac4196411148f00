public import JSONRPC
public import SolanaTransactions

/// The health of the node: it answers "ok" if it keeps up, or refuses with -32005.
///
/// Source: https://solana.com/docs/rpc/http/gethealth
public struct GetHealth: SolanaRPCMethod {
    public static let name = "getHealth"

    public init() {}

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> String {
        try result.text()
    }
}

extension SolanaRPC {
    /// The health of the node: it answers "ok" if it keeps up, or refuses with -32005.
    public func getHealth() async throws(SolanaRPCError) -> String {
        try await answer(to: GetHealth())
    }
}

/// The software that the node runs.
///
/// Source: https://solana.com/docs/rpc/http/getversion
public struct GetVersion: SolanaRPCMethod {
    public static let name = "getVersion"

    public init() {}

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> NodeVersion {
        try NodeVersion(result)
    }
}

extension SolanaRPC {
    /// The software that the node runs.
    public func getVersion() async throws(SolanaRPCError) -> NodeVersion {
        try await answer(to: GetVersion())
    }
}

/// A node's software.
public struct NodeVersion: Sendable, Hashable {
    /// The version of `solana-core`.
    public let core: String
    /// The number of its feature set.
    public let featureSet: UInt64?

    init(_ value: RPCValue) throws(SolanaRPCError) {
        core = try value.member("solana-core").text()
        featureSet = try value.optional("feature-set")?.uint64()
    }
}

/// The node's own key.
///
/// Source: https://solana.com/docs/rpc/http/getidentity
public struct GetIdentity: SolanaRPCMethod {
    public static let name = "getIdentity"

    public init() {}

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> PublicKey {
        try result.member("identity").publicKey()
    }
}

extension SolanaRPC {
    /// The node's own key.
    public func getIdentity() async throws(SolanaRPCError) -> PublicKey {
        try await answer(to: GetIdentity())
    }
}

/// The hash of the first block, by which clusters are told apart.
///
/// Source: https://solana.com/docs/rpc/http/getgenesishash
public struct GetGenesisHash: SolanaRPCMethod {
    public static let name = "getGenesisHash"

    public init() {}

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Blockhash {
        try result.blockhash()
    }
}

extension SolanaRPC {
    /// The hash of the first block, by which clusters are told apart.
    public func getGenesisHash() async throws(SolanaRPCError) -> Blockhash {
        try await answer(to: GetGenesisHash())
    }
}

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

/// A node of the cluster, as gossip reports it.
public struct ClusterNode: Sendable, Hashable {
    /// The node's identity.
    public let publicKey: PublicKey
    /// The address for gossip, host and port; this and the next two are nil if the node offers none.
    public let gossip: String?
    /// The address for transactions, host and port.
    public let tpu: String?
    /// The address for JSON-RPC, host and port.
    public let rpc: String?
    /// The version of its software.
    public let version: String?

    init(_ value: RPCValue) throws(SolanaRPCError) {
        publicKey = try value.member("pubkey").publicKey()
        gossip = try value.optional("gossip")?.text()
        tpu = try value.optional("tpu")?.text()
        rpc = try value.optional("rpc")?.text()
        version = try value.optional("version")?.text()
    }
}

/// The numbers of slots and transactions in the last minutes, the newest minute first.
///
/// Source: https://solana.com/docs/rpc/http/getrecentperformancesamples
public struct GetRecentPerformanceSamples: SolanaRPCMethod {
    public static let name = "getRecentPerformanceSamples"

    /// At most 720, which is the default.
    public var limit: Int?

    public init(limit: Int? = nil) {
        self.limit = limit
    }

    public var parameters: [JSON] { limit.map { [.number($0)] } ?? [] }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> [PerformanceSample] {
        try result.map { element throws(SolanaRPCError) in try PerformanceSample(element) }
    }
}

extension SolanaRPC {
    /// The numbers of slots and transactions in the last minutes, the newest minute first.
    public func getRecentPerformanceSamples(limit: Int? = nil) async throws(SolanaRPCError) -> [PerformanceSample] {
        try await answer(to: GetRecentPerformanceSamples(limit: limit))
    }
}

/// A minute of the cluster.
public struct PerformanceSample: Sendable, Hashable {
    /// The slot in which it was taken.
    public let slot: UInt64
    /// The number of slots that it covers.
    public let slots: UInt64
    /// The number of transactions in them, including votes.
    public let transactions: UInt64
    /// The time that they took, in seconds.
    public let seconds: UInt64

    init(_ value: RPCValue) throws(SolanaRPCError) {
        slot = try value.member("slot").uint64()
        slots = try value.member("numSlots").uint64()
        transactions = try value.member("numTransactions").uint64()
        seconds = try value.member("samplePeriodSecs").uint64()
    }
}

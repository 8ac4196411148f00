public import SolanaRPC
public import SolanaTransactions
public import WalletRuntime

/// The endpoints that the user settled, each asked for its genesis hash before it counts as a node of its cluster.
///
/// A public cluster's nodes must have its hash. A node of a local cluster may have any but theirs: what is done there is meant as a trial.
public actor EndpointNetwork: SolanaNetwork {
    /// What was found of an endpoint when it was last asked, and when that was.
    private struct Check {
        let outcome: Result<String, RPCTransportError>
        let since: Duration
    }

    /// How long a genesis hash is believed, and how long a failure.
    static let period = (found: Duration.seconds(600), failed: Duration.seconds(3))

    /// How long one node may take to say whose it is, all attempts together: one that hangs mustn't hold up the others, nor who asked.
    static let patience: Duration = .seconds(4)

    private let settings: @Sendable () async -> NetworkSettings?
    private let transport: @Sendable (RPCEndpoint) -> any RPCTransport
    private let listener: @Sendable (RPCEndpoint) -> (any SubscriptionTransport)?
    private let clock: any MonotonicClock
    private var nodes: [RPCEndpoint: NetworkNode] = [:]
    private var checks: [RPCEndpoint: Check] = [:]

    /// - Parameters:
    ///   - settings: What holds now; nil where it isn't known yet.
    ///   - listener: Hears what an endpoint tells by itself; nil where it can only be asked.
    ///   - transport: Reaches an endpoint. Both are asked for once an endpoint.
    ///   - clock: By which nodes are waited for and their answers grow old.
    public init(
        settings: @escaping @Sendable () async -> NetworkSettings?, clock: any MonotonicClock,
        listener: @escaping @Sendable (RPCEndpoint) -> (any SubscriptionTransport)? = { _ in nil },
        transport: @escaping @Sendable (RPCEndpoint) -> any RPCTransport
    ) {
        self.settings = settings
        self.clock = clock
        self.transport = transport
        self.listener = listener
    }

    public var preferred: Cluster {
        get async { await settings()?.preferred ?? .mainnet }
    }

    public func nodes(of cluster: Cluster) async throws(NetworkError) -> [NetworkNode] {
        guard let settings = await settings(), !settings.isOff else { throw .off }
        let endpoints = settings.endpoints(of: cluster)
        guard !endpoints.isEmpty else { throw .noEndpoint(cluster) }
        let hashes = await hashes(of: endpoints)
        guard !Task.isCancelled else { throw .cancelled }
        var found: [NetworkNode] = []
        var stranger: NetworkError?
        for endpoint in endpoints {
            guard case .success(let hash)? = hashes[endpoint] else { continue }
            if cluster.has(genesisHash: hash) {
                found.append(node(endpoint))
            } else {
                stranger =
                    stranger
                    ?? .wrongCluster(
                        node: endpoint.description, wanted: cluster, found: Cluster(genesisHash: hash))
            }
        }
        guard found.isEmpty else { return found }
        throw stranger ?? .unreachable(cluster, nodes: endpoints.map(\.description))
    }

    /// Asks every endpoint of a cluster anew, and says what became of each.
    ///
    /// - Throws: ``NetworkError`` where there is nobody to ask.
    public func status(of cluster: Cluster) async throws(NetworkError) -> [EndpointStatus] {
        guard let settings = await settings(), !settings.isOff else { throw .off }
        let endpoints = settings.endpoints(of: cluster)
        guard !endpoints.isEmpty else { throw .noEndpoint(cluster) }
        for endpoint in endpoints { checks[endpoint] = nil }
        let hashes = await hashes(of: endpoints)
        guard !Task.isCancelled else { throw .cancelled }
        let deadline = Deadline(clock.now + Self.patience, of: clock)
        let described = endpoints.map { ($0, node($0).rpc) }
        return await withTaskGroup(of: (Int, EndpointStatus).self) { group in
            for (place, (endpoint, rpc)) in described.enumerated() {
                guard case .success(let hash)? = hashes[endpoint] else { continue }
                group.addTask {
                    let told = await deadline.limiting { (try? await rpc.getVersion().core, try? await rpc.getSlot()) }
                    return (
                        place,
                        EndpointStatus(
                            name: endpoint.description,
                            state: cluster.has(genesisHash: hash) ? .reached : .wrongCluster,
                            found: Cluster(genesisHash: hash), version: told?.0, slot: told?.1)
                    )
                }
            }
            var status = endpoints.map {
                EndpointStatus(name: $0.description, state: .unreachable, found: nil, version: nil, slot: nil)
            }
            for await (place, found) in group { status[place] = found }
            return status
        }
    }

    /// The genesis hashes of all of them, asked at once: one that is slow doesn't hold up the others longer than it takes itself.
    private func hashes(of endpoints: [RPCEndpoint]) async -> [RPCEndpoint: Result<String, RPCTransportError>] {
        var hashes: [RPCEndpoint: Result<String, RPCTransportError>] = [:]
        var missing: [(endpoint: RPCEndpoint, node: NetworkNode)] = []
        let since = clock.now
        for endpoint in endpoints {
            if let check = checks[endpoint], since - check.since < Self.period(of: check.outcome) {
                hashes[endpoint] = check.outcome
            } else {
                missing.append((endpoint, node(endpoint)))
            }
        }
        await withTaskGroup(of: (RPCEndpoint, Result<String, RPCTransportError>).self) { group in
            let deadline = Deadline(since + Self.patience, of: clock)
            for (endpoint, node) in missing {
                group.addTask { (endpoint, await Self.genesisHash(of: node, until: deadline)) }
            }
            for await (endpoint, outcome) in group {
                hashes[endpoint] = outcome
                if outcome != .failure(.cancelled) { checks[endpoint] = Check(outcome: outcome, since: since) }
            }
        }
        return hashes
    }

    private static func period(of outcome: Result<String, RPCTransportError>) -> Duration {
        if case .success = outcome { period.found } else { period.failed }
    }

    private static func genesisHash(
        of node: NetworkNode, until deadline: Deadline
    ) async -> Result<String, RPCTransportError> {
        let answer = await deadline.limiting { () -> Result<String, RPCTransportError> in
            do throws(SolanaRPCError) {
                return .success(try await node.rpc.getGenesisHash().description)
            } catch {
                if case .transport(let fault) = error { return .failure(fault) }
                return .failure(.notAnAnswer)
            }
        }
        // Whoever asked has left: that says nothing of the node.
        guard !Task.isCancelled else { return .failure(.cancelled) }
        return answer ?? .failure(.timedOut)
    }

    private func node(_ endpoint: RPCEndpoint) -> NetworkNode {
        if let node = nodes[endpoint] { return node }
        let node = NetworkNode(
            name: endpoint.description, transport: transport(endpoint), listener: listener(endpoint))
        nodes[endpoint] = node
        return node
    }
}

extension Cluster {
    /// Whether a node with this first block is one of the cluster's.
    func has(genesisHash hash: String) -> Bool {
        genesisHash.map { $0 == hash } ?? (Cluster(genesisHash: hash) == nil)
    }
}

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

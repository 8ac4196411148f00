public import SolanaRPC
public import SolanaTransactions
public import WalletRuntime

/// The user's endpoints. Each is asked for its genesis hash before it counts as a node of its cluster.
///
/// A public cluster's nodes must have its hash. A node of a local cluster may have any other hash: a local cluster is for testing.
public actor EndpointNetwork: SolanaNetwork {
    /// The outcome of the last check of an endpoint, and the time of that check.
    private struct Check {
        let outcome: Result<String, RPCTransportError>
        let since: Duration
    }

    /// The time for which a genesis hash is trusted, and the time for which a failure counts.
    static let period = (found: Duration.seconds(600), failed: Duration.seconds(3))

    /// The time limit for one node's genesis hash, all attempts together. A node that hangs must not hold up the others or the caller.
    static let patience: Duration = .seconds(4)

    private let settings: @Sendable () async -> NetworkSettings?
    private let transport: @Sendable (RPCEndpoint) -> any RPCTransport
    private let listener: @Sendable (RPCEndpoint) -> (any SubscriptionTransport)?
    private let clock: any MonotonicClock
    private var nodes: [RPCEndpoint: NetworkNode] = [:]
    private var checks: [RPCEndpoint: Check] = [:]

    /// - Parameters:
    ///   - settings: The current settings; nil if they aren't known yet.
    ///   - listener: Receives an endpoint's notifications; nil if the endpoint can only be asked.
    ///   - transport: Reaches an endpoint. Both closures are called once for each endpoint.
    ///   - clock: Measures the waiting for nodes and the age of their answers.
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
        guard let settings = await settings() else { throw .off }
        return try await nodes(of: cluster, by: settings)
    }

    /// Returns the nodes of a cluster by settings that aren't the user's yet, as ``nodes(of:)`` does.
    ///
    /// - Throws: ``NetworkError``.
    public func nodes(of cluster: Cluster, by settings: NetworkSettings) async throws(NetworkError) -> [NetworkNode] {
        guard !settings.isOff else { throw .off }
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

    /// Asks every endpoint of a cluster again and returns the status of each.
    ///
    /// - Throws: ``NetworkError`` if there is no node to ask.
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

    /// Asks all endpoints for their genesis hashes at once: a slow one delays the result by no more than its own time.
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
        // The caller has left: that says nothing about the node.
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
    /// Returns true if a node with this genesis hash belongs to the cluster.
    func has(genesisHash hash: String) -> Bool {
        genesisHash.map { $0 == hash } ?? (Cluster(genesisHash: hash) == nil)
    }
}

/// The nodes that the wallet may ask, by cluster.
///
/// In the agent, a separate process reaches them; a test passes in the local node.
public protocol SolanaNetwork: Sendable {
    /// The cluster to use if a request names none: the user's choice.
    var preferred: Cluster { get async }

    /// Returns the nodes of a cluster in the user's order, never none. Each has said that it belongs to that cluster.
    ///
    /// - Throws: ``NetworkError``.
    func nodes(of cluster: Cluster) async throws(NetworkError) -> [NetworkNode]
}

/// The reason there is no node to ask. Append-only.
public enum NetworkError: Error, Sendable, Hashable {
    /// The user has turned the network off, or the user's choice isn't known yet.
    case off
    /// The user has no endpoint for this cluster.
    case noEndpoint(Cluster)
    /// None of its endpoints answers in time; `nodes` names those that were asked.
    case unreachable(Cluster, nodes: [String] = [])
    /// The endpoint belongs to another cluster; `found` is nil if its genesis hash is no known cluster's.
    case wrongCluster(node: String, wanted: Cluster, found: Cluster?)
    /// The process that reaches the network can't be started.
    case unavailable
    case cancelled
}

/// The status of an endpoint that was asked for its genesis hash.
public struct EndpointStatus: Sendable, Hashable {
    /// Append-only.
    public enum State: String, Sendable {
        case reached
        case unreachable
        /// Its genesis hash is another cluster's.
        case wrongCluster = "wrong-cluster"
    }

    /// The endpoint, without any part that may be secret.
    public let name: String
    public let state: State
    /// The cluster that its genesis hash belongs to; nil if that is no public cluster.
    public let found: Cluster?
    /// The software version that it reports, unverified.
    public let version: String?
    /// The last slot that it has seen.
    public let slot: UInt64?
}

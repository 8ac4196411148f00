public import JSONRPC
public import SolanaRPC
public import SolanaTransactions

/// The user's network settings: the cluster and its nodes, or no network at all.
///
/// They are part of the policy: the choice of nodes decides what the user is told about the chain.
///
/// ```json
/// {"cluster": "devnet", "off": false, "endpoints": {"devnet": ["https://rpc.example/key"], "localnet": []}}
/// ```
///
/// A cluster that isn't among the endpoints is reached by its public one; a cluster with an empty list isn't reached.
public struct NetworkSettings: Sendable, Hashable {
    /// The reason settings are invalid. Append-only.
    public enum Fault: Error, Sendable, Hashable {
        /// No cluster has this name.
        case cluster
        case endpoint(RPCEndpoint.Fault)
        /// More than ``maximumEndpoints`` for a cluster, or a duplicate.
        case count
        /// JSON of another shape than expected.
        case shape
    }

    /// The most endpoints that a cluster may have.
    public static let maximumEndpoints = 8

    /// The cluster to use if a request names none.
    public var preferred: Cluster
    /// True if the network is off: no node is asked anything.
    public var isOff: Bool
    /// The user's own endpoints, in order of preference.
    public private(set) var own: [Cluster: [RPCEndpoint]]

    /// Creates settings for mainnet with the public endpoints.
    public init(preferred: Cluster = .mainnet, isOff: Bool = false) {
        self.preferred = preferred
        self.isOff = isOff
        own = [:]
    }

    /// Returns the endpoints of a cluster in order; none if it isn't to be reached.
    public func endpoints(of cluster: Cluster) -> [RPCEndpoint] {
        guard !isOff else { return [] }
        return own[cluster] ?? Self.publicEndpoint(of: cluster).map { [$0] } ?? []
    }

    /// Chooses a cluster's endpoints; nil goes back to the public one.
    ///
    /// - Throws: ``Fault/count``.
    public mutating func choose(_ endpoints: [RPCEndpoint]?, for cluster: Cluster) throws(Fault) {
        if let endpoints {
            guard endpoints.count <= Self.maximumEndpoints, Set(endpoints).count == endpoints.count else {
                throw .count
            }
        }
        own[cluster] = endpoints
    }

    /// Returns the endpoint that Solana's documentation names for public use ("Clusters and Public RPC Endpoints").
    private static func publicEndpoint(of cluster: Cluster) -> RPCEndpoint? {
        switch cluster {
        case .mainnet: try? RPCEndpoint("https://api.mainnet-beta.solana.com")
        case .devnet: try? RPCEndpoint("https://api.devnet.solana.com")
        case .testnet: try? RPCEndpoint("https://api.testnet.solana.com")
        case .localnet: try? RPCEndpoint("http://127.0.0.1:8899")
        }
    }
}

extension NetworkSettings {
    /// The settings as the policy stores them, with whole addresses.
    public var json: JSONObject { json { $0.url } }

    /// The settings as the browser may see them: without any part of an address that may be secret.
    public var publicJSON: JSONObject { json { $0.description } }

    private func json(_ text: (RPCEndpoint) -> String) -> JSONObject {
        var endpoints: JSONObject = [:]
        for cluster in Cluster.allCases {
            guard let own = own[cluster] else { continue }
            endpoints[cluster.name] = .array(own.map { .string(text($0)) })
        }
        return ["cluster": .string(preferred.name), "off": .bool(isOff), "endpoints": .object(endpoints)]
    }
}

extension NetworkSettings {
    /// A change to settings; anything that it doesn't name stays.
    ///
    /// ```json
    /// {"cluster": "devnet", "off": false, "endpoints": {"devnet": ["https://rpc.example/key"], "mainnet": null}}
    /// ```
    ///
    /// `null` goes back to a cluster's public endpoint.
    public struct Change: Sendable, Hashable {
        private var preferred: Cluster?
        private var isOff: Bool?
        private var own: [Cluster: [RPCEndpoint]?] = [:]

        /// - Throws: ``Fault``.
        public init(_ object: JSONObject) throws(Fault) {
            for member in object.members {
                switch member.name.string {
                case "cluster": preferred = try Self.cluster(member.value.text)
                case "off":
                    guard let value = member.value.bool else { throw .shape }
                    isOff = value
                case "endpoints":
                    guard let endpoints = member.value.object else { throw .shape }
                    for each in endpoints.members {
                        let cluster = try Self.cluster(each.name.string)
                        own.updateValue(try Self.endpoints(each.value), forKey: cluster)
                    }
                default: throw .shape
                }
            }
        }

        /// - Throws: ``Fault/count``.
        public func apply(to settings: inout NetworkSettings) throws(Fault) {
            if let preferred { settings.preferred = preferred }
            if let isOff { settings.isOff = isOff }
            for (cluster, endpoints) in own { try settings.choose(endpoints, for: cluster) }
        }

        private static func cluster(_ name: String?) throws(Fault) -> Cluster {
            guard let name else { throw .shape }
            guard let cluster = Cluster(name: name) else { throw .cluster }
            return cluster
        }

        private static func endpoints(_ json: JSON) throws(Fault) -> [RPCEndpoint]? {
            guard !json.isNull else { return nil }
            guard let list = json.array else { throw .shape }
            var endpoints: [RPCEndpoint] = []
            for each in list {
                guard let text = each.text else { throw .shape }
                do throws(RPCEndpoint.Fault) {
                    endpoints.append(try RPCEndpoint(text))
                } catch {
                    throw .endpoint(error)
                }
            }
            return endpoints
        }
    }

    /// Reads settings as ``json`` writes them.
    ///
    /// - Throws: ``Fault``.
    public init(_ object: JSONObject) throws(Fault) {
        guard ["cluster", "off", "endpoints"].allSatisfy({ object[$0] != nil }) else { throw .shape }
        self.init()
        try Change(object).apply(to: &self)
    }
}

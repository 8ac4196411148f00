public import JSONRPC
import SolanaRPC
import SolanaTransactions

extension NetworkSettings {
    /// What is to be different in settings; what isn't named stays.
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

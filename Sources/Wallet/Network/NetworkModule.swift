import JSONRPC
import SolanaTransactions
import WalletNetwork
import WalletRuntime

/// The state of the user's endpoints: whether they answer, and for which cluster. The policy names them.
struct NetworkModule: WalletModule {
    /// The endpoints; nil if this wallet reaches nothing.
    let network: EndpointNetwork?

    private static func json(_ status: EndpointStatus) -> JSON {
        var object: JSONObject = [
            "node": .string(JSONString(status.name)), "state": .string(status.state.rawValue),
        ]
        object["found"] = status.found.map { .string($0.rawValue) }
        object["version"] = status.version.map { .string(JSONString($0)) }
        object["slot"] = status.slot.map { .string("\($0)") }
        return .object(object)
    }

    private func status(_ call: MethodCall, _ cluster: Cluster?) async throws(RPCError) -> JSON {
        guard let network else { throw RPCError(.off) }
        let preferred = await network.preferred
        let cluster = cluster ?? preferred
        do throws(NetworkError) {
            let status = try await network.status(of: cluster)
            return ["cluster": .string(cluster.rawValue), "nodes": .array(status.map(Self.json))]
        } catch {
            throw RPCError(error)
        }
    }
}

extension NetworkModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(network: parts.endpoints)
    }

    static let declaration = ModuleDeclaration<NetworkModule>(
        id: "network",
        methods: [
            Method(
                "network.status", callers: .owner, params: .cluster,
                result: .object([
                    .required("cluster"),
                    .required(
                        "nodes",
                        .list(
                            .object([
                                .required("node"), .required("state"), .optional("found"), .optional("version"),
                                .optional("slot", .u64),
                            ]))),
                ]), needs: [.network], limit: .asking, by: NetworkModule.status)
        ])
}

import JSONRPC
import SolanaTransactions
import TransactionReview
import WalletNetwork
import WalletRuntime

/// Names and addresses, both ways: what a name stands for, and which name an address goes by.
struct NamesModule: WalletModule {
    let names: NameBook
    let network: (any SolanaNetwork)?

    private func resolve(_ call: MethodCall, _ name: SolanaName, _ cluster: Cluster?) async throws(RPCError) -> JSON {
        let (nodes, cluster) = try await network.nodes(of: cluster)
        return await json(try await names.resolve(name, by: nodes), on: cluster)
    }

    private func reverse(
        _ call: MethodCall, _ address: PublicKey, _ cluster: Cluster?
    ) async throws(RPCError) -> JSON {
        let (nodes, cluster) = try await network.nodes(of: cluster)
        guard let found = try await names.primaryName(of: address, by: nodes) else {
            return ["address": .string(address.base58), "cluster": .string(cluster.rawValue)]
        }
        let claim = await names.claim(of: found, on: cluster)
        return await json(found, on: cluster, adding: claim?.findings ?? [])
    }

    private func json(
        _ found: ResolvedName, on cluster: Cluster, adding findings: [RecipientFinding] = []
    ) async -> JSON {
        let paid = PaidName(name: found.name.description, address: found.address, resolved: found)
        let changed = await paid.change(in: names, on: cluster.rawValue)
        return [
            "address": .string(found.address.base58), "cluster": .string(cluster.rawValue), "resolved": paid.json,
            "findings": .array((findings + paid.findings(changed)).map(\.json)),
        ]
    }
}

extension NamesModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            names: NameBook(parts), network: parts.network)
    }

    static let declaration = ModuleDeclaration<NamesModule>(
        id: "names",
        methods: [
            Method(
                "names.resolve", callers: .owner, params: .required("name", .name), .cluster,
                result: .object([
                    .required("address"), .required("cluster"), .required("resolved", PaidName.form),
                    .required("findings", RecipientFinding.list),
                ]), needs: [.network], limit: .asking, by: NamesModule.resolve),
            Method(
                "names.reverse", callers: .owner, params: .required("address", .address), .cluster,
                result: .object([
                    .required("address"), .required("cluster"), .optional("resolved", PaidName.form),
                    .optional("findings", RecipientFinding.list),
                ]), needs: [.network], limit: .asking, by: NamesModule.reverse),
        ])
}

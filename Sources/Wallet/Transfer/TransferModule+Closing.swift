import JSONRPC
import ProgramRegistry
import SolanaTransactions
import WalletNetwork
import WalletRuntime

/// Getting rent deposits back from empty token accounts, and burning tokens that the user doesn't want.
extension TransferModule {
    /// The most accounts of each kind in one answer: anyone can make more for the user.
    private static let maximumListed = 100

    /// Finds the empty token accounts, without asking the user or signing anything.
    func reclaimable(_ call: MethodCall, _ account: String?, _ cluster: Cluster?) async throws(RPCError) -> JSON {
        let account = try await keys.account(named: account)
        let (nodes, cluster) = try await network.nodes(of: cluster)
        let known = await knownAddresses.now(beside: [])
        let (found, node) = try await asking(nodes, known) { planner throws(TransferError) in
            (try await planner.emptyAccounts(of: account), planner.node.name)
        }
        let closable = found.filter { $0.fault == nil }
        let refused = found.filter { $0.fault != nil }
        let listed = closable.prefix(Self.maximumListed) + refused.prefix(Self.maximumListed)
        return [
            "cluster": .string(cluster.rawValue), "account": .string(account.base58),
            "accounts": .array(listed.map(\.json)), "omitted": .number(found.count - listed.count),
            "count": .number(closable.count), "lamports": .string("\(found.reclaimed)"),
            "node": .string(JSONString(node)),
        ]
    }

    func reclaim(
        _ call: MethodCall, _ accounts: [PublicKey]?, _ account: String?, _ cluster: Cluster?, _ priority: PriorityFee
    ) async throws(RPCError) -> JSON {
        let account = try await keys.account(named: account)
        let nodes = try await network.nodes(of: cluster)
        let known = await knownAddresses.now(beside: [])
        let plan = try await asking(nodes.nodes, known) { planner throws(TransferError) in
            try await planner.reclaim(of: accounts, by: account, priority: priority)
        }
        return try await submit(
            plan.transaction, by: account, call, nodes.cluster,
            adding: [
                "reclaimed": .array(plan.closed.map(\.json)), "left": .number(plan.left.count),
                "lamports": .string("\(plan.lamports)"), "fee": .string("\(plan.transaction.fee)"),
            ])
    }

    /// Burns all of a token.
    ///
    /// - Parameter acceptsKnown: True if the caller has told the user that the token is a known one.
    func burn(
        _ call: MethodCall, _ mint: PublicKey, _ acceptsKnown: Bool, _ account: String?, _ cluster: Cluster?,
        _ priority: PriorityFee
    ) async throws(RPCError) -> JSON {
        let token = ProgramTable.known.token(mint)
        if let token, !acceptsKnown {
            throw RPCError(
                .invalidInput, .tokenKnown, "this is a known token, which may be worth something",
                data: ["symbol": .string(JSONString(token.symbol))])
        }
        let account = try await keys.account(named: account)
        let nodes = try await network.nodes(of: cluster)
        let known = await knownAddresses.now(beside: [])
        let plan = try await asking(nodes.nodes, known) { planner throws(TransferError) in
            try await planner.burn(of: mint, by: account, priority: priority)
        }
        var answer: JSONObject = [
            "mint": .string(mint.base58), "amount": .string("\(plan.amount)"), "decimals": .number(Int(plan.decimals)),
            "closed": .number(plan.closed.count), "left": .number(plan.left), "lamports": .string("\(plan.lamports)"),
            "fee": .string("\(plan.transaction.fee)"),
        ]
        answer["symbol"] = token.map { .string(JSONString($0.symbol)) }
        return try await submit(plan.transaction, by: account, call, nodes.cluster, adding: answer)
    }

    private static let emptyAccount = ValueType.object([
        .required("account"), .required("mint"), .required("program"), .required("lamports", .u64), .optional("fault"),
    ])

    static let reclaimableAnswer: [ParameterManifest] = [
        .required("cluster"), .required("account"), .required("accounts", .list(emptyAccount)),
        .required("omitted", .integer), .required("count", .integer), .required("lamports", .u64), .required("node"),
    ]

    static let reclaimAnswer: [ParameterManifest] = [
        .required("reclaimed", .list(emptyAccount)), .required("left", .integer), .required("lamports", .u64),
        .required("fee", .u64), .required("signature"),
    ]

    static let burnAnswer: [ParameterManifest] = [
        .required("mint"), .optional("symbol"), .required("amount", .u64), .required("decimals", .integer),
        .required("closed", .integer), .required("left", .integer), .required("lamports", .u64),
        .required("fee", .u64), .required("signature"),
    ]
}

extension EmptyTokenAccount {
    fileprivate var json: JSON {
        var json: JSONObject = [
            "account": .string(account.base58), "mint": .string(mint.base58), "program": .string(program.base58),
            "lamports": .string("\(lamports)"),
        ]
        json["fault"] = fault.map { .string(JSONString($0.rawValue)) }
        return .object(json)
    }
}

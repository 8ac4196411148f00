import JSONRPC
import SolanaRPC
import SolanaTransactions
import WalletNetwork
import WalletRuntime

/// SOL that is staked natively: its list, the validators, and the transactions that delegate, deactivate and withdraw it.
///
/// A transaction of a stake waits in the queue like any other of the wallet's own: nothing here decides or signs.
struct StakeModule: WalletModule {
    let transfers: TransferModule
    let context: RuntimeContext

    private func delegate(
        _ call: MethodCall, _ amount: String, _ vote: PublicKey, _ acceptsDelinquent: Bool, _ account: String?,
        _ cluster: Cluster?, _ priority: PriorityFee
    ) async throws(RPCError) -> JSON {
        let account = try await transfers.keys.account(named: account)
        // 32 characters, as long as a seed may be.
        let seed = String(context.identifiers.next().filter { $0 != "-" }.prefix(32))
        return try await submit(call, cluster) { planner throws(TransferError) in
            try await planner.stake(
                amount, by: account, with: vote, seed: seed, acceptsDelinquent: acceptsDelinquent, priority: priority)
        } answer: { plan in
            var answer: JSONObject = [
                "vote": .string(vote.base58), "amount": .string("\(plan.lamports)"),
                "deposit": .string("\(plan.deposit)"),
            ]
            answer["commission"] = plan.validator.map { .number(Int($0.commission)) }
            return answer
        }
    }

    private func deactivate(
        _ call: MethodCall, _ stake: PublicKey, _ cluster: Cluster?, _ priority: PriorityFee
    ) async throws(RPCError) -> JSON {
        try await submit(call, cluster) { planner throws(TransferError) in
            try await planner.stakeDeactivation(of: stake, priority: priority)
        } answer: { plan in
            ["amount": .string("\(plan.lamports)")]
        }
    }

    private func withdraw(
        _ call: MethodCall, _ stake: PublicKey, _ amount: TransferOrder.Amount, _ cluster: Cluster?,
        _ priority: PriorityFee
    ) async throws(RPCError) -> JSON {
        try await submit(call, cluster) { planner throws(TransferError) in
            try await planner.stakeWithdrawal(of: amount, from: stake, priority: priority)
        } answer: { plan in
            ["amount": .string("\(plan.lamports)"), "closed": .bool(plan.isClosed)]
        }
    }

    /// Has a transaction planned, queues it, and sends it once it was approved.
    ///
    /// - Parameter answer: The members of the answer that this method alone has.
    private func submit(
        _ call: MethodCall, _ cluster: Cluster?,
        _ plan: @escaping @Sendable (TransferPlanner) async throws(TransferError) -> StakePlan,
        answer: (StakePlan) -> JSONObject
    ) async throws(RPCError) -> JSON {
        let (nodes, cluster) = try await transfers.network.nodes(of: cluster)
        let known = await transfers.knownAddresses.now(beside: [])
        let planned = try await transfers.asking(nodes, known, plan)
        var members = answer(planned)
        members["cluster"] = .string(cluster.rawValue)
        members["account"] = .string(planned.authority.base58)
        members["stake"] = .string(planned.stake.base58)
        members["fee"] = .string("\(planned.transaction.fee)")
        return try await transfers.submit(planned.transaction, by: planned.authority, call, cluster, adding: members)
    }
}

extension StakeModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(transfers: TransferModule(parts), context: parts.context)
    }

    static let declaration = ModuleDeclaration<StakeModule>(
        id: "stake",
        methods: [
            Method(
                "stake.list", callers: .owner, params: .account, .cluster, .page, result: .object(listAnswer),
                needs: [.network], limit: .asking, by: StakeModule.list),
            Method(
                "stake.validators", callers: .owner, params: .optional("vote", .address), .cluster, .page,
                result: .object(validatorsAnswer), needs: [.network], limit: .asking, by: StakeModule.validators),
            Method(
                "stake.liquid", callers: .owner,
                result: .object([
                    .required(
                        "programs",
                        .list(
                            .object([
                                .required("address"), .required("name"), .required("publisher"), .required("site"),
                            ])))
                ]), by: StakeModule.liquid),
            Method(
                "stake.delegate", callers: .owner,
                params: .required("amount"), .required("vote", .address),
                .optional("acceptDelinquent", .boolean, default: false), .account, .cluster, .priority,
                result: .object(
                    sent + [.required("vote"), .required("deposit", .u64), .required("commission", .integer)]),
                needs: [.network, .approval], limit: .sending, by: StakeModule.delegate),
            Method(
                "stake.deactivate", callers: .owner, params: .required("stake", .address), .cluster, .priority,
                result: .object(sent), needs: [.network, .approval], limit: .sending, by: StakeModule.deactivate),
            Method(
                "stake.withdraw", callers: .owner, params: .required("stake", .address), .withdrawal, .cluster,
                .priority, result: .object(sent + [.required("closed", .boolean)]), needs: [.network, .approval],
                limit: .sending, by: StakeModule.withdraw),
        ])

    private static let sent: [ParameterManifest] = [
        .required("cluster"), .required("account"), .required("stake"), .required("amount", .u64),
        .required("fee", .u64), .required("signature"),
    ]
}

extension Parameter where Value == TransferOrder.Amount {
    /// An amount of SOL, or all that can be withdrawn.
    fileprivate static var withdrawal: Self {
        .combining(.optional("amount"), .optional("all", .boolean, default: false)) { text, isAll throws(RPCError) in
            switch (text, isAll) {
            case (let text?, false): return .decimal(text)
            case (nil, true): return .everything
            default: throw RPCError(.invalidParams, .paramMissing, "one of amount and all", data: ["name": "amount"])
            }
        }
    }
}

extension RPCError {
    /// The protocol's error for the reason a stake can't be deactivated or withdrawn.
    init(_ fault: TransferError.StakeFault) {
        var data: JSONObject
        switch fault {
        case .unknown: data = ["fault": "unknown"]
        case .foreign: data = ["fault": "foreign"]
        case .locked(let time, let epoch):
            data = ["fault": "locked"]
            if time > 0 { data["time"] = .number(StakeModule.milliseconds(time)) }
            if epoch > 0 { data["epoch"] = .string("\(epoch)") }
        case .inactive: data = ["fault": "inactive"]
        case .staked: data = ["fault": "staked"]
        case .excess(let available): data = ["fault": "excess", "available": .string("\(available)")]
        }
        self.init(.invalidInput, .stakeRefused, "the stake can't be deactivated or withdrawn like this", data: data)
    }
}

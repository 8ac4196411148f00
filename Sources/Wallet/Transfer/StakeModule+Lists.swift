import JSONRPC
import ProgramRegistry
import SolanaRPC
import SolanaTransactions
import WalletNetwork
import WalletRuntime

/// What is asked before a stake is made or changed: the stakes, the validators, and the programs that stake for others.
extension StakeModule {
    /// The time for all nodes together.
    private static let patience: Duration = .seconds(30)
    /// The most validators that are asked for one by one.
    private static let maximumAsked = 8

    /// Lists the stakes that an account of the user's may delegate or withdraw, the largest first. Anyone can make more of them for the user.
    func list(
        _ call: MethodCall, _ name: String?, _ cluster: Cluster?, _ page: ListPage
    ) async throws(RPCError) -> JSON {
        let account = try await transfers.keys.viewed(named: name)
        let start: Int = max(0, try page.number() ?? 0)
        let (nodes, cluster) = try await transfers.network.nodes(of: cluster)
        let found = try await self.answer(nodes) { node throws(SolanaRPCError) -> Found in
            let (stakes, time) = try await node.heldStakes(of: account)
            let listed = Array(stakes.dropFirst(start).prefix(page.limit))
            return Found(
                stakes: listed, end: start + listed.count < stakes.count ? start + listed.count : nil,
                epoch: time.clock.epoch,
                validators: await Self.validators(of: listed, by: node),
                rewards: await Self.rewards(of: listed, by: node), node: node.name)
        }
        var answer: JSONObject = [
            "cluster": .string(cluster.rawValue), "account": .string(account.base58),
            "epoch": .string("\(found.epoch)"),
            "stakes": .array(
                found.stakes.map { stake in
                    let vote = stake.contents.delegation?.vote
                    return stake.json(
                        of: account, vote.flatMap { found.validators[$0] }, found.rewards[stake.address])
                }),
            "node": .string(JSONString(found.node)),
        ]
        answer["cursor"] = found.end.map { .string("\($0)") }
        return .object(answer)
    }

    private struct Found {
        let stakes: [HeldStake]
        /// The place of the row after the last one; nil at the end of the list.
        let end: Int?
        let epoch: UInt64
        let validators: [PublicKey: Validator]
        let rewards: [PublicKey: InflationReward]
        let node: String
    }

    /// The validators of these stakes, as far as the node tells them: without one the list is still right.
    private static func validators(of stakes: [HeldStake], by node: NetworkNode) async -> [PublicKey: Validator] {
        let votes = Set(stakes.compactMap(\.contents.delegation?.vote))
        var found: [PublicKey: Validator] = [:]
        if votes.count > maximumAsked {
            for each in (try? await node.validators()) ?? [] where votes.contains(each.vote) { found[each.vote] = each }
        } else {
            for vote in votes { found[vote] = try? await node.validator(vote) }
        }
        return found
    }

    /// The rewards of the last epoch, as far as the node tells them.
    private static func rewards(of stakes: [HeldStake], by node: NetworkNode) async -> [PublicKey: InflationReward] {
        let delegated = stakes.filter { $0.contents.delegation != nil }.map(\.address)
        guard !delegated.isEmpty, let rewards = try? await node.rpc.getInflationReward(delegated) else { return [:] }
        var found: [PublicKey: InflationReward] = [:]
        for (address, reward) in zip(delegated, rewards) { found[address] = reward }
        return found
    }

    /// Lists the validators, or tells one with what delegating to it takes.
    func validators(
        _ call: MethodCall, _ vote: PublicKey?, _ cluster: Cluster?, _ page: ListPage
    ) async throws(RPCError) -> JSON {
        let (nodes, cluster) = try await transfers.network.nodes(of: cluster)
        let known = await transfers.knownAddresses.now(beside: [])
        var answer: JSONObject = ["cluster": .string(cluster.rawValue)]
        if let vote {
            let (offer, node) = try await transfers.asking(nodes, known) { planner throws(TransferError) in
                (try await planner.stakeOffer(vote), planner.node)
            }
            // How it compares with others takes the list of all; without it the rest is still right.
            let all = try? await self.answer([node]) { node throws(SolanaRPCError) in try await node.validators() }
            let validator = all?.first { $0.vote == vote } ?? offer.validator
            answer["validators"] = [validator.json]
            answer["count"] = 1
            answer["minimum"] = .string("\(offer.minimum)")
            answer["deposit"] = .string("\(offer.deposit)")
            answer["node"] = .string(JSONString(node.name))
            return .object(answer)
        }
        let start: Int = max(0, try page.number() ?? 0)
        let (all, costs) = try await transfers.asking(nodes, known) { planner throws(TransferError) in
            (try await planner.validators(), try await planner.stakeCosts())
        }
        let rows = all.list.dropFirst(start).prefix(page.limit)
        answer["validators"] = .array(rows.map(\.json))
        answer["count"] = .number(all.list.count)
        answer["minimum"] = .string("\(costs.minimum)")
        answer["deposit"] = .string("\(costs.deposit)")
        answer["node"] = .string(JSONString(all.node))
        if rows.endIndex < all.list.endIndex, !rows.isEmpty { answer["cursor"] = .string("\(rows.endIndex)") }
        return .object(answer)
    }

    /// Lists the sites of the registry's programs that stake SOL for others and give a token for it.
    func liquid(_ call: MethodCall) async throws(RPCError) -> JSON {
        ["programs": .array(LiquidStaking.known.map(\.json))]
    }

    private func answer<Answer: Sendable>(
        _ nodes: [NetworkNode], _ ask: @escaping @Sendable (NetworkNode) async throws(SolanaRPCError) -> Answer
    ) async throws(RPCError) -> Answer {
        do throws(SolanaRPCError) {
            return try await nodes.answer(until: Deadline(context.clock.now + Self.patience, of: context.clock), ask)
        } catch {
            throw RPCError(error, from: nodes.map(\.name))
        }
    }

    /// Seconds since 1970 in milliseconds, within what a number of JSON holds exactly.
    static func milliseconds(_ seconds: Int64) -> Int {
        let most = Int64(RPCParameters.safeIntegers.upperBound) / 1000
        return Int(min(max(seconds, 0), most) * 1000)
    }

    static let listAnswer: [ParameterManifest] = [
        .required("cluster"), .required("account"), .required("epoch", .u64),
        .required(
            "stakes",
            .list(
                .object([
                    .required("address"), .required("lamports", .u64), .required("powers", .list(.string)),
                    .required("state"), .required("active", .u64), .required("activating", .u64),
                    .required("deactivating", .u64), .required("deposit", .u64), .required("withdrawable", .u64),
                    .required("closes", .boolean), .optional("vote"), .optional("delegated", .u64),
                    .optional(
                        "validator", .object([.required("commission", .integer), .required("delinquent", .boolean)])),
                    .optional(
                        "lockup",
                        .object([.optional("time", .integer), .optional("epoch", .u64), .optional("custodian")])),
                    .optional(
                        "reward",
                        .object([
                            .required("epoch", .u64), .required("lamports", .u64), .optional("commission", .integer),
                        ])),
                ]))),
        .required("node"), .optional("cursor"),
    ]

    static let validatorsAnswer: [ParameterManifest] = [
        .required("cluster"),
        .required(
            "validators",
            .list(
                .object([
                    .required("vote"), .required("identity"), .required("commission", .integer),
                    .required("stake", .u64), .required("delinquent", .boolean), .required("lastVote", .u64),
                    .required(
                        "history",
                        .list(
                            .object([
                                .required("epoch", .u64), .required("credits", .u64), .optional("share", .integer),
                            ]))),
                ]))),
        .required("count", .integer), .required("minimum", .u64), .required("deposit", .u64), .required("node"),
        .optional("cursor"),
    ]
}

extension HeldStake {
    /// The stake as `stake.list` tells it.
    fileprivate func json(of account: PublicKey, _ validator: Validator?, _ reward: InflationReward?) -> JSON {
        var powers: [JSON] = []
        if contents.staker == account { powers.append("staker") }
        if contents.withdrawer == account { powers.append("withdrawer") }
        var json: JSONObject = [
            "address": .string(address.base58), "lamports": .string("\(lamports)"), "powers": .array(powers),
            "state": .string(JSONString(activity.state.rawValue)), "active": .string("\(activity.effective)"),
            "activating": .string("\(activity.activating)"), "deactivating": .string("\(activity.deactivating)"),
            "deposit": .string("\(contents.reserve)"), "withdrawable": .string("\(withdrawable)"),
            "closes": .bool(isFree),
        ]
        json["vote"] = contents.delegation.map { .string($0.vote.base58) }
        json["delegated"] = contents.delegation.map { .string("\($0.lamports)") }
        json["validator"] = validator.map {
            ["commission": .number(Int($0.commission)), "delinquent": .bool($0.isDelinquent)]
        }
        if isLocked {
            var lockup = JSONObject()
            if contents.lockup.time > 0 { lockup["time"] = .number(StakeModule.milliseconds(contents.lockup.time)) }
            if contents.lockup.epoch > 0 { lockup["epoch"] = .string("\(contents.lockup.epoch)") }
            lockup["custodian"] = contents.custodian.map { .string($0.base58) }
            json["lockup"] = .object(lockup)
        }
        if let reward {
            var last: JSONObject = ["epoch": .string("\(reward.epoch)"), "lamports": .string("\(reward.amount)")]
            last["commission"] = reward.commission.map { .number(Int($0)) }
            json["reward"] = .object(last)
        }
        return .object(json)
    }
}

extension Validator {
    fileprivate var json: JSON {
        [
            "vote": .string(vote.base58), "identity": .string(node.base58), "commission": .number(Int(commission)),
            "stake": .string("\(stake)"), "delinquent": .bool(isDelinquent), "lastVote": .string("\(lastVote)"),
            "history": .array(
                history.map { each in
                    var json: JSONObject = [
                        "epoch": .string("\(each.epoch)"), "credits": .string("\(each.credits)"),
                    ]
                    json["share"] = each.share.map { .number($0) }
                    return .object(json)
                }),
        ]
    }
}

/// A program of the registry that stakes SOL for others and gives a token for it, with its publisher's site.
///
/// Name, publisher and site are the registry's; an entry that it doesn't have, or has without a site, isn't listed.
private struct LiquidStaking {
    let address: PublicKey
    let name: String
    let publisher: String
    let site: String

    /// The programs, and a pool of a program that many publishers use: its own publisher's program says whose site it is.
    static let known: [LiquidStaking] = [
        LiquidStaking(PublicKey("MarBmsSgKXdrN1egZf5sqe1TMai9K1rChYNDJgjq7aD")),
        LiquidStaking(PublicKey("stkitrT1Uoy18Dk1fTrgPw8W6MVzoCfYoAFT4MLsmhq")),
        LiquidStaking(
            PublicKey("Jito4APyf642JPZPx3hGc6WWJ8zPKtRbRs4P815Awbb"),
            of: PublicKey("RestkWeAVL8fRGgzhfeoqFhsqKRchg6aa1XrcH96z4Q")),
    ].compactMap { $0 }

    private init?(_ address: PublicKey, of program: PublicKey? = nil) {
        let table = ProgramTable.known
        guard let interface = table.interface(of: program ?? address), let site = interface.site,
            site.hasPrefix("https://"), let name = table.name(of: address) ?? table.address(address)?.name
        else { return nil }
        self.address = address
        self.name = name
        publisher = interface.publisher
        self.site = site
    }

    var json: JSON {
        [
            "address": .string(address.base58), "name": .string(JSONString(name)),
            "publisher": .string(JSONString(publisher)), "site": .string(JSONString(site)),
        ]
    }
}

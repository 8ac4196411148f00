import ApprovalQueue
import JSONRPC
import SolanaRPC
import SolanaTransactions
import TransactionReview
import WalletNetwork
import WalletRuntime
import Wording

/// Squads multisigs of which an account is a member: their list, their open proposals, and votes on them.
///
/// A vote is a transaction like any other of the wallet's own: it waits in the queue, and nothing here decides or signs.
struct MultisigModule: WalletModule {
    let transfers: TransferModule
    let names: RequestNames
    let context: RuntimeContext

    /// The time for all nodes together: the search asks one question for each place among the members.
    private static let patience: Duration = .seconds(60)

    /// Lists the multisigs in which an account is found, or tells the one at an address. Anyone can make one and name the user's account in it.
    private func list(
        _ call: MethodCall, _ address: PublicKey?, _ name: String?, _ cluster: Cluster?, _ page: ListPage
    ) async throws(RPCError) -> JSON {
        let account = try await transfers.keys.viewed(named: name)
        let start: Int = max(0, try page.number() ?? 0)
        let (nodes, cluster) = try await transfers.network.nodes(of: cluster)
        let found = try await answer(nodes) { node throws(SolanaRPCError) in
            guard let address else { return (try await node.multisigs(of: account), node.name) }
            return (try await node.multisig(address).map { [$0] } ?? [], node.name)
        }
        if address != nil, found.0.isEmpty { throw RPCError(TransferError.vote(.unknown)) }
        let listed = found.0.dropFirst(start).prefix(page.limit)
        var answer: JSONObject = [
            "cluster": .string(cluster.rawValue), "account": .string(account.base58),
            "multisigs": .array(listed.map { $0.json(for: account) }), "node": .string(JSONString(found.1)),
        ]
        if !listed.isEmpty, listed.endIndex < found.0.endIndex { answer["cursor"] = .string("\(listed.endIndex)") }
        return .object(answer)
    }

    /// Lists the proposals of a multisig that take votes or can be executed, each with what it would do.
    private func proposals(
        _ call: MethodCall, _ multisig: PublicKey, _ name: String?, _ cluster: Cluster?, _ page: ListPage,
        _ language: Language?
    ) async throws(RPCError) -> JSON {
        let account = try await transfers.keys.viewed(named: name)
        let first: UInt64? = try page.number()
        let (nodes, cluster) = try await transfers.network.nodes(of: cluster)
        let found = try await answer(nodes) { node throws(SolanaRPCError) -> Found? in
            guard let group = try await node.multisig(multisig) else { return nil }
            return Found(
                group: group, part: try await node.proposals(of: group, from: first, most: page.limit),
                node: node.name)
        }
        guard let found else { throw RPCError(TransferError.vote(.unknown)) }
        var proposals: [JSON] = []
        for each in found.part.proposals {
            var json = each.json(for: account, in: found.group)
            let read = Proposal(votedIn: each.address, keeper: each.keeper).json()
            if let language {
                let names = await named(in: read, account, cluster)
                json["shown"] = .array(
                    ReviewSummary.contents(of: read, names: names, in: Phrasebook(language)).map(\.json))
            } else {
                json["proposal"] = read
            }
            proposals.append(.object(json))
        }
        var answer: JSONObject = [
            "cluster": .string(cluster.rawValue), "account": .string(account.base58),
            "multisig": found.group.json(for: account), "proposals": .array(proposals),
            "node": .string(JSONString(found.node)),
        ]
        answer["cursor"] = found.part.next.map { .string("\($0)") }
        return .object(answer)
    }

    private struct Found {
        let group: HeldMultisig
        let part: HeldProposals
        let node: String
    }

    /// The user's names of addresses in a proposal, as in a review.
    private func named(in proposal: JSON, _ account: PublicKey, _ cluster: Cluster) async -> JSON {
        let item: JSON = ["kind": "transaction", "instructions": [["proposal": proposal]]]
        let summary: JSON = ["account": .string(account.base58), "cluster": .string(cluster.rawValue)]
        return await names.json(
            of: summary, RequestReview(kind: .transactions, items: [item], isComplete: true))
    }

    private func vote(
        _ call: MethodCall, _ multisig: PublicKey, _ index: UInt64, _ vote: MultisigVote, _ name: String?,
        _ cluster: Cluster?, _ priority: PriorityFee
    ) async throws(RPCError) -> JSON {
        let account = try await transfers.keys.account(named: name)
        let (nodes, cluster) = try await transfers.network.nodes(of: cluster)
        let known = await transfers.knownAddresses.now(beside: [])
        let plan = try await transfers.asking(nodes, known) { planner throws(TransferError) in
            try await planner.vote(vote, by: account, in: multisig, on: index, priority: priority)
        }
        return try await transfers.submit(
            plan.transaction, by: account, call, cluster,
            adding: [
                "cluster": .string(cluster.rawValue), "account": .string(account.base58),
                "multisig": .string(multisig.base58), "proposal": .string(plan.proposal.base58),
                "index": .string("\(index)"), "vote": .string(JSONString(vote.rawValue)),
                "fee": .string("\(plan.transaction.fee)"),
            ])
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
}

extension MultisigModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            transfers: TransferModule(parts),
            names: RequestNames(keys: parts.keys, book: parts.book, network: parts.network), context: parts.context)
    }

    static let declaration = ModuleDeclaration<MultisigModule>(
        id: "multisig",
        methods: [
            Method(
                "multisig.list", callers: .owner, params: .optional("multisig", .address), .account, .cluster, .page,
                result: .object([
                    .required("cluster"), .required("account"), .required("multisigs", .list(.object(group))),
                    .required("node"), .optional("cursor"),
                ]), needs: [.network], limit: .asking, by: MultisigModule.list),
            Method(
                "multisig.proposals", callers: .owner, params: .required("multisig", .address), .account, .cluster,
                .page, .optional("language", ParameterForm<Language>.word),
                result: .object([
                    .required("cluster"), .required("account"), .required("multisig", .object(group)),
                    .required(
                        "proposals",
                        .list(
                            .object([
                                .required("index", .u64), .required("address"), .required("transaction"),
                                .optional("kind"), .required("status"), .required("time", .integer),
                                .required("stale", .boolean), .required("approved", .integer),
                                .required("rejected", .integer), .required("cancelled", .integer), .optional("vote"),
                                .required("votes", .list(.string)), .optional("proposal", .anyObject),
                                .optional("shown", .list(.anyObject)),
                            ]))), .required("node"), .optional("cursor"),
                ]), needs: [.network], limit: .asking, by: MultisigModule.proposals),
            Method(
                "multisig.vote", callers: .owner,
                params: .required("multisig", .address), .required("index", .u64),
                .required("vote", ParameterForm<MultisigVote>.word), .account, .cluster, .priority,
                result: .object([
                    .required("cluster"), .required("account"), .required("multisig"), .required("proposal"),
                    .required("index", .u64), .required("vote"), .required("fee", .u64), .required("signature"),
                ]), needs: [.network, .approval], limit: .sending, by: MultisigModule.vote),
        ])

    private static let group: [ParameterManifest] = [
        .required("address"), .required("threshold", .integer), .required("members", .integer),
        .required("timeLock", .integer), .required("permissions", .list(.string)), .required("index", .u64),
        .required("staleIndex", .u64), .optional("authority"),
    ]
}

extension HeldMultisig {
    /// The multisig as `multisig.list` tells it.
    fileprivate func json(for account: PublicKey) -> JSON {
        var json: JSONObject = [
            "address": .string(address.base58), "threshold": .number(Int(contents.threshold)),
            "members": .number(contents.members.count), "timeLock": .number(Int(contents.timeLock)),
            "permissions": .array((contents.members[account] ?? []).map { .string(JSONString($0.rawValue)) }),
            "index": .string("\(contents.index)"), "staleIndex": .string("\(contents.staleIndex)"),
        ]
        json["authority"] = contents.configAuthority.map { .string($0.base58) }
        return .object(json)
    }
}

extension HeldProposal {
    /// The proposal as `multisig.proposals` tells it, without what it would do.
    fileprivate func json(for account: PublicKey, in group: HeldMultisig) -> JSONObject {
        var json: JSONObject = [
            "index": .string("\(contents.index)"), "address": .string(address.base58),
            "transaction": .string(transaction.base58), "status": .string(JSONString(contents.status.rawValue)),
            "time": .number(StakeModule.milliseconds(contents.time ?? 0)),
            "stale": .bool(contents.index <= group.contents.staleIndex), "approved": .number(contents.approved.count),
            "rejected": .number(contents.rejected.count), "cancelled": .number(contents.cancelled.count),
            "votes": .array(
                contents.votes(open: account, of: group.contents).map { .string(JSONString($0.rawValue)) }),
        ]
        json["kind"] = kind.map { .string(JSONString($0.rawValue)) }
        json["vote"] = contents.vote(of: account).map { .string(JSONString($0.rawValue)) }
        return json
    }
}

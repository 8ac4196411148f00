import ApprovalQueue
import JSONRPC
import SolanaRPC
import SolanaTransactions
import Synchronization
import TransactionReview
import WalletNetwork
import WalletRuntime
import WalletState

/// The user's own transfers and revocations: built here, and decided in the same queue as the requests of pages.
struct TransferModule: WalletModule {
    let keys: WalletKeyring
    let coordinator: ApprovalCoordinator
    let knownAddresses: KnownAddressSource
    let network: (any SolanaNetwork)?
    let signals: AccountSignals
    /// The programs and rules that other packages' modules add to a review.
    let extensions: ReviewExtensions
    let outstanding: OutstandingRecorder
    let names: NameBook
    let context: RuntimeContext
    private let shown = ShownTransfer()

    /// Shows what would be sent, and to whom, without asking the user or signing anything.
    private func preview(
        _ call: MethodCall, _ transfer: TransferParameters, _ account: String?, _ cluster: Cluster?,
        _ priority: PriorityFee
    ) async throws(RPCError) -> JSON {
        let recipient = try await recipient(transfer.to)
        let (nodes, cluster) = try await network.nodes(of: cluster)
        let sender = try await keys.account(named: account)
        let (order, name) = try await order(transfer, to: recipient, from: sender, priority, nodes, cluster)
        let began = context.clock.now
        let claim = LateValue<ClaimedName?>()
        let asking = Task { [names, keys] in
            let own = await keys.own
            let isStranger = name == nil && !own.contains(order.to)
            claim.give(
                isStranger ? await names.claim(of: order.to, by: nodes, on: cluster, within: NameBook.glance) : nil)
        }
        defer { asking.cancel() }
        let plan = try await plan(order, nodes)
        shown.keep(plan, on: cluster, for: call.client.connection, at: context.clock.now)
        // A name is worth no wait that anybody notices.
        let claimed = await claim.value(until: began + LateReview.unnoticed, of: context.clock) ?? nil
        return await .object(json(plan, cluster, name, claimed))
    }

    private func send(
        _ call: MethodCall, _ transfer: TransferParameters, _ account: String?, _ cluster: Cluster?,
        _ priority: PriorityFee
    ) async throws(RPCError) -> JSON {
        let recipient = try await recipient(transfer.to)
        let (nodes, cluster) = try await network.nodes(of: cluster)
        let sender = try await keys.account(named: account)
        let (order, name) = try await order(transfer, to: recipient, from: sender, priority, nodes, cluster)
        var plan: TransferPlan?
        if let kept = shown.take(order, on: cluster, for: call.client.connection, at: context.clock.now),
            let node = nodes.first(where: { $0.name == kept.node })
        {
            // If the node has gone silent since, another one plans it again.
            plan =
                await Deadline(context.clock.now + Self.renewal, of: context.clock)
                .limiting { try? await kept.renewed(by: node) } ?? nil
        }
        let sent: TransferPlan
        if let plan { sent = plan } else { sent = try await self.plan(order, nodes) }
        let answer = await json(sent, cluster, name)
        return try await submit(sent.transaction, by: order.from, call, cluster, paying: name, adding: answer)
    }

    func json(
        _ plan: TransferPlan, _ cluster: Cluster, _ name: PaidName?, _ claimed: ClaimedName? = nil
    ) async -> JSONObject {
        let changed = await name?.change(in: names, on: cluster.rawValue)
        let findings = (name?.findings(changed) ?? []) + (claimed?.findings ?? [])
        return await plan.json(
            cluster, label: label(of: plan.order.to), name: name, claimed: claimed, adding: findings)
    }

    private func revoke(
        _ call: MethodCall, _ accounts: [PublicKey]?, _ account: String?, _ cluster: Cluster?, _ priority: PriorityFee
    ) async throws(RPCError) -> JSON {
        let account = try await keys.account(named: account)
        let nodes = try await network.nodes(of: cluster)
        let known = await knownAddresses.now(beside: [])
        let plan = try await asking(nodes.nodes, known) { planner throws(TransferError) in
            try await planner.revocation(of: accounts, by: account, priority: priority)
        }
        return try await submit(
            plan.transaction, by: account, call, nodes.cluster,
            adding: [
                "revoked": .array(plan.revoked.map(\.json)), "left": .number(plan.left.count),
                "fee": .string("\(plan.transaction.fee)"),
            ])
    }

    func order(
        _ transfer: TransferParameters, to recipient: NamedRecipient, from account: PublicKey,
        _ priority: PriorityFee, _ nodes: [NetworkNode], _ cluster: Cluster
    ) async throws(RPCError) -> (TransferOrder, PaidName?) {
        let (to, name) = try await address(of: recipient, nodes, cluster)
        if let shown = transfer.address, shown != to {
            throw RPCError(
                .invalidInput, .nameMoved, "the name stands for another address than the one that was shown",
                data: ["address": .string(to.base58)])
        }
        let order = TransferOrder(
            transfer.asset, transfer.amount, from: account, to: to, memo: transfer.memo, priority: priority,
            allowsOffCurve: transfer.allowsOffCurve)
        return (order, name)
    }

    private func plan(_ order: TransferOrder, _ nodes: [NetworkNode]) async throws(RPCError) -> TransferPlan {
        let known = await knownAddresses.now(beside: [order.to])
        return try await asking(nodes, known) { planner throws(TransferError) in try await planner.plan(order) }
    }

    /// The longest time for a node to tell its newest blockhash.
    private static let renewal: Duration = .seconds(5)

    /// The longest time for all nodes together to have a transaction planned: less than a command waits for its agent.
    private static let limit: Duration = .seconds(30)

    /// Plans by the first node, and by the next if that one gives no answer in its part of the time.
    func asking<Plan: Sendable>(
        _ nodes: [NetworkNode], _ known: KnownAddresses,
        _ body: @escaping @Sendable (TransferPlanner) async throws(TransferError) -> Plan
    ) async throws(RPCError) -> Plan {
        let deadline = Deadline(context.clock.now + Self.limit, of: context.clock)
        var fault = SolanaRPCError.transport(.unreachable)
        for (tried, node) in nodes.enumerated() {
            let planner = TransferPlanner(
                node: node, own: known.own, contacts: known.contacts, recipients: known.recipients)
            let plan = await deadline.part(nodes.count - tried).limiting { () -> Result<Plan, TransferError> in
                do throws(TransferError) { return .success(try await body(planner)) } catch { return .failure(error) }
            }
            do throws(TransferError) {
                return try (plan ?? .failure(.node(.transport(Task.isCancelled ? .cancelled : .timedOut)))).get()
            } catch {
                guard case .node(.transport(let reason)) = error, reason != .cancelled else { throw RPCError(error) }
                fault = .transport(reason)
            }
        }
        throw RPCError(fault, from: nodes.map(\.name))
    }

    private func label(of address: PublicKey) async -> String? {
        (try? await knownAddresses.book.contacts())?.first { $0.address == address.base58 }?.label
    }
}

/// The transfer that a client was shown last: exactly that is sent then, and no node is asked twice.
private final class ShownTransfer: Sendable {
    /// The time for which prices and accounts are taken as unchanged. The transaction is simulated again before the user is asked, in any case.
    private static let lifetime: Duration = .seconds(60)

    private struct Kept {
        let plan: TransferPlan
        let cluster: Cluster
        let connection: ConnectionID
        let until: Duration
    }

    private let kept = Mutex<Kept?>(nil)

    func keep(_ plan: TransferPlan, on cluster: Cluster, for connection: ConnectionID, at now: Duration) {
        // All that there is may be another amount by then.
        let isFixed = plan.order.amount != .everything
        kept.withLock {
            $0 = isFixed ? Kept(plan: plan, cluster: cluster, connection: connection, until: now + Self.lifetime) : nil
        }
    }

    /// Gives the plan away once, if the same is to be sent.
    func take(
        _ order: TransferOrder, on cluster: Cluster, for connection: ConnectionID, at now: Duration
    ) -> TransferPlan? {
        kept.withLock { kept in
            guard let found = kept, found.plan.order == order, found.cluster == cluster,
                found.connection == connection
            else { return nil }
            kept = nil
            return now < found.until ? found.plan : nil
        }
    }
}

extension TransferModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            keys: parts.keys, coordinator: parts.coordinator, knownAddresses: parts.knownAddresses,
            network: parts.network, signals: parts.signals, extensions: parts.extensions,
            outstanding: OutstandingRecorder(parts),
            names: NameBook(parts), context: parts.context)
    }

    static let declaration = ModuleDeclaration<TransferModule>(
        id: "transfer",
        methods: [
            Method(
                "transfer.preview", callers: .owner, params: .transfer, .account, .cluster, .priority,
                result: .object(plan), needs: [.network], limit: .asking, by: TransferModule.preview),
            Method(
                "transfer.send", callers: .owner, params: .transfer, .account, .cluster, .priority,
                result: .object(plan + [.required("signature")]), needs: [.network, .approval], limit: .sending,
                by: TransferModule.send),
            Method(
                "transfer.revoke", callers: .owner,
                params: .optional("accounts", .addresses), .account, .cluster, .priority,
                result: .object([
                    .required(
                        "revoked",
                        .list(
                            .object([
                                .required("account"), .required("mint"), .required("delegate"),
                                .required("amount", .u64),
                            ]))),
                    .required("left", .integer), .required("fee", .u64), .required("signature"),
                ]), needs: [.network, .approval], limit: .sending, by: TransferModule.revoke),
            Method(
                "transfer.reclaimable", callers: .owner, params: .account, .cluster, result: .object(reclaimableAnswer),
                needs: [.network], limit: .asking, by: TransferModule.reclaimable),
            Method(
                "transfer.reclaim", callers: .owner,
                params: .optional("accounts", .addresses), .account, .cluster, .priority,
                result: .object(reclaimAnswer), needs: [.network, .approval], limit: .sending,
                by: TransferModule.reclaim),
            Method(
                "transfer.burn", callers: .owner,
                params: .required("mint", .address), .optional("acceptKnown", .boolean, default: false), .account,
                .cluster, .priority, result: .object(burnAnswer), needs: [.network, .approval], limit: .sending,
                by: TransferModule.burn),
        ])

    static let plan: [ParameterManifest] = [
        .required("cluster"), .required("account"), .required("to"), .optional("label"), .required("destination"),
        .required("sources", .list(.string)), .optional("mint"), .optional("name"), .optional("symbol"),
        .optional("memo"), .required("amount", .u64), .required("received", .u64), .required("decimals", .integer),
        .required("fee", .u64), .required("priorityFee", .u64), .optional("computeUnits", .integer),
        .optional("accountCost", .u64), .required("total", .u64), .required("balance", .u64),
        .required("findings", RecipientFinding.list), .optional("resolved", PaidName.form),
        .optional("claimed", PaidName.form), .required("node"), .required("slot", .u64),
        .required("lastValidBlockHeight", .u64),
    ]
}

/// The path of the wallet's own transactions: the queue, the review, the decision and the sending are those of every page's.
extension TransferModule {
    /// Queues a transaction, and sends it once it was approved.
    ///
    /// - Parameters:
    ///   - name: The name by which the user pays the recipient.
    ///   - result: The members of the answer besides the signature.
    func submit(
        _ planned: PlannedTransaction, by account: PublicKey, _ call: MethodCall, _ cluster: Cluster,
        paying name: PaidName? = nil, adding result: JSONObject
    ) async throws(RPCError) -> JSON {
        var submission = submission
        submission.paying = name.map { ($0, names) }
        let sent = try await submit(
            planned.transaction, by: account, call, cluster, submission
        ) { [keys] () throws(RPCError) in
            guard await keys.holds(account) else {
                throw RPCError(.invalidInput, .accountUnknown, "that account isn't in this wallet any more")
            }
        }
        var answer = result
        answer["signature"] = sent["signature"]
        return .object(answer)
    }

    /// Queues a transaction that another machine signed, and sends it once it was approved here, too.
    func submit(
        signed: Transaction, by account: PublicKey, _ call: MethodCall, _ cluster: Cluster
    ) async throws(RPCError) -> JSON {
        var submission = submission
        submission.isSigned = true
        // Anyone who has the signature can send it, so the rules have nothing to permit here.
        return try await submit(signed, by: account, call, cluster, submission) { () throws(RPCError) in }
    }

    private var submission: TransactionSubmission {
        TransactionSubmission(
            keys: keys, coordinator: coordinator, knownAddresses: knownAddresses, network: network, signals: signals,
            extensions: extensions, clock: context.clock, wallClock: context.wallClock, outstanding: outstanding)
    }

    private func submit(
        _ transaction: Transaction, by account: PublicKey, _ call: MethodCall, _ cluster: Cluster,
        _ submission: TransactionSubmission, permit: @escaping @Sendable () async throws(RPCError) -> Void
    ) async throws(RPCError) -> JSON {
        let options = SendOptions()
        let content = RequestContent(
            client: call.client, page: page(.wallet), method: "sendTransaction", account: account.base58,
            cluster: cluster.rawValue, options: options.text, items: [transaction.encoded()])
        return try await submission.submit(
            content, rpc: call.request, [transaction], as: account, on: cluster, options, isBatch: false,
            permit: permit)
    }

    /// The page that stands for the wallet, or for a file: another one for each request, so that none is taken for another.
    func page(_ origin: Origin) -> PageContext {
        PageContext(origin: origin, tab: 0, document: context.identifiers.next(), request: "1")
    }
}

import ApprovalQueue
import JSONRPC
import OfflineSigning
import SolanaRPC
import SolanaTransactions
import TransactionReview
import WalletNetwork
import WalletRuntime
import WalletState

/// Signing on a machine without network: a request goes there as a file, and its signature comes back.
///
/// `offline.export` and `offline.import` belong to the machine with the network, `offline.sign` to the other one, which asks no node.
struct OfflineModule: WalletModule {
    let keys: WalletKeyring
    let transfers: TransferModule

    /// Plans a transfer over a nonce, and writes the request for it.
    private func export(
        _ call: MethodCall, _ transfer: TransferParameters, _ name: String?, _ cluster: Cluster?,
        _ priority: PriorityFee, _ nonce: PublicKey?
    ) async throws(RPCError) -> JSON {
        let exports = try OfflineExports(call)
        let waiting = try await exports.all()
        guard waiting.count < OfflineExports.maximumCount else {
            throw RPCError(
                .tooManyPending, .tooManyPending,
                "\(OfflineExports.maximumCount) requests can wait for a signature at most")
        }
        let account = try await keys.viewed(named: name)
        let recipient = try await transfers.recipient(transfer.to)
        let (nodes, cluster) = try await transfers.network.nodes(of: cluster)
        let (order, paid) = try await transfers.order(
            transfer, to: recipient, from: account, priority, nodes, cluster)
        let known = await transfers.knownAddresses.now(beside: [order.to])
        let (own, taken) = (await keys.own, Set(waiting.map(\.value)))
        let programs = transfers.extensions.programs
        let (plan, held, facts, genesis) = try await transfers.asking(nodes, known) { planner throws(TransferError) in
            let held = try await planner.freeNonce(of: account, at: nonce, madeBy: own, taken: taken)
            let plan = try await planner.over(held).plan(order)
            let facts = try await ReviewedAccounts(
                of: plan.transaction.transaction, programs: programs, from: planner.node)
            return (plan, held, facts, try await planner.genesis())
        }
        let message = plan.transaction.transaction.messageBytes
        let request: OfflineRequest
        do throws(OfflineFault) {
            request = try OfflineRequest(
                cluster: cluster, genesis: genesis,
                time: UInt64(clamping: transfers.context.wallClock.milliseconds), message: message,
                signers: plan.transaction.transaction.requiredSigners, node: facts.node, slot: facts.slot,
                accounts: facts.accounts.filter { !Sysvars.all.contains($0.key) }.map { OfflineAccount($0, $1) })
        } catch {
            throw RPCError(error)
        }
        let export = OfflineExport(
            message: message, account: account, cluster: cluster, nonce: held.address, value: held.value,
            time: transfers.context.wallClock.milliseconds, to: order.to, amount: plan.amount,
            decimals: plan.decimals, mint: order.asset.mint)
        try await exports.set(export, for: export.hash)
        var answer = await transfers.json(plan, cluster, paid)
        // It doesn't expire with a block.
        answer["lastValidBlockHeight"] = nil
        answer["hash"] = .string(JSONString(export.hash))
        answer["nonce"] = .string(held.address.base58)
        answer["file"] = .string(JSONString(OfflineText.encode(request.encoded, as: .request)))
        return .object(answer)
    }

    private func list(_ call: MethodCall) async throws(RPCError) -> JSON {
        ["exports": .array(try await OfflineExports(call).all().map(\.json))]
    }

    /// Forgets a request. This voids nothing: anyone who has its signature can still send it.
    private func giveUp(_ call: MethodCall, _ hash: String) async throws(RPCError) -> JSON {
        let exports = try OfflineExports(call)
        let export = try await exports.export(hash)
        try await exports.set(nil, for: hash)
        return export.json
    }

    /// Draws a file as QR codes.
    private func codes(_ call: MethodCall, _ file: [UInt8]) throws(RPCError) -> JSON {
        let bytes: [UInt8]
        do throws(OfflineFault) {
            let isSignature = (try? OfflineText.decode(file, as: .signature)) != nil
            bytes = try OfflineText.decode(file, as: isSignature ? .signature : .request)
        } catch {
            throw RPCError(error)
        }
        var codes: [JSON] = []
        for text in OfflineText.frames(of: bytes) { codes.append(try AddressCode(text, level: .low).frame) }
        return ["codes": .array(codes)]
    }

    private func nonces(
        _ call: MethodCall, _ name: String?, _ cluster: Cluster?
    ) async throws(RPCError) -> JSON {
        let account = try await keys.viewed(named: name)
        let (nodes, cluster) = try await transfers.network.nodes(of: cluster)
        let own = await keys.own
        let waiting = try await OfflineExports(call).all()
        let nonces = try await transfers.asking(nodes, await transfers.knownAddresses.now(beside: [])) {
            planner throws(TransferError) in try await planner.nonces(of: account, madeBy: own)
        }
        let list = nonces.map { nonce -> JSON in
            var json: JSONObject = [
                "address": .string(nonce.address.base58), "value": .string(nonce.value.base58),
                "lamports": .string("\(nonce.lamports)"),
            ]
            json["export"] = waiting.first { $0.value == nonce.value }.map { .string(JSONString($0.hash)) }
            return .object(json)
        }
        return [
            "account": .string(account.base58), "cluster": .string(cluster.rawValue), "nonces": .array(list),
        ]
    }

    /// Makes a nonce with a transaction of the wallet's own; the account that will sign over it may be a watch-only one.
    private func makeNonce(
        _ call: MethodCall, _ name: String?, _ payer: String?, _ cluster: Cluster?, _ priority: PriorityFee
    ) async throws(RPCError) -> JSON {
        let account = try await keys.viewed(named: name)
        var paying = payer
        if paying == nil, await keys.holds(account) { paying = account.base58 }
        let from = try await keys.account(named: paying)
        let (nodes, cluster) = try await transfers.network.nodes(of: cluster)
        let known = await transfers.knownAddresses.now(beside: [])
        let plan = try await transfers.asking(nodes, known) { planner throws(TransferError) in
            try await planner.nonceCreation(for: account, by: from, priority: priority)
        }
        return try await transfers.submit(
            plan.transaction, by: from, call, cluster,
            adding: [
                "nonce": .string(plan.address.base58), "account": .string(account.base58),
                "payer": .string(from.base58), "cluster": .string(cluster.rawValue),
                "deposit": .string("\(plan.lamports)"), "fee": .string("\(plan.transaction.fee)"),
            ])
    }
}

extension OfflineAccount {
    fileprivate init(_ address: PublicKey, _ account: AccountInfo?) {
        self.init(
            address: address,
            state: account.map {
                .present(lamports: $0.lamports, owner: $0.owner, isProgram: $0.isExecutable, data: $0.data)
            } ?? .absent)
    }
}

extension OfflineModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(keys: parts.keys, transfers: TransferModule(parts))
    }

    static let declaration = ModuleDeclaration<OfflineModule>(
        id: "offline",
        methods: [
            Method(
                "offline.export", callers: .terminal,
                params: .transfer, .account, .cluster, .priority, .optional("nonce", .address),
                result: .object(
                    TransferModule.plan.filter { $0.name != "lastValidBlockHeight" }
                        + [.required("hash"), .required("nonce"), .required("file")]),
                needs: [.network, .storage], limit: .asking, by: OfflineModule.export),
            Method(
                "offline.sign", callers: .terminal, params: .required("file", .base64),
                result: .object([
                    .required("hash"), .required("account"), .required("cluster"), .required("signature"),
                    .required("file"),
                ]), needs: [.approval], limit: .deciding, by: OfflineModule.sign),
            Method(
                "offline.import", callers: .terminal, params: .required("file", .base64),
                result: .object([
                    .required("hash"), .required("account"), .required("cluster"), .required("signature"),
                ]), needs: [.network, .approval, .storage], limit: .sending, by: OfflineModule.take),
            Method(
                "offline.list", callers: .terminal, result: .object([.required("exports", .list(export))]),
                needs: [.storage], by: OfflineModule.list),
            Method(
                "offline.giveUp", callers: .terminal, params: .required("hash"), result: export, needs: [.storage],
                by: OfflineModule.giveUp),
            Method(
                "offline.codes", callers: .terminal, params: .required("file", .base64),
                result: .object([
                    .required(
                        "codes",
                        .list(.object([.required("text"), .required("size", .integer), .required("modules")])))
                ]), by: OfflineModule.codes),
            Method(
                "offline.nonces", callers: .terminal, params: .account, .cluster,
                result: .object([
                    .required("account"), .required("cluster"),
                    .required(
                        "nonces",
                        .list(
                            .object([
                                .required("address"), .required("value"), .required("lamports", .u64),
                                .optional("export"),
                            ]))),
                ]), needs: [.network, .storage], limit: .asking, by: OfflineModule.nonces),
            Method(
                "offline.makeNonce", callers: .terminal, params: .account, .optional("payer"), .cluster, .priority,
                result: .object([
                    .required("nonce"), .required("account"), .required("payer"), .required("cluster"),
                    .required("deposit", .u64), .required("fee", .u64), .required("signature"),
                ]), needs: [.network, .approval], limit: .sending, by: OfflineModule.makeNonce),
        ])

    private static let export = ValueType.object([
        .required("hash"), .required("account"), .required("cluster"), .required("nonce"), .required("time", .integer),
        .required("to"), .required("amount", .u64), .required("decimals", .integer), .optional("mint"),
    ])
}

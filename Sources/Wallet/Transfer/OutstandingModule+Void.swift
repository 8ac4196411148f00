import JSONRPC
import SolanaRPC
import SolanaTransactions
import WalletNetwork
import WalletRuntime
import WalletState

/// Taking back what can be taken back.
extension OutstandingModule {
    /// Advances the nonce that a signed transaction stands on, with a transaction of the wallet's own.
    ///
    /// - Throws: -32000 (`record-unknown`, `void-refused`), and the errors of a transfer.
    func void(_ call: MethodCall, _ signature: String, _ priority: PriorityFee) async throws(RPCError) -> JSON {
        guard let entry = try await records.outstanding().entries.first(where: { $0.signature == signature }) else {
            throw RPCError(.invalidInput, .recordUnknown, "no signed transaction of this signature can still be sent")
        }
        guard let account = entry.nonce.flatMap({ try? PublicKey(base58: $0) }),
            let value = try? Blockhash(base58: entry.blockhash)
        else {
            throw RPCError(
                .invalidInput, .voidRefused, "it has no nonce that could be advanced; it expires by itself",
                data: ["fault": "expires"])
        }
        let (nodes, cluster) = try await transfers.network.nodes(of: Cluster(rawValue: entry.cluster))
        let known = await transfers.knownAddresses.now(beside: [])
        let plan = try await transfers.asking(nodes, known) { planner throws(TransferError) in
            try await planner.nonceAdvance(of: account, holding: value, priority: priority)
        }
        let answer = try await transfers.submit(
            plan.transaction, by: plan.authority, call, cluster,
            adding: [
                "voided": .string(entry.signature), "nonce": .string(account.base58),
                "account": .string(plan.authority.base58), "cluster": .string(cluster.rawValue),
                "fee": .string("\(plan.transaction.fee)"),
            ])
        var json = answer.object ?? [:]
        // The nodes' word once more: only that ends it.
        let told = await fates(of: try await records.outstanding().entries.filter { $0.signature == signature })
        json["ended"] = .bool(told.allSatisfy(\.isEnded))
        return .object(json)
    }

    /// The most nonces, and the most stakes, of one answer: anyone can make more.
    private static let maximumControlled = 100

    /// Finds the nonces and stakes on the chain that an account of the user's controls.
    func controlled(
        _ call: MethodCall, _ name: String?, _ cluster: Cluster?
    ) async throws(RPCError) -> JSON {
        let account = try await keys.viewed(named: name)
        let (nodes, cluster) = try await transfers.network.nodes(of: cluster)
        let deadline = Deadline(context.clock.now + Self.patience, of: context.clock)
        var answer: JSONObject = ["account": .string(account.base58), "cluster": .string(cluster.rawValue)]
        var (refused, omitted): ([JSON], Int) = ([], 0)
        let questions: [(String, @Sendable (NetworkNode) async throws(SolanaRPCError) -> [ControlledAccount])] = [
            ("nonces", { node throws(SolanaRPCError) in try await node.nonces(of: account) }),
            ("stakes", { node throws(SolanaRPCError) in try await node.stakes(of: account) }),
        ]
        for (place, (member, question)) in questions.enumerated() {
            var found: [ControlledAccount] = []
            do throws(SolanaRPCError) {
                found = try await nodes.answer(until: deadline.part(questions.count - place), question)
            } catch .node, .transport(.status), .transport(.tooLarge), .answer {
                refused.append(.string(member))
            } catch {
                throw RPCError(error, from: nodes.map(\.name))
            }
            omitted += max(0, found.count - Self.maximumControlled)
            answer[member] = .array(found.prefix(Self.maximumControlled).map(\.json))
        }
        answer["omitted"] = .number(omitted)
        answer["refused"] = .array(refused)
        return .object(answer)
    }

    /// The time limit for all nodes together.
    private static let patience: Duration = .seconds(30)
}

extension ControlledAccount {
    fileprivate var json: JSON {
        [
            "address": .string(address.base58), "lamports": .string("\(lamports)"),
            "powers": .array(Power.allCases.filter(powers.contains).map { .string($0.rawValue) }),
        ]
    }
}

public import SolanaRPC
public import SolanaTransactions
public import TransactionReview

extension NodeFacts {
    public func simulation(
        of transaction: Transaction, showing accounts: [PublicKey]
    ) async throws(ChainFactsError) -> ChainFact<Simulation> {
        let (result, source) = try await ask { node throws(SolanaRPCError) in
            var answer = try await simulate(transaction, showing: accounts, on: node)
            // A trial by an old blockhash would only say that it is old, and nothing of what is signed.
            if purpose == .signing, answer.value.failure?.name == "BlockhashNotFound" {
                answer = try await simulate(transaction, showing: accounts, on: node, replacesBlockhash: true)
            }
            return (answer.value, answer.slot)
        }
        var states: [PublicKey: AccountState] = [:]
        // Accounts after a failure are those from before it.
        if result.failure == nil {
            for (address, account) in zip(accounts, result.accounts ?? []) { states[address] = AccountState(account) }
        }
        return ChainFact(Simulation(Self.outcome(of: result), accounts: states), source)
    }

    /// Tries it on one node, without the accounts where they are too much for one answer.
    private func simulate(
        _ transaction: Transaction, showing accounts: [PublicKey], on node: NetworkNode, replacesBlockhash: Bool = false
    ) async throws(SolanaRPCError) -> Slotted<SimulationResult> {
        do throws(SolanaRPCError) {
            return try await node.rpc.simulateTransaction(
                transaction, replacesBlockhash: replacesBlockhash, accounts: accounts, options)
        } catch {
            guard case .transport(.tooLarge) = error, !accounts.isEmpty else { throw error }
            return try await node.rpc.simulateTransaction(transaction, replacesBlockhash: replacesBlockhash, options)
        }
    }

    private static func outcome(of result: SimulationResult) -> Simulation.Outcome {
        guard let failure = result.failure else { return .succeeded }
        return untried.contains(failure.name)
            ? .impossible(reason: failure.name)
            : .failed(instruction: failure.instruction, reason: failure.text)
    }

    /// Failures that say nothing of the transaction.
    private static let untried: Set<String> = [
        "AccountInUse", "ClusterMaintenance", "WouldExceedMaxBlockCostLimit", "WouldExceedMaxAccountCostLimit",
        "WouldExceedMaxVoteCostLimit", "WouldExceedAccountDataBlockLimit", "ProgramCacheHitMaxLimit", "CommitCancelled",
    ]
}

extension TransactionFailure {
    /// In a few words: `BlockhashNotFound`, `InvalidAccountData`, `Custom(6001)`.
    public var text: String {
        guard let reason else { return name }
        return code.map { "\(reason)(\($0))" } ?? reason
    }
}

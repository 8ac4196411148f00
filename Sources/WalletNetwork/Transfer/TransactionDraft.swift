import SolanaRPC
package import SolanaTransactions

/// A draft of a transaction: blockhash, compute unit price and limit, fee, simulation.
package struct TransactionDraft: Sendable {
    let node: NetworkNode
    let payer: PublicKey
    let lifetime: LatestBlockhash
    /// The nonce on which it stands in the place of a blockhash; nil for one that is sent at once.
    let nonce: HeldNonce?

    static let options = RPCContextOptions(.confirmed)

    /// - Throws: ``TransferError/node(_:)``.
    package init(node: NetworkNode, payer: PublicKey) async throws(TransferError) {
        try await self.init(node: node, payer: payer, over: nil)
    }

    /// - Throws: ``TransferError/node(_:)``.
    init(node: NetworkNode, payer: PublicKey, over nonce: HeldNonce?) async throws(TransferError) {
        self.nonce = nonce
        self.node = node
        self.payer = payer
        lifetime = try await node.asked { rpc throws(SolanaRPCError) in
            try await rpc.getLatestBlockhash(Self.options)
        }.value
    }

    /// Returns the compute budget to ask for, by a simulation; an empty one if nothing is offered.
    ///
    /// - Throws: ``TransferError/fails(_:logs:)``, ``TransferError/node(_:)``.
    package func budget(_ priority: PriorityFee, for instructions: [Instruction]) async throws(TransferError)
        -> ComputeBudget
    {
        guard priority.level != .none else { return ComputeBudget() }
        let written = instructions.flatMap(\.accounts).filter(\.isWritable).map(\.key)
        // Without prices the transaction goes without priority: that takes longer, and nothing is wrong.
        guard
            let recent = try? await node.rpc.getRecentPrioritizationFees(Set(written + [payer]).sorted()).map(\.price),
            priority.price(among: recent, units: 1) > 0
        else { return ComputeBudget() }
        let widest = ComputeBudget(limit: ComputeBudget.maximumLimit, price: 0)
        let used = try await simulation(of: transaction(instructions, widest)).result.unitsConsumed
        let limit = used.map(ComputeBudget.limit) ?? ComputeBudget.maximumLimit
        let price = priority.price(among: recent, units: limit)
        return price > 0 ? ComputeBudget(limit: limit, price: price) : ComputeBudget()
    }

    /// Returns the fee, in lamports.
    ///
    /// - Throws: ``TransferError/tooLarge``, ``TransferError/node(_:)``.
    package func fee(of instructions: [Instruction], _ budget: ComputeBudget) async throws(TransferError) -> UInt64 {
        // Over a recent block in any case: not every node tells the fee of a message over a nonce, and it is the same.
        let message = try transaction(instructions, budget, at: lifetime.blockhash).messageBytes
        let fee = try await node.asked { rpc throws(SolanaRPCError) in
            try await rpc.getFeeForMessage(message, Self.options)
        }.value
        guard let fee else { throw .node(.answer(method: GetFeeForMessage.name, path: "value")) }
        // A signature and the priority that was offered: a node that says otherwise has amounts built that fail, or leave dust.
        return fee
    }

    /// Builds the transaction and simulates it.
    ///
    /// - Parameter shown: The accounts to return as they would be afterwards.
    /// - Throws: ``TransferError/fails(_:logs:)``, ``TransferError/tooLarge``, ``TransferError/node(_:)``.
    package func finished(
        _ instructions: [Instruction], _ budget: ComputeBudget, fee: UInt64, showing shown: [PublicKey]
    ) async throws(TransferError) -> PlannedTransaction {
        let transaction = try transaction(instructions, budget)
        let (slot, result) = try await simulation(of: transaction, showing: shown)
        var outcome: [PublicKey: AccountInfo] = [:]
        for (address, account) in zip(shown, result.accounts ?? []) { outcome[address] = account }
        return PlannedTransaction(
            transaction: transaction, fee: fee, priorityFee: budget.fee, computeUnits: budget.limit,
            lifetime: lifetime, slot: slot, outcome: outcome, instructions: instructions, budget: budget)
    }

    /// Returns true if these instructions fit a transaction, with the longest compute budget.
    func fits(_ instructions: [Instruction]) -> Bool {
        let longest = ComputeBudget(limit: ComputeBudget.maximumLimit, price: .max)
        return (try? transaction(instructions, longest)) != nil
    }

    fileprivate func transaction(
        _ instructions: [Instruction], _ budget: ComputeBudget, at blockhash: Blockhash? = nil
    ) throws(TransferError) -> Transaction {
        do throws(CodingError) {
            return try Transaction(
                feePayer: payer, blockhash: blockhash ?? nonce?.value ?? lifetime.blockhash
            ) {
                // The first instruction: by it the cluster knows that no blockhash is meant.
                nonce.map { SystemProgram.advanceNonce($0.address, authority: $0.authority) }
                budget.instructions
                instructions
            }
        } catch {
            throw .tooLarge
        }
    }

    private func simulation(
        of transaction: Transaction, showing accounts: [PublicKey] = []
    ) async throws(TransferError) -> (slot: UInt64, result: SimulationResult) {
        let answer = try await node.asked { rpc throws(SolanaRPCError) in
            try await rpc.simulateTransaction(transaction, accounts: accounts, Self.options)
        }
        if let failure = answer.value.failure { throw .fails(failure, logs: answer.value.logs) }
        return (answer.slot, answer.value)
    }
}

extension PlannedTransaction {
    /// Returns the same transaction with the newest blockhash, without simulating it again.
    ///
    /// - Throws: ``TransferError/node(_:)``.
    func renewed(by node: NetworkNode, payer: PublicKey) async throws(TransferError) -> PlannedTransaction {
        let draft = try await TransactionDraft(node: node, payer: payer)
        return PlannedTransaction(
            transaction: try draft.transaction(instructions, budget), fee: fee, priorityFee: priorityFee,
            computeUnits: computeUnits, lifetime: draft.lifetime, slot: slot, outcome: outcome,
            instructions: instructions, budget: budget)
    }
}

extension NetworkNode {
    /// Asks the node; throws its error as ``TransferError/node(_:)``.
    func asked<Answer>(
        _ question: (SolanaRPC<NetworkTransport>) async throws(SolanaRPCError) -> Answer
    ) async throws(TransferError) -> Answer {
        do throws(SolanaRPCError) {
            return try await question(rpc)
        } catch {
            throw .node(error)
        }
    }
}

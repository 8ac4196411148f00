import SolanaRPC
public import SolanaTransactions
public import TransactionReview

extension NodeFacts {
    /// Guards a transaction and simulates it again, guards and all; at the same time a second node is asked what is whose.
    ///
    /// - Parameter facts: The facts about the transaction as it came, with a simulation.
    /// - Returns: The guarded transaction and the facts about it; nil if it gets no guards, or fails with them.
    public func guarding(
        _ transaction: Transaction, of subject: ReviewSubject, _ facts: ChainFacts, tolerance: UInt16
    ) async throws(ChainFactsError) -> (guarded: GuardedTransaction, facts: ChainFacts)? {
        guard let plan = GuardPlan(of: subject, facts, tolerance: tolerance),
            let guarded = try? GuardedTransaction(transaction, by: plan, facts)
        else { return nil }
        let review = TransactionReview(guarded.transaction)
        async let second = confirmation(of: subject.guardedAccounts(facts), besides: facts)
        var told = facts
        told.simulation = try await simulation(
            of: guarded.transaction, showing: ChainQuestions(of: review, knowing: facts).writable)
        if let (states, source) = await second { told.confirm(by: states, source, own: subject.own) }
        guard told.simulation?.value.outcome == .succeeded else { return nil }
        return (guarded, told)
    }

    /// Asks one more node for accounts that another one has told of.
    private func confirmation(
        of accounts: [PublicKey], besides facts: ChainFacts
    ) async -> (states: [PublicKey: AccountState], source: ChainSource)? {
        let known = Set(accounts.compactMap { facts.accounts[$0]?.source.node })
        for place in nodes.indices where !known.contains(nodes[place].name) && accounts.count <= Self.lot {
            let answer = try? await ask(place, within: deadline) { node throws(SolanaRPCError) in
                let answer = try await node.rpc.getMultipleAccounts(accounts, options)
                return (answer.value, answer.slot)
            }
            guard let answer else { continue }
            let states = zip(accounts, answer.value).map { ($0, AccountState($1, naming: own)) }
            return (Dictionary(states) { first, _ in first }, answer.source)
        }
        return nil
    }
}

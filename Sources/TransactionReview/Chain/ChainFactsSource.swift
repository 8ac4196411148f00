public import SolanaTransactions

/// Whoever can be asked about the chain. Where there is no such source nobody is asked, and a review says what the bytes say.
public protocol ChainFactsSource: Sendable {
    /// Says what these accounts are. One that isn't among the answers stays unknown.
    ///
    /// - Throws: ``ChainFactsError``.
    func accounts(
        _ addresses: [PublicKey]
    ) async throws(ChainFactsError) -> [PublicKey: ChainFact<AccountState>]

    /// Says what these lookup tables are, by two voices where there are two.
    ///
    /// - Throws: ``ChainFactsError``.
    func lookupTables(_ addresses: [PublicKey]) async throws(ChainFactsError) -> LookupTableFacts

    /// Tries a transaction, signed or not, and says what these accounts would be afterwards.
    ///
    /// - Throws: ``ChainFactsError``.
    func simulation(
        of transaction: Transaction, showing accounts: [PublicKey]
    ) async throws(ChainFactsError) -> ChainFact<Simulation>
}

extension ChainFactsSource {
    /// One voice's word, as for every other account.
    public func lookupTables(_ addresses: [PublicKey]) async throws(ChainFactsError) -> LookupTableFacts {
        LookupTableFacts(try await accounts(addresses))
    }

    /// Asks for all that the rules look at. Where only the simulation has failed, the facts are without one.
    ///
    /// - Throws: ``ChainFactsError`` where the accounts can't be had, and `.cancelled`.
    public func facts(
        for review: TransactionReview, of transaction: Transaction
    ) async throws(ChainFactsError) -> ChainFacts {
        var facts = ChainFacts()
        let tables = Set(review.lookupTables.map(\.account))
        if !tables.isEmpty {
            let answers = try await lookupTables(tables.sorted())
            for table in tables { facts.accounts[table] = answers.accounts[table] }
            facts.disputed = answers.disputed.intersection(tables)
        }
        for _ in (tables.isEmpty ? 0 : 1)..<ChainQuestions.maximumRounds {
            // A table that isn't known after the first question isn't asked of whoever would have been the second voice.
            let questions = ChainQuestions(of: review, knowing: facts).accounts.filter { !tables.contains($0) }
            guard !questions.isEmpty else { break }
            let answers = try await accounts(questions)
            // What nobody asked for isn't taken, and no answer replaces an earlier one.
            for question in questions { facts.accounts[question] = answers[question] }
        }
        let writable = ChainQuestions(of: review, knowing: facts).writable
        do throws(ChainFactsError) {
            facts.simulation = try await simulation(of: transaction, showing: writable)
        } catch {
            guard error != .cancelled else { throw error }
        }
        return facts
    }
}

public import SolanaTransactions

/// The questions to ask the chain about a transaction, as far as their answers aren't known yet.
///
/// An answer leads to the next question: a lookup table to accounts, a token account to its mint and its holder.
public struct ChainQuestions: Hashable, Sendable {
    /// The accounts of which nothing is known, in their order; empty if nothing is left to ask.
    public let accounts: [PublicKey]

    /// The accounts that the transaction may write, as far as their addresses are known: those that a simulation must show.
    public let writable: [PublicKey]

    /// Gathers the questions for the next round.
    ///
    /// - Parameter facts: The answers so far.
    public init(of review: TransactionReview, knowing facts: ChainFacts = ChainFacts()) {
        let resolved = review.resolved(by: facts)
        var wanted = Set(review.lookupTables.map(\.account) + review.signers)
        for account in resolved.instructions.flatMap(\.accounts) { wanted.insert(account.source) }
        for effect in resolved.effects {
            for account in [effect.account, effect.counterpart, effect.mint, effect.after] { wanted.insert(account) }
            // The token's own name may stand beside its mint.
            if let mint = effect.mint?.address { wanted.insert(MetaplexMetadata.address(of: mint)) }
        }
        // With the first accounts, and so in no round of their own.
        for mint in resolved.instructions.flatMap({ $0.decoded?.mints ?? [] }).compactMap(\.address) {
            wanted.insert(MetaplexMetadata.address(of: mint))
        }
        wanted.formUnion(AuthorClaims.accounts(for: resolved))
        // The votes on a multisig's proposal tell its number, and that leads to its instructions.
        wanted.formUnion(resolved.instructions.compactMap { $0.decoded?.votedTransaction(facts) })
        // An account that the transaction makes is a token account only afterwards.
        let later = facts.simulation?.value.accounts ?? [:]
        for address in wanted {
            for token in [facts.account(address)?.token, later[address]?.account?.token].compactMap(\.self) {
                wanted.formUnion([token.mint, token.owner])
                // Nothing stands beside a mint that isn't there.
                guard !facts.isAbsent(token.mint) else { continue }
                wanted.insert(MetaplexMetadata.address(of: token.mint))
            }
        }
        accounts = wanted.filter { facts.accounts[$0] == nil && !facts.disputed.contains($0) }.sorted()
        writable = resolved.writable.compactMap(\.address).sorted()
    }
}

extension TransactionReview {
    /// The accounts that it may write, including the fee payer.
    var writable: Set<MessageAccount.Source> {
        Set(instructions.flatMap(\.accounts).filter(\.isWritable).map(\.source)).union([.address(feePayer)])
    }
}

extension MessageAccount.Source {
    /// The address, if the message or a table reveals it.
    var address: PublicKey? { if case .address(let address) = self { address } else { nil } }
}

extension Set<PublicKey> {
    fileprivate mutating func insert(_ account: MessageAccount.Source?) {
        if let address = account?.address { insert(address) }
    }
}

/// A source of facts about the chain. Without one, a review reports only the contents of the bytes.
public protocol ChainFactsSource: Sendable {
    /// Returns the state of these accounts. An account that isn't among the answers stays unknown.
    ///
    /// - Throws: ``ChainFactsError``.
    func accounts(
        _ addresses: [PublicKey]
    ) async throws(ChainFactsError) -> [PublicKey: ChainFact<AccountState>]

    /// Returns the contents of these lookup tables, from two nodes if there are two.
    ///
    /// - Parameter others: The accounts to ask one of the nodes for in the same request. They may stay unknown, and are asked for again then.
    /// - Throws: ``ChainFactsError``.
    func lookupTables(
        _ tables: [PublicKey], besides others: [PublicKey]
    ) async throws(ChainFactsError) -> LookupTableFacts

    /// Simulates a transaction, signed or not, and returns the later state of these accounts.
    ///
    /// - Throws: ``ChainFactsError``.
    func simulation(
        of transaction: Transaction, showing accounts: [PublicKey]
    ) async throws(ChainFactsError) -> ChainFact<Simulation>
}

extension ChainFactsSource {
    /// Returns a single node's word, as for every other account.
    public func lookupTables(
        _ tables: [PublicKey], besides others: [PublicKey]
    ) async throws(ChainFactsError) -> LookupTableFacts {
        LookupTableFacts(try await accounts(tables + others))
    }

    /// Asks for all facts that the rules use. If only the simulation fails, the facts are without one.
    ///
    /// It takes at most three rounds, each of one request for accounts:
    ///
    /// 1. the lookup tables, and all that the bytes reveal besides; none without tables
    /// 2. what is known by address now and, at the same time, the simulation
    /// 3. what these revealed: mints and holders of token accounts; none if it is known already
    ///
    /// - Throws: ``ChainFactsError`` if the accounts can't be read, and `.cancelled`.
    public func facts(
        for review: TransactionReview, of transaction: Transaction
    ) async throws(ChainFactsError) -> ChainFacts {
        var facts = ChainFacts()
        let tables = Set(review.lookupTables.map(\.account))
        if !tables.isEmpty {
            let others = ChainQuestions(of: review).accounts.filter { !tables.contains($0) }
            let answers = try await lookupTables(tables.sorted(), besides: others)
            facts.take(answers.accounts, to: tables.sorted() + others)
            facts.disputed = answers.disputed.intersection(tables)
        }
        let questions = ChainQuestions(of: review, knowing: facts)
        async let simulated = outcome(of: transaction, showing: questions.writable)
        // A table that isn't known after the first question isn't asked of whoever would have been the second voice.
        var asked = tables
        try await ask(questions.accounts, &facts, but: &asked)
        facts.simulation = try await simulated.get()
        try await ask(ChainQuestions(of: review, knowing: facts).accounts, &facts, but: &asked)
        return facts
    }

    /// Asks for those accounts that nobody was asked for before.
    private func ask(
        _ accounts: [PublicKey], _ facts: inout ChainFacts, but asked: inout Set<PublicKey>
    ) async throws(ChainFactsError) {
        let questions = accounts.filter { !asked.contains($0) }
        guard !questions.isEmpty else { return }
        asked.formUnion(questions)
        facts.take(try await self.accounts(questions), to: questions)
    }

    /// Simulates a transaction; nil if that fails for any other reason than that nobody waits for it any more.
    private func outcome(
        of transaction: Transaction, showing accounts: [PublicKey]
    ) async -> Result<ChainFact<Simulation>?, ChainFactsError> {
        do throws(ChainFactsError) {
            return .success(try await simulation(of: transaction, showing: accounts))
        } catch {
            return error == .cancelled ? .failure(error) : .success(nil)
        }
    }
}

extension ChainFacts {
    /// Takes the answers to these questions: none without a question, and none that would replace an earlier one.
    fileprivate mutating func take(_ answers: [PublicKey: ChainFact<AccountState>], to questions: [PublicKey]) {
        for question in questions where accounts[question] == nil { accounts[question] = answers[question] }
    }
}

extension TransactionReview {
    /// Returns the same transaction, with the accounts that a node reports for its lookup tables filled in.
    ///
    /// It is read anew with them but stays as incomplete as before: the tables are still among its parts, and their contents are a node's word.
    func resolved(by facts: ChainFacts) -> TransactionReview {
        guard !lookupTables.isEmpty else { return self }
        return replacingHidden { $0.resolved(by: facts) }
    }
}

extension MessageAccount {
    func resolved(by facts: ChainFacts) -> MessageAccount {
        guard case .lookup(let table, let entry) = source, let address = facts.address(in: table, entry: entry) else {
            return self
        }
        return MessageAccount(source: .address(address), isSigner: isSigner, isWritable: isWritable)
    }
}

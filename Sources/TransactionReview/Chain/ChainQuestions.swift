public import SolanaTransactions

/// What is to be asked of the chain about a transaction, as far as isn't known yet.
///
/// It is asked in rounds, since an answer leads to the next question: a lookup table to accounts, a token account to its mint and its holder.
public struct ChainQuestions: Hashable, Sendable {
    /// Accounts of which nothing is known, in their order; empty where nothing is left to ask.
    public let accounts: [PublicKey]

    /// Accounts that the transaction may write, as far as they are known: those that a simulation has to show.
    public let writable: [PublicKey]

    /// After so many rounds everything that can be known has been asked.
    public static let maximumRounds = 4

    /// Gathers what to ask in the next round.
    ///
    /// - Parameter facts: What was answered until now.
    public init(of review: TransactionReview, knowing facts: ChainFacts = ChainFacts()) {
        let resolved = review.resolved(by: facts)
        var wanted = Set(review.lookupTables.map(\.account) + review.signers)
        for account in resolved.instructions.flatMap(\.accounts) { wanted.insert(account.source) }
        for effect in resolved.effects {
            for account in [effect.account, effect.counterpart, effect.mint, effect.after] { wanted.insert(account) }
            // What the token calls itself may stand beside its mint.
            if let mint = effect.mint?.address { wanted.insert(MetaplexMetadata.address(of: mint)) }
        }
        for address in wanted {
            guard let token = facts.account(address)?.token else { continue }
            wanted.formUnion([token.mint, token.owner, MetaplexMetadata.address(of: token.mint)])
        }
        accounts = wanted.filter { facts.accounts[$0] == nil && !facts.disputed.contains($0) }.sorted()
        writable = resolved.writable.compactMap(\.address).sorted()
    }
}

extension TransactionReview {
    /// The accounts that it may write, the fee payer among them.
    var writable: Set<MessageAccount.Source> {
        Set(instructions.flatMap(\.accounts).filter(\.isWritable).map(\.source)).union([.address(feePayer)])
    }
}

extension MessageAccount.Source {
    /// The address, where the message or a table tells it.
    var address: PublicKey? { if case .address(let address) = self { address } else { nil } }
}

extension Set<PublicKey> {
    fileprivate mutating func insert(_ account: MessageAccount.Source?) {
        if let address = account?.address { insert(address) }
    }
}

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

extension TransactionReview {
    /// The same transaction, with the accounts in place that a node says stand in its lookup tables.
    ///
    /// It is read anew with them and stays as incomplete as it was: the tables are still among its parts, and what stands in them is a node's word.
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

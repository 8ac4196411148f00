public import SolanaTransactions

/// The questions to ask the chain about a transaction, as far as their answers aren't known yet.
///
/// They are asked in rounds, since an answer leads to the next question: a lookup table to accounts, a token account to its mint and its holder.
public struct ChainQuestions: Hashable, Sendable {
    /// The accounts of which nothing is known, in their order; empty if nothing is left to ask.
    public let accounts: [PublicKey]

    /// The known accounts that the transaction may write: those that a simulation must show.
    public let writable: [PublicKey]

    /// The number of rounds after which everything that can be known has been asked.
    public static let maximumRounds = 4

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
        for address in wanted {
            guard let token = facts.account(address)?.token else { continue }
            wanted.formUnion([token.mint, token.owner, MetaplexMetadata.address(of: token.mint)])
        }
        // With the first accounts, and so in no round of their own.
        wanted.formUnion(AuthorClaims.accounts(for: resolved))
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
    /// - Throws: ``ChainFactsError``.
    func lookupTables(_ addresses: [PublicKey]) async throws(ChainFactsError) -> LookupTableFacts

    /// Simulates a transaction, signed or not, and returns the later state of these accounts.
    ///
    /// - Throws: ``ChainFactsError``.
    func simulation(
        of transaction: Transaction, showing accounts: [PublicKey]
    ) async throws(ChainFactsError) -> ChainFact<Simulation>
}

extension ChainFactsSource {
    /// Returns a single node's word, as for every other account.
    public func lookupTables(_ addresses: [PublicKey]) async throws(ChainFactsError) -> LookupTableFacts {
        LookupTableFacts(try await accounts(addresses))
    }

    /// Asks for all facts that the rules use. If only the simulation fails, the facts are without one.
    ///
    /// - Throws: ``ChainFactsError`` if the accounts can't be read, and `.cancelled`.
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
            // An answer without a question isn't taken, and no answer replaces an earlier one.
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

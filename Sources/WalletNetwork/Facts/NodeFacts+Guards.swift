import SolanaRPC
public import SolanaTransactions
public import TransactionReview

/// Whose account guards are to hold, and how tightly.
public struct GuardRequest: Sendable {
    /// The account that signs.
    public let signer: PublicKey
    /// All of the user's accounts.
    public let own: Set<PublicKey>
    /// The part of what arrives that may be missing, in hundredths of a percent.
    public let tolerance: UInt16
    /// True if the user has turned guards off for the site.
    public let isOff: Bool
    /// True if the transactions have their guards already, and nothing is to be added.
    public let isGuarded: Bool
    /// True if a device signs, whose app doesn't know the program of guards: with one it would show nothing of the rest either.
    public let isOnDevice: Bool

    public init(
        signer: PublicKey, own: Set<PublicKey>, tolerance: UInt16 = GuardPlan.usualTolerance, isOff: Bool = false,
        isGuarded: Bool = false, isOnDevice: Bool = false
    ) {
        self.signer = signer
        self.own = own
        self.tolerance = tolerance
        self.isOff = isOff
        self.isGuarded = isGuarded
        self.isOnDevice = isOnDevice
    }
}

extension NodeFacts {
    /// Guards a transaction and simulates it again, guards and all; at the same time a second node is asked what is whose.
    ///
    /// - Parameter facts: The facts about the transaction as it came, with a simulation.
    /// - Returns: The guarded transaction or the reason that there is none, nil if there is nothing to guard, and the facts about what is to be signed.
    func guarding(
        _ transaction: Transaction, _ review: TransactionReview, _ facts: ChainFacts, as request: GuardRequest
    ) async -> (guarded: Result<GuardedTransaction, GuardedTransaction.Refusal>?, facts: ChainFacts) {
        guard review.isGuardable else { return (nil, facts) }
        guard !request.isOff || request.isGuarded else { return (.failure(.off), facts) }
        guard !request.isOnDevice || request.isGuarded else { return (.failure(.device), facts) }
        let subject = ReviewSubject(review, signer: request.signer, own: request.own)
        guard let plan = GuardPlan(of: subject, facts, tolerance: request.tolerance) else {
            return (.failure(.unsimulated), facts)
        }
        let accounts = subject.guardedAccounts(facts)
        if request.isGuarded {
            return (nil, await facts.confirmed(by: confirmation(of: accounts, besides: facts), request))
        }
        let guarded: GuardedTransaction
        do throws(GuardedTransaction.Refusal) {
            guarded = try GuardedTransaction(transaction, by: plan, facts)
        } catch {
            return (.failure(error), facts)
        }
        async let second = confirmation(of: accounts, besides: facts)
        let shown = ChainQuestions(
            of: TransactionReview(guarded.transaction, programs: review.programSet), knowing: facts
        ).writable
        let simulation = try? await simulation(of: guarded.transaction, showing: shown, within: deadline)
        guard let simulation, simulation.value.outcome == .succeeded else {
            return (.failure(.simulation), facts)
        }
        var told = await facts.confirmed(by: second, request)
        told.simulation = simulation
        return (.success(guarded), told)
    }

    /// Asks one more node for accounts that another one has told of.
    private func confirmation(of accounts: [PublicKey], besides facts: ChainFacts) async -> Confirmation? {
        let known = Set(accounts.compactMap { facts.accounts[$0]?.source.node })
        guard accounts.count <= Self.lot else { return nil }
        for place in nodes.indices where !known.contains(nodes[place].name) {
            let answer = try? await ask(place, within: deadline) { node throws(SolanaRPCError) in
                let answer = try await node.rpc.getMultipleAccounts(accounts, options)
                return (answer.value, answer.slot)
            }
            guard let answer else { continue }
            let states = zip(accounts, answer.value).map { ($0, AccountState($1, naming: own)) }
            return Confirmation(states: Dictionary(states) { first, _ in first }, source: answer.source)
        }
        return nil
    }
}

/// A second node's answer.
private struct Confirmation {
    let states: [PublicKey: AccountState]
    let source: ChainSource
}

extension ChainFacts {
    fileprivate func confirmed(by second: Confirmation?, _ request: GuardRequest) -> ChainFacts {
        guard let second else { return self }
        var facts = self
        facts.confirm(by: second.states, second.source, own: request.own.union([request.signer]))
        return facts
    }
}

public import SolanaTransactions
public import TransactionReview
public import WalletRuntime

/// The nodes' answers about the transactions of one request, within one time limit for all of them.
public struct ChainSnapshot: Sendable {
    /// The nodes that were asked.
    public let nodes: [NetworkNode]
    /// The transactions, with their guards.
    public let transactions: [Transaction]
    /// The facts for each transaction, with its guards; empty if no node answered.
    public let facts: [ChainFacts]
    /// The transactions that got guards, in their places; nil for those that are to be signed as they came.
    public let guarded: [GuardedTransaction?]
    /// The reasons that transactions have no guards, in their places; nil for those that have some, or have nothing to guard.
    public let unguarded: [GuardedTransaction.Refusal?]
    /// The expiry of each transaction; nil if no node answered or none was asked.
    public let expiries: [TransactionExpiry]?

    /// The number of transactions that are asked about at the same time.
    private static let width = 8

    /// Asks for everything that a review needs.
    ///
    /// - Parameters:
    ///   - reviews: The reviews of the same transactions.
    ///   - minContextSlot: The oldest slot whose state a simulation may use.
    ///   - watch: The expiries of the same transactions, from an earlier snapshot.
    ///   - guarding: Whose account guards are to hold; nil for no guards. Several transactions get none: each would be held to what it does alone.
    ///   - limit: The time for all questions together.
    /// - Throws: ``NetworkError`` if there is no node to ask within the limit.
    public init(
        at transactions: [Transaction], _ reviews: [TransactionReview], through network: any SolanaNetwork,
        on cluster: Cluster, for purpose: NodeFacts.Purpose, minContextSlot: UInt64? = nil,
        knowing watch: ExpiryWatch? = nil, guarding: GuardRequest? = nil, within limit: Duration = NodeFacts.limit,
        clock: any MonotonicClock
    ) async throws(NetworkError) {
        let deadline = Deadline(clock.now + limit, of: clock)
        let found = await deadline.limiting { () -> Result<[NetworkNode], NetworkError> in
            do throws(NetworkError) { return .success(try await network.nodes(of: cluster)) } catch {
                return .failure(error)
            }
        }
        guard let found else { throw .unreachable(cluster) }
        let nodes = try found.get()
        async let expiries =
            purpose == .sending
            ? await deadline.limiting { await ExpiryWatch.expiries(of: transactions, nodes, knowing: watch) } : nil
        let source = NodeFacts(
            nodes, for: purpose, minContextSlot: minContextSlot, own: guarding.map { $0.own.union([$0.signer]) },
            until: deadline.end, clock: deadline.clock)
        var facts = await Self.facts(of: Array(zip(reviews, transactions)), from: source)
        var guarded = [GuardedTransaction?](repeating: nil, count: transactions.count)
        var unguarded = [GuardedTransaction.Refusal?](repeating: nil, count: transactions.count)
        if let guarding, let transaction = transactions.first, transactions.count == 1 {
            let found = await source.guarding(transaction, reviews[0], facts[0], as: guarding)
            facts[0] = found.facts
            switch found.guarded {
            case .success(let transaction): guarded[0] = transaction
            case .failure(let refusal): unguarded[0] = refusal
            case nil: break
            }
        } else if let guarding {
            unguarded = reviews.map { $0.isGuardable ? (guarding.isOff ? .off : .several) : nil }
        }
        self.facts = facts
        self.guarded = guarded
        self.unguarded = unguarded
        self.transactions = zip(transactions, guarded).map { $1?.transaction ?? $0 }
        self.expiries = await expiries ?? nil
        self.nodes = nodes
    }

    private static func facts(
        of subjects: [(TransactionReview, Transaction)], from source: NodeFacts
    ) async -> [ChainFacts] {
        await withTaskGroup(of: (Int, ChainFacts).self) { group in
            var facts = [ChainFacts](repeating: ChainFacts(), count: subjects.count)
            var next = 0
            func begin() {
                guard next < subjects.count else { return }
                let (place, (review, transaction)) = (next, subjects[next])
                next += 1
                group.addTask { (place, (try? await source.facts(for: review, of: transaction)) ?? ChainFacts()) }
            }
            for _ in 0..<width { begin() }
            while let (place, found) = await group.next() {
                facts[place] = found
                begin()
            }
            return facts
        }
    }
}

extension ChainFacts {
    /// True if a node has simulated the transaction, whatever the result.
    public var isSimulated: Bool {
        switch simulation?.value.outcome {
        case .succeeded, .failed: true
        case .impossible, nil: false
        }
    }
}

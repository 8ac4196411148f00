import SolanaTransactions

/// The combined effects of several transactions: amounts that are small in each may be large in total.
///
/// Amounts are added up as far as the bytes reveal them. Accounts that nothing in the transactions shows to be the user's aren't counted: a token
/// account is theirs if they sign for what leaves it.
public struct ReviewTotals: Hashable, Sendable {
    /// A rule that found something, and the indices, from 0, of the transactions in which it did.
    public struct Warning: Hashable, Sendable {
        public let id: String
        public var level: ReviewLevel
        public var transactions: [Int]
    }

    public let count: Int
    /// The state of the whole review.
    public let state: ReviewState
    /// The level of the most severe finding of all; nil if there is none.
    public let level: ReviewLevel?
    /// The balance changes of all transactions together: first those that lose, in the order in which they first move something, then the others.
    public let changes: [BalanceChange]
    /// The warnings, the most severe first; those of the same level are in the order of the rules' numbers.
    public let warnings: [Warning]

    /// Adds up transactions.
    ///
    /// - Parameters:
    ///   - subjects: The transactions, in their order.
    ///   - verdicts: The verdicts on them, in the same order.
    ///   - facts: The facts that nodes reported about each; empty if no node was asked.
    public init(_ subjects: [ReviewSubject], _ verdicts: [ReviewVerdict], facts: [ChainFacts?] = []) {
        count = subjects.count
        level = verdicts.compactMap(\.level).max()
        let changes = Self.changes(of: subjects, facts)
        self.changes = changes.filter(\.isLosing) + changes.filter { !$0.isLosing }
        state = verdicts.map(\.state).max() ?? .complete
        warnings = Self.warnings(of: verdicts)
    }

    private static func changes(of subjects: [ReviewSubject], _ facts: [ChainFacts?]) -> [BalanceChange] {
        let theirs = subjects.reduce(into: Set()) { $0.formUnion(OwnTokenAccounts.signedFor(in: $1)) }
        var sums: [BalanceChange] = []
        var places: [Place: Int] = [:]
        for (index, subject) in subjects.enumerated() {
            let facts = facts.indices.contains(index) ? facts[index] : nil
            let subject = facts.map { subject.resolved(by: $0) } ?? subject
            let changes = BalanceChanges(
                of: subject, facts, subject.promises, knowing: theirs,
                holding: EnforcedBounds(of: subject, facts, isConfirmed: false)?.rests ?? [:])
            for change in changes.all {
                let key = Place(account: change.account, isLamports: change.asset == .lamports)
                if let place = places[key] {
                    sums[place].add(change)
                } else {
                    places[key] = sums.count
                    sums.append(change)
                }
            }
        }
        return sums
    }

    private static func warnings(of verdicts: [ReviewVerdict]) -> [Warning] {
        var warnings: [String: Warning] = [:]
        for (index, verdict) in verdicts.enumerated() {
            for finding in verdict.findings {
                var warning = warnings[finding.id] ?? Warning(id: finding.id, level: finding.level, transactions: [])
                warning.level = max(warning.level, finding.level)
                if warning.transactions.last != index { warning.transactions.append(index) }
                warnings[finding.id] = warning
            }
        }
        return warnings.values.sorted { $0.level == $1.level ? $0.id < $1.id : $0.level > $1.level }
    }

    private struct Place: Hashable {
        let account: MessageAccount.Source
        let isLamports: Bool
    }
}

extension BalanceChange {
    /// Adds what another transaction does to the same account.
    fileprivate mutating func add(_ other: BalanceChange) {
        leaving = leaving.addingSaturated(other.leaving)
        arriving = arriving.addingSaturated(other.arriving)
        isBounded = isBounded && other.isBounded
        isPromised = isPromised || other.isPromised
        isEnforced = isEnforced && other.isEnforced
        fee = fee.addingSaturated(other.fee)
        deposit = deposit.addingSaturated(other.deposit)
        refund = refund.addingSaturated(other.refund)
        // Each is simulated as if it were the only one.
        if var sum = expected, let next = other.expected {
            sum.after = sum.after.addingSaturated(next.after).subtractingSaturated(next.before)
            expected = sum
        } else {
            expected = expected ?? other.expected
        }
        // One transaction's word for a mint's decimals is no other's: each is executed or refused by itself.
        if case .tokens(nil) = asset { asset = other.asset }
        if asset == other.asset, decimals != other.decimals { decimals = nil }
        if asset != other.asset {
            decimals = nil
            claimedSymbol = nil
            claimedName = nil
        }
    }
}

public import SolanaTransactions

/// The combined effects of several transactions: amounts that are small in each may be large in total.
///
/// Amounts are added up as far as the bytes reveal them. Accounts that nothing in the transactions shows to be the user's aren't counted: a token
/// account is theirs if they sign for what leaves it.
public struct ReviewTotals: Hashable, Sendable {
    /// The amounts that leave one of the user's accounts and arrive there.
    public struct Flow: Hashable, Sendable {
        /// The asset that moves.
        public enum Asset: Hashable, Sendable {
            case lamports
            /// Tokens in their smallest unit, and their mint if an instruction names it.
            case tokens(mint: MessageAccount.Source?)
        }

        public let account: MessageAccount.Source
        public var asset: Asset
        /// The amount that leaves; `UInt64.max` if there is more.
        public var leaving: UInt64 = 0
        public var arriving: UInt64 = 0
        /// False if the chain decides some of the amount.
        public var isBounded = true
        /// The token's decimal places; nil for lamports, and if they aren't known for everything that was added up.
        public var decimals: UInt8?
        /// The token's own name for itself: an unverified claim.
        public var claimedSymbol: String?

        public init(account: MessageAccount.Source, asset: Asset, leaving: UInt64 = 0, arriving: UInt64 = 0) {
            self.account = account
            self.asset = asset
            self.leaving = leaving
            self.arriving = arriving
        }

        /// True if something leaves, or may leave.
        var isLosing: Bool { leaving > 0 || !isBounded }
    }

    /// A rule that found something, and the indices, from 0, of the transactions in which it did.
    public struct Warning: Hashable, Sendable {
        public let id: String
        public var level: ReviewLevel
        public var transactions: [Int]
    }

    public let count: Int
    public let isComplete: Bool
    /// The level of the most severe finding of all; nil if there is none.
    public let level: ReviewLevel?
    /// The flows: first those from which something leaves or may leave, in the order in which they first move something, then the others.
    public let flows: [Flow]
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
        isComplete = verdicts.allSatisfy(\.isComplete)
        level = verdicts.compactMap(\.level).max()
        let flows = Self.flows(of: subjects, facts)
        self.flows = flows.filter(\.isLosing) + flows.filter { !$0.isLosing }
        warnings = Self.warnings(of: verdicts)
    }

    private static func flows(of subjects: [ReviewSubject], _ facts: [ChainFacts?]) -> [Flow] {
        let theirs = subjects.reduce(into: Set<MessageAccount.Source>()) { theirs, subject in
            for effect in subject.effects where effect.kind == .tokensOut || effect.kind == .delegate {
                if subject.isOwn(effect.before) { theirs.insert(effect.account) }
            }
        }
        var flows: [Flow] = []
        var places: [Place: Int] = [:]
        var counted: Set<Int> = []
        for (index, subject) in subjects.enumerated() {
            // One transaction's word for a mint's decimals is no other's: each is executed or refused by itself.
            let tokens = KnownTokens(in: subject.review, facts: facts.indices.contains(index) ? facts[index] : nil)
            for effect in subject.effects {
                let isLamports = effect.kind == .lamportsOut || effect.kind == .lamportsIn
                guard isLamports || effect.kind == .tokensOut || effect.kind == .tokensIn else { continue }
                guard isLamports ? subject.isOwn(effect.account) : theirs.contains(effect.account) else { continue }
                let place = places[Place(account: effect.account, isLamports: isLamports), default: flows.count]
                if place == flows.count {
                    places[Place(account: effect.account, isLamports: isLamports)] = place
                    flows.append(Flow(account: effect.account, asset: isLamports ? .lamports : .tokens(mint: nil)))
                }
                let isFirst = effect.amount != nil && counted.insert(place).inserted
                flows[place].add(effect, tokens.token(of: effect), isFirst: isFirst)
            }
        }
        return flows
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

extension ReviewTotals.Flow {
    fileprivate mutating func add(_ effect: Effect, _ token: KnownTokens.Token?, isFirst: Bool) {
        if let mint = effect.mint ?? token?.mint, asset == .tokens(mint: nil) { asset = .tokens(mint: mint) }
        guard let amount = effect.amount else {
            isBounded = false
            return
        }
        if case .tokens(let mint) = asset {
            let isOfIt = token != nil && token?.mint == mint
            decimals = isOfIt && (isFirst || decimals == token?.decimals) ? token?.decimals : nil
            claimedSymbol = isOfIt ? token?.claimedSymbol : nil
        }
        if effect.kind == .lamportsOut || effect.kind == .tokensOut {
            leaving = leaving.addingSaturated(amount)
        } else {
            arriving = arriving.addingSaturated(amount)
        }
    }
}

public import SolanaTransactions

/// The amount that a transaction can take out of the wallet that signs it: a bound in lamports, and the reasons if there is none.
///
/// Lamports are counted, from any payer, because the bytes don't say who owns which account. Fees count as if this wallet paid them. Tokens of the
/// user's that go to somebody else are counted by mint, where the bytes or the chain bound them; wrapped SOL counts as SOL. A power that is handed over leaves the outflow without a bound, and so does
/// whatever isn't read. Tokens that arrive, or stay with the user, have none to lose; what arrives is never taken off what leaves.
public struct TransactionOutflow: Hashable, Sendable {
    /// A reason that lamports alone don't bound it.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// Not everything in the transaction could be read.
        case incomplete
        /// Only a program's promise says what a part of it moves, and somebody can change the program.
        case promised
        /// Tokens leave, and how many is bounded.
        case tokens
        /// A rule found a danger in it.
        case danger
        /// A rule found something that should never be signed.
        case forbidden
        /// It may move what an order in a memo names, hand over a power, or do something else that has no bound.
        case unbounded
    }

    /// The most lamports that can leave; `UInt64.max` if there are more.
    public let lamports: UInt64
    /// The most that can leave of each mint, in its smallest unit, where the bytes or the chain bound it.
    public let tokens: [PublicKey: UInt64]
    /// True if tokens leave and nothing that is known comes back: what bounds SOL alone doesn't bound these.
    public let givesTokens: Bool
    /// The reasons; empty if `lamports` is the bound.
    public let reasons: Set<Reason>

    /// Bounds the amount that a transaction takes out.
    ///
    /// - Parameters:
    ///   - verdict: The transaction's verdict, from the view of the account that signs.
    ///   - subject: The same transaction with the accounts in lookup tables filled in.
    ///   - facts: The facts from nodes about it; nil if no node was asked.
    public init(of subject: ReviewSubject, _ verdict: ReviewVerdict, facts: ChainFacts? = nil) {
        let review = subject.review
        var reasons: Set<Reason> =
            switch verdict.state {
            case .complete, .bounded: []
            case .read: [.promised]
            case .open: [.incomplete]
            }
        switch verdict.level {
        case .danger: reasons.insert(.danger)
        case .forbidden: reasons.formUnion([.danger, .forbidden])
        case .info, .warning, nil: break
        }
        // An order in a memo moves what it names, at whoever takes memos for orders.
        let orders = verdict.findings.contains { $0.id == MessageRule.authority.rawValue }
        let told = review.changes.fee.addingSaturated(review.changes.lamports)
        var leaving: UInt64
        var given: GivenTokens?
        var isTrade = false
        switch verdict.state {
        case .complete where review.changes.isBounded: leaving = told
        case .complete, .read:
            let kept = KeptOutflow(of: facts.map { subject.resolved(by: $0) } ?? subject, facts)
            leaving = max(kept.lamports, verdict.isComplete ? told : 0)
            if !kept.isBounded { reasons.insert(.unbounded) }
            // What a program promises is no bound, so that tokens which are given away beside have none either.
            if verdict.isComplete { given = kept.given } else if !kept.given.isEmpty { reasons.insert(.unbounded) }
        case .bounded:
            let bounds = BoundedOutflow(of: facts.map { subject.resolved(by: $0) } ?? subject, facts)
            leaving = bounds.lamports
            given = bounds.tokens
            isTrade = bounds.isTrade
            if !bounds.isBounded { reasons.insert(.unbounded) }
        case .open:
            leaving = told
            if !review.changes.isBounded { reasons.insert(.unbounded) }
        }
        if given?.isBounded == false { reasons.insert(.unbounded) }
        var tokens = given?.byMint ?? [:]
        // Wrapped or not, it is SOL.
        leaving = leaving.addingSaturated(tokens.removeValue(forKey: TokenProgram.nativeMint) ?? 0)
        if !tokens.isEmpty { reasons.insert(.tokens) }
        lamports = leaving
        self.tokens = tokens
        givesTokens = !tokens.isEmpty && !isTrade
        if orders { reasons.insert(.unbounded) }
        self.reasons = reasons
    }
}

extension PublicKey {
    /// True if the address differs from another one but begins and ends like it, with three characters each in base58.
    ///
    /// Windows show little more of an address than both ends. Two addresses match like this by chance once in 38 billion times.
    public func looksLike(_ other: PublicKey) -> Bool { self != other && ending == other.ending && begins(like: other) }

    func begins(like other: PublicKey) -> Bool { base58.utf8.prefix(3).elementsEqual(other.base58.utf8.prefix(3)) }

    /// Its last three characters in base58, as a number below 58 * 58 * 58.
    var ending: UInt64 {
        withUnsafeBytes { bytes in
            stride(from: 0, to: Self.count, by: 4).reduce(UInt64(0)) { rest, place in
                let word = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
                return (rest << 32 | UInt64(word)) % 195_112
            }
        }
    }
}

public import SolanaTransactions

/// What a transaction can take out of the wallet that signs it: a bound in lamports, and why there may be none.
///
/// Only instructions that are known to let out so many lamports and nothing else are counted; any other, tokens above all, leaves the outflow
/// without a bound. Every transfer counts, whoever pays it: whose account is whose isn't in the bytes. Fees count as if this wallet paid them.
public struct TransactionOutflow: Hashable, Sendable {
    /// Why lamports alone don't bound it.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// Not everything in the transaction could be read.
        case incomplete
        /// A rule has found a danger in it.
        case danger
        /// A rule has found what nobody should sign.
        case forbidden
        /// It may move tokens or what an order in a memo names, or does what has no bound in lamports.
        case unbounded
    }

    /// The most lamports that can go, `UInt64.max` where there are more.
    public let lamports: UInt64
    /// Empty where `lamports` is the bound.
    public let reasons: Set<Reason>

    /// Bounds what a transaction takes out.
    ///
    /// - Parameter verdict: The transaction's, as the account that is to sign looks at it.
    public init(of review: TransactionReview, _ verdict: ReviewVerdict) {
        var reasons: Set<Reason> = verdict.isComplete ? [] : [.incomplete]
        switch verdict.level {
        case .danger: reasons.insert(.danger)
        case .forbidden: reasons.formUnion([.danger, .forbidden])
        case .info, .warning, nil: break
        }
        // An order in a memo moves what it names, at whoever takes memos for orders.
        let orders = verdict.findings.contains { $0.id == MessageRule.authority.rawValue }
        if orders || !review.changes.isBounded { reasons.insert(.unbounded) }
        lamports = review.changes.fee.addingSaturated(review.changes.lamports)
        self.reasons = reasons
    }
}

extension PublicKey {
    /// Whether it begins and ends as another one, with three characters each in base58, and is not that one.
    ///
    /// Windows show little more of an address than both ends. By chance two agree so once in 38 billion times.
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

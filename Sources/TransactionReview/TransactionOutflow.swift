public import SolanaTransactions

/// The amount that a transaction can take out of the wallet that signs it: a bound in lamports, and the reasons if there is none.
///
/// Only instructions that are known to take out a stated number of lamports and nothing else are counted. Any other, above all for tokens, leaves the
/// outflow without a bound. Every transfer counts, from any payer, because the bytes don't say who owns which account. Fees count as if this wallet
/// paid them.
public struct TransactionOutflow: Hashable, Sendable {
    /// A reason that lamports alone don't bound it.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// Not everything in the transaction could be read.
        case incomplete
        /// A rule found a danger in it.
        case danger
        /// A rule found something that should never be signed.
        case forbidden
        /// It may move tokens, or assets that an order in a memo names, or do something that has no bound in lamports.
        case unbounded
    }

    /// The most lamports that can leave; `UInt64.max` if there are more.
    public let lamports: UInt64
    /// The reasons; empty if `lamports` is the bound.
    public let reasons: Set<Reason>

    /// Bounds the amount that a transaction takes out.
    ///
    /// - Parameter verdict: The transaction's verdict, from the view of the account that signs.
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

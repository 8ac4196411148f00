import SolanaTransactions

/// An address begins and ends as one that the user knows or has sent something to, and is another one.
///
/// Whoever sends dust from such an address hopes that it is copied out of the history the next time: windows show little more than both ends of an address.
/// Three characters at each end are the same by chance once in 38 billion times. Nobody is asked for this: whom the user knows stands in the wallet.
enum LookalikeRecipientRule: ReviewRule {
    static let id = "R37"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        guard hasSuspect(subject) else { return [] }
        let strangers = subject.strangers
        guard !strangers.isEmpty else { return [] }
        let known = subject.own.union(subject.contacts).union(subject.recipients).map { (key: $0, ending: $0.ending) }
        var alike: [PublicKey: Set<PublicKey>] = [:]
        for stranger in strangers {
            // The last characters are the rest of a division, which is much sooner had than the spelling.
            let ending = stranger.ending
            for other in known
            where other.ending == ending && other.key != stranger && stranger.begins(like: other.key) {
                alike[stranger, default: []].insert(other.key)
            }
        }
        return alike.keys.sorted().flatMap { stranger in
            (alike[stranger] ?? []).sorted().map { like in
                let parameters = [
                    ReviewField(name: "to", value: stranger.base58), ReviewField(name: "like", value: like.base58),
                ]
                return Finding(id: id, level: .danger, parameters: parameters)
            }
        }
    }

    /// Whether anybody whom an effect names may be like anybody known: seldom, and sooner answered than who gets what.
    private static func hasSuspect(_ subject: ReviewSubject) -> Bool {
        func isSuspect(_ source: MessageAccount.Source?) -> Bool {
            guard case .address(let address) = source else { return false }
            return !subject.isOwn(address) && subject.hasKnown { address.mayBegin(like: $0) }
        }
        return subject.hasEffect(nil) { form, instruction in
            // Where something arrives, the other account is the one that it leaves.
            let isArrival = form.kind == .lamportsIn || form.kind == .tokensIn
            return !isArrival && isSuspect(instruction.source(form.counterpart))
                || isSuspect(instruction.source(form.after))
        }
    }
}

extension PublicKey {
    /// Whether the first three characters in base58 may be another's; a wrong yes does no harm.
    ///
    /// Addresses that begin with a zero byte begin with a 1, and no others do. Those have 43 or 44 digits; numbers of 44 whose first three digits are the same
    /// are less than 58⁴¹ apart, and so are those of 43 times 58.
    func mayBegin(like other: PublicKey) -> Bool {
        let (one, another) = (high, other.high)
        guard one >> 56 != 0, another >> 56 != 0 else { return one >> 56 == another >> 56 }
        let (first, second) = (Self.scaled(one), Self.scaled(another))
        // 58⁴¹ in units of 2²⁰⁰, and what was cut off.
        return max(first, second) - min(first, second) <= 0x121_75ca_9bd7 + 64
    }

    /// In units of 2²⁰⁰, times 58 below 58⁴³.
    private static func scaled(_ high: UInt64) -> UInt64 { (high >> 8) * (high < 0x0edb_afda_67ca_3719 ? 58 : 1) }

    /// The highest 8 bytes.
    private var high: UInt64 { UInt64(bigEndian: firstWord) }
}

import SolanaTransactions

/// A rule that looks at the mints of the tokens that a transaction moves.
protocol MintRule: ChainRule {
    /// What is found in one mint.
    static func finding(in mint: Mint, of address: PublicKey, for subject: ReviewSubject) -> Finding?
}

extension MintRule {
    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        subject.mints(facts).compactMap { address in
            facts.account(address)?.mint.flatMap { finding(in: $0, of: address, for: subject) }
        }
    }
}

extension ReviewSubject {
    /// The mints of all tokens that the instructions move or the user has in hand when it is tried, in the addresses' order.
    fileprivate func mints(_ facts: ChainFacts) -> [PublicKey] {
        var mints: Set<PublicKey> = []
        for effect in effects {
            for account in [effect.account, effect.counterpart] {
                if let token = facts.account(account)?.token { mints.insert(token.mint) }
            }
            if let mint = effect.mint?.address { mints.insert(mint) }
        }
        for change in facts.changes where isOwn(change) {
            if let token = change.after?.token { mints.insert(token.mint) }
        }
        return mints.sorted()
    }
}

import SolanaTransactions

/// A lookup table doesn't have an entry that is taken from it, or there is no such table.
///
/// The transaction fails today. Whoever has the table in hand can add the entry another day, and choose the account that it is then.
enum MissingEntryRule: ChainRule {
    static let id = "R46"

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        // The subject's tables are read already: what still stands behind one isn't there.
        let left = Set(subject.review.instructions.flatMap(\.accounts).map(\.source))
        return subject.review.lookupTables.compactMap { table -> Finding? in
            let missing = left.count { source in
                guard case .lookup(table.account, _) = source else { return false }
                return facts.accounts[table.account] != nil
            }
            guard missing > 0 else { return nil }
            return finding(.danger, ["table": table.account.base58, "accounts": String(missing)])
        }
    }
}

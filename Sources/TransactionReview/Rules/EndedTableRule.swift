import SolanaTransactions

/// A lookup table was ended: nothing can be taken from it about 500 slots later, and the transaction fails.
enum EndedTableRule: ChainRule {
    static let id = "R45"

    /// How long after its end a table still serves: as many slots as the runtime remembers, and one.
    private static let serves: UInt64 = 513

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        subject.review.lookupTables.compactMap { table -> Finding? in
            guard let fact = facts.accounts[table.account],
                let ended = fact.value.account?.lookupTable?.deactivationSlot
            else { return nil }
            let isOver = ended.addingSaturated(serves) <= fact.source.slot
            return finding(isOver ? .danger : .warning, ["table": table.account.base58])
        }
    }
}

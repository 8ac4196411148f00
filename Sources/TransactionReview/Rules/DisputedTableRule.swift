import SolanaTransactions

/// Two nodes say different things of a lookup table: one of them lies, and what the transaction does depends on which.
enum DisputedTableRule: ChainRule {
    static let id = "R48"

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        subject.review.lookupTables.filter { facts.disputed.contains($0.account) }.map { table in
            finding(.danger, ["table": table.account.base58])
        }
    }
}

import SolanaTransactions

/// The most that a transaction takes out if the chain bounds what isn't read.
struct BoundedOutflow {
    let lamports: UInt64
    let tokens: GivenTokens
    /// False if something is given away beside that is no amount; `tokens` has its own.
    let isBounded: Bool
    /// True if something arrives.
    let isTrade: Bool

    /// - Parameter subject: The transaction with its lookup tables read.
    init(of subject: ReviewSubject, _ facts: ChainFacts?) {
        let promises = subject.promises
        let accounts = OwnTokenAccounts(of: subject, facts, promises)
        let rests = EnforcedBounds(of: subject, facts)?.rests ?? [:]
        let changes = BalanceChanges(of: subject, facts, promises, holding: rests).all
        lamports = changes.reduce(0) { $0.addingSaturated($1.asset == .lamports ? $1.leaving : 0) }
        isTrade = changes.contains { $0.arriving > 0 }
        var tokens = GivenTokens(of: subject, facts, accounts, beside: Set(rests.keys.map { .address($0) }))
        for change in changes where change.isEnforced && change.leaving > 0 {
            switch change.asset {
            case .lamports: break
            case .tokens(.address(let mint)?): tokens.add(change.leaving, of: mint)
            case .tokens: tokens.leaveOpen()
            }
        }
        self.tokens = tokens
        let guards = GuardInstructions(in: subject.review).places
        isBounded = !subject.givesMore(than: accounts, outside: guards)
    }
}

public import SolanaTransactions

/// What is to be asked of the chain about a transaction, as far as isn't known yet.
///
/// It is asked in rounds, since an answer leads to the next question: a lookup table to accounts, a token account to its mint and its holder.
public struct ChainQuestions: Hashable, Sendable {
    /// Accounts of which nothing is known, in their order; empty where nothing is left to ask.
    public let accounts: [PublicKey]

    /// Accounts that the transaction may write, as far as they are known: those that a simulation has to show.
    public let writable: [PublicKey]

    /// After so many rounds everything that can be known has been asked.
    public static let maximumRounds = 4

    /// Gathers what to ask in the next round.
    ///
    /// - Parameter facts: What was answered until now.
    public init(of review: TransactionReview, knowing facts: ChainFacts = ChainFacts()) {
        let resolved = review.resolved(by: facts)
        var wanted = Set(review.lookupTables.map(\.account) + review.signers)
        for account in resolved.instructions.flatMap(\.accounts) { wanted.insert(account.source) }
        for effect in resolved.effects {
            for account in [effect.account, effect.counterpart, effect.mint, effect.after] { wanted.insert(account) }
            // What the token calls itself may stand beside its mint.
            if let mint = effect.mint?.address { wanted.insert(MetaplexMetadata.address(of: mint)) }
        }
        for address in wanted {
            guard let token = facts.account(address)?.token else { continue }
            wanted.formUnion([token.mint, token.owner, MetaplexMetadata.address(of: token.mint)])
        }
        accounts = wanted.filter { facts.accounts[$0] == nil && !facts.disputed.contains($0) }.sorted()
        writable = resolved.writable.compactMap(\.address).sorted()
    }
}

extension TransactionReview {
    /// The accounts that it may write, the fee payer among them.
    var writable: Set<MessageAccount.Source> {
        Set(instructions.flatMap(\.accounts).filter(\.isWritable).map(\.source)).union([.address(feePayer)])
    }
}

extension MessageAccount.Source {
    /// The address, where the message or a table tells it.
    var address: PublicKey? { if case .address(let address) = self { address } else { nil } }
}

extension Set<PublicKey> {
    fileprivate mutating func insert(_ account: MessageAccount.Source?) {
        if let address = account?.address { insert(address) }
    }
}

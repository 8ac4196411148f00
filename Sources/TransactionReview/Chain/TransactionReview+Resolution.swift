import SolanaTransactions

extension TransactionReview {
    /// The same transaction, with the accounts in place that a node says stand in its lookup tables.
    ///
    /// It is read anew with them and stays as incomplete as it was: the tables are still among its parts, and what stands in them is a node's word.
    func resolved(by facts: ChainFacts) -> TransactionReview {
        guard !lookupTables.isEmpty else { return self }
        return replacingHidden { $0.resolved(by: facts) }
    }
}

extension MessageAccount {
    func resolved(by facts: ChainFacts) -> MessageAccount {
        guard case .lookup(let table, let entry) = source, let address = facts.address(in: table, entry: entry) else {
            return self
        }
        return MessageAccount(source: .address(address), isSigner: isSigner, isWritable: isWritable)
    }
}

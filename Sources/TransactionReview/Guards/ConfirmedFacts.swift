public import SolanaTransactions

extension ReviewSubject {
    /// The accounts whose owners decide whether guards hold everything: the wallet that signs, and what programs that aren't the chain's own may write.
    ///
    /// - Parameter facts: The facts so far; they fill in the lookup tables.
    public func guardedAccounts(_ facts: ChainFacts) -> [PublicKey] {
        Array(Set(resolved(by: facts).reachedByUnknown.compactMap(\.address)).union([signer])).sorted()
    }
}

extension ChainFacts {
    /// Notes what a second node says of the same accounts, where it says the same about what is whose.
    ///
    /// Two nodes are never at the same slot for long, so that a pool's state may differ between them. What must not differ is the owner of an account, and what is in the user's own.
    ///
    /// - Parameter own: The user's addresses.
    public mutating func confirm(
        by states: [PublicKey: AccountState], _ source: ChainSource, own: Set<PublicKey>
    ) {
        for (address, state) in states {
            guard let fact = accounts[address], fact.second == nil, fact.source.node != source.node,
                fact.value.agrees(with: state, at: address, own)
            else { continue }
            accounts[address] = ChainFact(fact.value, fact.source, second: source)
        }
    }
}

extension AccountState {
    /// True if both say the same about what of the account is the user's.
    fileprivate func agrees(with other: AccountState, at address: PublicKey, _ own: Set<PublicKey>) -> Bool {
        guard let account, let other = other.account else { return self == other }
        guard account.program == other.program, account.named == other.named else { return false }
        if own.contains(address) { return account == other }
        switch (account.contents, other.contents) {
        case (.token(let one), .token(let two)):
            return own.contains(one.owner) ? one == two : one.owner == two.owner && one.mint == two.mint
        // What a program keeps may change from slot to slot; how much it keeps doesn't.
        case (.other, .other), (.empty, .empty): return account.count == other.count
        default: return account.contents == other.contents
        }
    }
}

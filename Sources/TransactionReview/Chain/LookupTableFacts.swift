public import SolanaTransactions

/// What one or two nodes say of lookup tables.
///
/// Addresses are only ever added to a table, so that two nodes that tell the truth differ by what was added last: the shorter list begins the longer one. Whoever
/// says anything else of an entry is lying, or the other is.
public struct LookupTableFacts: Sendable {
    /// Tables about which nobody contradicts anybody.
    public let accounts: [PublicKey: ChainFact<AccountState>]
    /// Tables of which the two say different things.
    public let disputed: Set<PublicKey>

    /// Joins what one or two nodes say.
    ///
    /// - Parameter second: What another node says of the same tables; nil where there is one voice only.
    public init(
        _ first: [PublicKey: ChainFact<AccountState>], _ second: [PublicKey: ChainFact<AccountState>]? = nil
    ) {
        guard let second else {
            accounts = first
            disputed = []
            return
        }
        var accounts: [PublicKey: ChainFact<AccountState>] = [:]
        var disputed: Set<PublicKey> = []
        for (table, one) in first {
            guard let other = second[table] else {
                accounts[table] = one
                continue
            }
            if let agreed = Self.agreed(one, other) { accounts[table] = agreed } else { disputed.insert(table) }
        }
        self.accounts = accounts
        self.disputed = disputed
    }

    /// What both say: the shorter list, or the table that was ended, where both are as long.
    private static func agreed(
        _ one: ChainFact<AccountState>, _ other: ChainFact<AccountState>
    ) -> ChainFact<AccountState>? {
        guard let left = one.value.account?.lookupTable, let right = other.value.account?.lookupTable else {
            return one.value == other.value ? ChainFact(one.value, one.source, second: other.source) : nil
        }
        let (ones, others) = (left.addresses, right.addresses)
        guard ones.starts(with: others) || others.starts(with: ones) else { return nil }
        let isOther =
            others.count == ones.count
            ? left.deactivationSlot == nil && right.deactivationSlot != nil : others.count < ones.count
        return isOther
            ? ChainFact(other.value, other.source, second: one.source)
            : ChainFact(one.value, one.source, second: other.source)
    }
}

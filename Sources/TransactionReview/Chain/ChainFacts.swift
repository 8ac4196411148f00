public import SolanaTransactions

/// What nodes say of the chain on which a transaction is to be executed.
///
/// None of it is proved. It can add findings and never take one away, so that a node that lies can't make a transaction look better than its bytes do.
public struct ChainFacts: Hashable, Sendable {
    /// Accounts as they are before: the transaction's own, its lookup tables, the tokens' mints, the recipients.
    public var accounts: [PublicKey: ChainFact<AccountState>]

    /// What would happen; nil where nobody has tried.
    public var simulation: ChainFact<Simulation>?

    /// Lookup tables of which two nodes say different things, so that nothing is known of them.
    public var disputed: Set<PublicKey>

    /// Without anything nobody has said anything.
    public init(
        accounts: [PublicKey: ChainFact<AccountState>] = [:], simulation: ChainFact<Simulation>? = nil,
        disputed: Set<PublicKey> = []
    ) {
        self.accounts = accounts
        self.simulation = simulation
        self.disputed = disputed
    }

    /// Everybody who has said something here.
    public var sources: Set<ChainSource> {
        Set((accounts.values.flatMap { [$0.source, $0.second] } + [simulation?.source]).compactMap { $0 })
    }

    /// An account; nil where it isn't there, or nothing is known of it.
    public func account(_ address: PublicKey) -> ChainAccount? { accounts[address]?.value.account }

    /// Whether a node says that the account isn't there.
    func isAbsent(_ address: PublicKey) -> Bool { accounts[address]?.value == .absent }

    /// The address in an entry of a lookup table, as of the slot in which the table was read.
    public func address(in table: PublicKey, entry: UInt8) -> PublicKey? {
        guard let fact = accounts[table], let contents = fact.value.account?.lookupTable else { return nil }
        return contents.address(entry, at: fact.source.slot)
    }

    func account(_ source: MessageAccount.Source?) -> ChainAccount? {
        guard case .address(let address) = source else { return nil }
        return account(address)
    }

    /// What a transaction that succeeds changes, as far as both sides of it are known, in the addresses' order.
    var changes: [SimulatedChange] {
        guard let simulation = simulation?.value, simulation.outcome == .succeeded else { return [] }
        return simulation.accounts.keys.sorted().compactMap { address in
            guard let before = accounts[address], let after = simulation.accounts[address] else { return nil }
            return SimulatedChange(address: address, before: before.value.account, after: after.account)
        }
    }
}

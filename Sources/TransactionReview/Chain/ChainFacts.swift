import DisplayText
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

/// Who said something of the chain, and as of when.
public struct ChainSource: Hashable, Sendable {
    /// The node as the user is shown it, with nothing hidden in it.
    public let node: String
    /// The slot for which it holds.
    public let slot: UInt64

    /// Names a node; what is hidden in its name is written out, and no more than 256 characters are taken.
    public init(node: String, slot: UInt64) {
        self.node = ClaimedText.shown(node, most: 256)
        self.slot = slot
    }
}

/// One thing that a node says of the chain. It may be wrong, or a lie.
public struct ChainFact<Value: Hashable & Sendable>: Hashable, Sendable {
    /// What is said.
    public let value: Value
    /// Who said it, and as of when.
    public let source: ChainSource
    /// Who else says the same; nil where it is one node's word.
    public let second: ChainSource?

    /// Joins a value and its sources.
    public init(_ value: Value, _ source: ChainSource, second: ChainSource? = nil) {
        self.value = value
        self.source = source
        self.second = second
    }
}

/// Why there are no facts from the chain.
public enum ChainFactsError: String, Error, Hashable, Sendable, CaseIterable {
    /// No node answers.
    case unreachable
    /// A node answers that it doesn't.
    case refused
    /// The answer isn't one.
    case malformed
    /// The answer didn't come in time.
    case timeout
    /// Nobody waits for it any more.
    case cancelled
}

extension ChainFactsError: CustomStringConvertible {
    /// A short sentence.
    public var description: String {
        switch self {
        case .unreachable: "node out of reach"
        case .refused: "refused by the node"
        case .malformed: "answer of the node can not be read"
        case .timeout: "no answer in time"
        case .cancelled: "cancelled"
        }
    }
}

/// A text that somebody else wrote, as it may be shown: one line of few characters, with nothing hidden in it.
enum ClaimedText {
    /// Cuts a text to so many characters, and writes out what can't be seen in them.
    static func shown(_ text: String, most count: Int) -> String {
        // Cut first: what is hidden may be long.
        VisibleText.escaping(String(text.unicodeScalars.prefix(count))).replacing("\n", with: #"\u{a}"#)
    }
}

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

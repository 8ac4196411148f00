import DisplayText
public import SolanaTransactions

/// The facts that nodes report about the chain on which a transaction is to be executed.
///
/// None of it is proved. It can add findings and never remove one, so a lying node can't make a transaction look better than its bytes do.
public struct ChainFacts: Hashable, Sendable {
    /// The accounts before the transaction: its own, its lookup tables, the tokens' mints, the recipients.
    public var accounts: [PublicKey: ChainFact<AccountState>]

    /// The result of the simulation; nil if no node has simulated the transaction.
    public var simulation: ChainFact<Simulation>?

    /// The lookup tables about which two nodes disagree, so that nothing is known of them.
    public var disputed: Set<PublicKey>

    /// True if another machine told all of it, and this one has no network to simulate anything.
    public var isCarried = false

    /// Creates a set of facts; without arguments, no node has reported anything.
    public init(
        accounts: [PublicKey: ChainFact<AccountState>] = [:], simulation: ChainFact<Simulation>? = nil,
        disputed: Set<PublicKey> = []
    ) {
        self.accounts = accounts
        self.simulation = simulation
        self.disputed = disputed
    }

    /// The sources of all facts here.
    public var sources: Set<ChainSource> {
        Set((accounts.values.flatMap { [$0.source, $0.second] } + [simulation?.source]).compactMap { $0 })
    }

    /// Returns an account; nil if it doesn't exist, or nothing is known of it.
    public func account(_ address: PublicKey) -> ChainAccount? { accounts[address]?.value.account }

    /// True if a node reports that the account doesn't exist.
    func isAbsent(_ address: PublicKey) -> Bool { accounts[address]?.value == .absent }

    /// Returns the address in an entry of a lookup table, as of the slot in which the table was read.
    public func address(in table: PublicKey, entry: UInt8) -> PublicKey? {
        guard let fact = accounts[table], let contents = fact.value.account?.lookupTable else { return nil }
        return contents.address(entry, at: fact.source.slot)
    }

    func account(_ source: MessageAccount.Source?) -> ChainAccount? {
        guard case .address(let address) = source else { return nil }
        return account(address)
    }

    /// The accounts before and after a transaction that succeeds, if both are known, in the order of their addresses.
    var changes: [SimulatedChange] {
        guard let simulation = simulation?.value, simulation.outcome == .succeeded else { return [] }
        return simulation.accounts.keys.sorted().compactMap { address in
            guard let before = accounts[address], let after = simulation.accounts[address] else { return nil }
            return SimulatedChange(address: address, before: before.value.account, after: after.account)
        }
    }
}

/// The node that reported a fact about the chain, and the slot of the report.
public struct ChainSource: Hashable, Sendable {
    /// The node's name as the user sees it, with nothing hidden in it.
    public let node: String
    /// The slot for which the fact holds.
    public let slot: UInt64

    /// Names a node; hidden characters in its name are spelled out, and at most 256 characters are kept.
    public init(node: String, slot: UInt64) {
        self.node = ClaimedText.shown(node, most: 256)
        self.slot = slot
    }
}

/// A fact that a node reports about the chain. It may be wrong, or a lie.
public struct ChainFact<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The reported value.
    public let value: Value
    /// The node that reported it, and the slot.
    public let source: ChainSource
    /// A second node that reports the same; nil if it is one node's word.
    public let second: ChainSource?

    /// Joins a value and its sources.
    public init(_ value: Value, _ source: ChainSource, second: ChainSource? = nil) {
        self.value = value
        self.source = source
        self.second = second
    }
}

/// The reason that there are no facts from the chain.
public enum ChainFactsError: String, Error, Hashable, Sendable, CaseIterable {
    /// No node answers.
    case unreachable
    /// A node refuses to answer.
    case refused
    /// The answer can't be read.
    case malformed
    /// The answer didn't arrive in time.
    case timeout
    /// The caller no longer waits for it.
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

/// A text that somebody else wrote, in the form in which it may be shown: one line of few characters, with nothing hidden in it.
package enum ClaimedText {
    /// Cuts a text to so many characters, and spells out invisible ones.
    package static func shown(_ text: String, most count: Int) -> String {
        // Cut first: what is hidden may be long.
        VisibleText.escaping(String(text.unicodeScalars.prefix(count))).replacing("\n", with: #"\u{a}"#)
    }
}

/// The contents of lookup tables that one or two nodes report.
///
/// Addresses are only ever added to a table, so two truthful nodes differ only in the latest additions: the shorter list begins the longer one. If
/// their entries differ in any other way, one of the two is lying.
public struct LookupTableFacts: Sendable {
    /// The tables about which no node contradicts another, and accounts that one node was asked for besides.
    public let accounts: [PublicKey: ChainFact<AccountState>]
    /// The tables about which the two nodes disagree.
    public let disputed: Set<PublicKey>

    /// Joins the reports of one or two nodes.
    ///
    /// - Parameter second: Another node's report of the same tables; nil if there is only one node. Accounts that only the first reports are its word.
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

    /// Returns the state that both report: the shorter list, or, for lists of equal length, the table that was deactivated.
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

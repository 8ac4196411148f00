public import SolanaTransactions

/// A transaction with guards at its end: the chain refuses it if more of the user's is gone afterwards than was shown.
public struct GuardedTransaction: Hashable, Sendable {
    /// The reason that a transaction isn't guarded.
    public enum Refusal: String, Error, Hashable, Sendable, CaseIterable {
        /// The user has turned guards off for the site.
        case off
        /// It is one of several transactions of a request: guards would hold each to what it does alone.
        case several
        /// No node has simulated it with success, so nobody knows what has to be left.
        case unsimulated
        /// With its guards its simulation fails.
        case simulation
        /// Others have to sign it too: a change would make their signatures worthless.
        case severalSigners = "several-signers"
        /// Somebody has signed it already.
        case signed
        /// The guards don't fit into the transaction.
        case room
        /// The transaction doesn't give the rights that a guard needs.
        case rights
        /// A device signs it, which couldn't show a transaction with guards.
        case device
    }

    /// The transaction with its guards, not signed.
    public let transaction: Transaction
    /// The guards in it.
    public let guards: [Guard]
    /// What they don't hold.
    public let gaps: [GuardPlan.Gap]

    /// Adds guards to a transaction, as many as fit, the most important first.
    ///
    /// - Parameter facts: The facts that the plan was made from; they fill in the lookup tables.
    /// - Throws: ``GuardedTransaction/Refusal``.
    public init(
        _ transaction: Transaction, by plan: GuardPlan, _ facts: ChainFacts
    ) throws(Refusal) {
        guard transaction.requiredSigners.count == 1 else { throw .severalSigners }
        guard transaction.signatures.allSatisfy({ $0 == Signature() }) else { throw .signed }
        let tables = facts.tables(of: transaction.message)
        var guards = plan.guards
        var gaps = plan.gaps
        while true {
            guard !guards.isEmpty else { throw .room }
            do throws(CodingError) {
                let guarded = try Self.transaction(transaction, guards, tables)
                // The fee for the guards has taken the rest: what is left to hold it proves nothing.
                if let empty = guarded.guards.firstIndex(where: \.isEmpty) {
                    gaps.append(GuardPlan.Gap(account: .address(guards.remove(at: empty).account), reason: .emptied))
                    continue
                }
                self.transaction = guarded.transaction
                self.guards = guarded.guards
                self.gaps = gaps
                return
            } catch {
                guard error.code != .accountRights else { throw .rights }
                let left = guards.removeLast()
                gaps.append(GuardPlan.Gap(account: .address(left.account), reason: .room))
            }
        }
    }

    /// Adds exactly these guards. What a raised limit of compute units costs is taken off the rest that has to be left.
    private static func transaction(
        _ transaction: Transaction, _ guards: [Guard], _ tables: [AddressLookupTable]
    ) throws(CodingError) -> (transaction: Transaction, guards: [Guard]) {
        let units = guards.reduce(0) { $0 + $1.computeUnits }
        func appended(_ guards: [Guard], units: UInt32) throws(CodingError) -> Transaction {
            try Transaction(
                unsigned: transaction.message.appending(
                    guards.compactMap(\.instruction), tables: tables, computeUnits: units))
        }
        func fee(_ transaction: Transaction) -> UInt64 { TransactionReview(transaction).feeEffect.amount ?? 0 }
        let first = try appended(guards, units: units)
        // Beside one with a limit too: without a limit the review counts with the highest that there is.
        let more = fee(first).subtractingSaturated(fee(try appended(guards, units: 1))) + 1
        guard more > 1 else { return (first, guards) }
        let cheaper = guards.map { each in
            guard case .lamports(let account, let rest) = each else { return each }
            return .lamports(account: account, rest: rest.subtractingSaturated(more))
        }
        return (try appended(cheaper, units: units), cheaper)
    }
}

extension Guard {
    /// True if it holds the wallet to nothing.
    fileprivate var isEmpty: Bool {
        guard case .lamports(_, let rest) = self else { return false }
        return rest == 0
    }
}

extension ChainFacts {
    /// The contents of a message's lookup tables, as far as they are known.
    fileprivate func tables(of message: Message) -> [AddressLookupTable] {
        message.addressTableLookups.compactMap { lookup in
            guard let fact = accounts[lookup.table], let table = fact.value.account?.lookupTable else { return nil }
            return AddressLookupTable(key: lookup.table, addresses: table.addresses)
        }
    }
}

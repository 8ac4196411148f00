import SolanaTransactions
import TransactionReview
import WalletState

/// Finds the addresses that the user knows, from the wallet's own records. It asks no node.
///
/// Contacts and the wallet's own payments are under the vault's code. The history that nodes told is searched as a whole for addresses like those at
/// hand. It only adds to them: a node can neither take a warning away nor push an address out.
struct KnownAddressSource: Sendable {
    let keys: WalletKeyring
    let book: AddressBook
    let history: TransactionHistory
    let records: AuthenticatedStore

    /// The addresses that the user knows now.
    ///
    /// - Parameter addresses: The strangers that are about to be compared with them.
    func now(beside addresses: [PublicKey]) async -> KnownAddresses {
        await told(of: addresses, beside: recorded())
    }

    /// The addresses that the user knows now, as far as they matter to the effects of transactions.
    func now(
        beside reviews: [TransactionReview], of signer: PublicKey, _ facts: [ChainFacts]?
    ) async -> KnownAddresses {
        let known = await recorded()
        let strangers = reviews.enumerated().flatMap { index, review in
            ReviewSubject(review, signer: signer, own: known.own, contacts: known.contacts)
                .strangers(facts.flatMap { $0.indices.contains(index) ? $0[index] : nil })
        }
        return await told(of: strangers, beside: known)
    }

    /// Reads the wallet's own records.
    private func recorded() async -> KnownAddresses {
        let own = await keys.own
        return KnownAddresses(
            own: own, contacts: Set(await book.addresses.compactMap { try? PublicKey(base58: $0) }),
            recipients: Set(await records.paidRecipients.compactMap { try? PublicKey(base58: $0) }).subtracting(own))
    }

    private func told(of addresses: [PublicKey], beside known: KnownAddresses) async -> KnownAddresses {
        guard !addresses.isEmpty else { return known }
        // A history that can't be read tells of nobody: what else is wrong with the disk is said elsewhere.
        let sent = try? await history.recipients(of: known.own.map(\.base58), like: Set(addresses.map(\.base58)))
        let told = Set((sent ?? []).compactMap { try? PublicKey(base58: $0) })
        return KnownAddresses(
            own: known.own, contacts: known.contacts,
            recipients: known.recipients.union(told.subtracting(known.own)))
    }
}

/// The addresses that a review knows: the user's own, those that the user has named, and those to which they have sent something.
struct KnownAddresses: Hashable, Sendable {
    /// The user's accounts, hidden ones too.
    let own: Set<PublicKey>
    /// Empty before the first unlock, when the address book is an unproven claim.
    let contacts: Set<PublicKey>
    /// The addresses that the wallet's own approvals have paid, and those in the histories that resemble an address at hand. Nodes wrote the
    /// histories: these addresses are enough to warn of one that resembles them, and never to spare a warning.
    let recipients: Set<PublicKey>
    /// The names by which a transfer pays and that have changed their addresses.
    var changedNames: [ChangedName] = []
}

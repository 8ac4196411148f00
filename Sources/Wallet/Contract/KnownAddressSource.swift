import SolanaTransactions
import TransactionReview
import WalletState

/// Finds out whom the user knows, from what the wallet keeps. No node is asked.
///
/// Contacts and the wallet's own payments stand under the vault's code. What nodes told of the past is searched for addresses like those at hand, all of it,
/// and only adds to them: a node can neither take a warning away nor push anybody out.
struct KnownAddressSource: Sendable {
    let keys: WalletKeyring
    let book: AddressBook
    let history: TransactionHistory
    let records: AuthenticatedStore

    /// Whom the user knows now.
    ///
    /// - Parameter addresses: With whom strangers are about to be compared.
    func now(beside addresses: [PublicKey]) async -> KnownAddresses {
        await told(of: addresses, beside: recorded())
    }

    /// Whom the user knows now, as far as it matters to what transactions do.
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

/// Whom a review knows: the user, those to whom the user has given a name, and those to whom they have sent something.
struct KnownAddresses: Hashable, Sendable {
    /// The user's accounts, hidden ones too.
    let own: Set<PublicKey>
    /// None before the first unlock, when the address book is anybody's claim.
    let contacts: Set<PublicKey>
    /// Whom the wallet's own approvals have paid, and of those in the histories, which nodes wrote, who is like an address at hand: enough to warn of somebody
    /// who is like one of these, and never to spare a warning.
    let recipients: Set<PublicKey>
}

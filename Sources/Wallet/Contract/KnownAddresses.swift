import SolanaTransactions

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

import SolanaTransactions
import WalletCore

/// Finds out whom the user knows, from what the wallet keeps. No node is asked.
struct Acquaintances: Sendable {
    let keys: WalletKeyring
    let book: AddressBook
    let history: TransactionHistory

    /// Most past recipients that strangers are compared with.
    private static let mostRecipients = 2_000

    /// Whom the user knows now.
    func now() async -> KnownAddresses {
        let own = await keys.own
        // A history that can't be read tells of nobody: what else is wrong with the disk is said elsewhere.
        let sent = try? await history.recipients(of: own.map(\.base58), limit: Self.mostRecipients)
        return KnownAddresses(
            own: own, contacts: Set(await book.addresses.compactMap { try? PublicKey(base58: $0) }),
            recipients: Set((sent ?? []).compactMap { try? PublicKey(base58: $0) }).subtracting(own))
    }
}

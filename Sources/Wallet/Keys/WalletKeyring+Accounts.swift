import JSONRPC
import SolanaTransactions
import WalletKeys

/// Which of the wallet's accounts a page may see and use.
extension WalletKeyring {
    func holds(_ account: PublicKey) async -> Bool {
        await status().accounts.contains { $0.publicKey == account }
    }

    /// All of the wallet's accounts, hidden ones too.
    var own: Set<PublicKey> {
        get async { Set(await status().accounts.map(\.publicKey)) }
    }

    /// The accounts that a `connect` shares: those chosen, or the first that the user hasn't hidden.
    ///
    /// - Throws: -32000 (`account-unknown`) for one that isn't the wallet's, or twice the same.
    func chosen(_ names: [String]) async throws(RPCError) -> [String] {
        let known = await status().accounts
        let accounts = known.map(\.publicKey.description)
        guard !names.isEmpty else {
            let shown = known.first { !$0.isHidden } ?? known.first
            return shown.map { [$0.publicKey.description] } ?? []
        }
        guard names.allSatisfy(accounts.contains), Set(names).count == names.count else {
            throw RPCError(.invalidInput, .accountUnknown, "that account isn't in this wallet")
        }
        return names
    }

    /// Granted accounts as a page sees them: those that are still there, numbered within the grant.
    ///
    /// The user's own labels stay inside, and so does how many accounts the wallet has besides.
    func pageAccounts(_ granted: [String]) async -> [JSON] {
        let accounts = Set(await status().accounts.map(\.publicKey.description))
        return granted.filter(accounts.contains).enumerated().map { index, name in
            ["publicKey": .string(name), "label": .string("Account \(index + 1)")]
        }
    }
}

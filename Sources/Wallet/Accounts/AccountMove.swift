import JSONRPC
import Pinentry
import SolanaTransactions
import WalletKeys
import WalletRuntime
import WalletState
import Wording

/// Another order of the accounts, which the browser asks for and the passphrase has to allow.
///
/// The first account is what a site gets where the user chooses none: whoever could put another in its place would have money sent there.
extension AccountsModule {
    /// Has the passphrase typed outside the browser where an account is to change its place.
    ///
    /// - Parameter isNative: Whether the browser says that the user may be asked.
    /// - Returns: The proof; nil where nothing is moved, for which a session is enough.
    /// - Throws: 4100 (`native-only`) where nobody may be asked; 4001 where the user closed the prompt; 4100 (`wrong-passphrase`) after the third wrong
    ///   one; -32000 (`account-unknown`), (`prompt-unavailable`), which names the command.
    func permission(
        toMove account: PublicKey, to position: Int?, _ isNative: Bool, for connection: ConnectionID
    ) async throws(RPCError) -> PassphraseProven? {
        guard let position else { return nil }
        guard isNative else {
            throw RPCError(.unauthorized, .nativeOnly, "the order of accounts is changed outside the browser")
        }
        let accounts = await keys.status().accounts
        guard let moved = accounts.first(where: { $0.publicKey == account }) else { throw Self.unknown }
        let place = min(position, accounts.count - 1) + 1
        let words = await prompts.words(for: connection)
        let prompt = try await PassphrasePrompt(
            [
                words(.accountMoving), "  \(account)", "  | \(moved.label)",
                words(.accountMovingPlace, ["place": "\(place)"]), "", words(.accountMovingMeans), "",
                words(.promptAllow),
            ], ok: .accountMovingButton, recognition: keys.records.recognition(), in: words)
        let proof: PassphraseProven? = try await prompts.converse(
            for: connection, about: "accounts", command: "sidekey account move \(account) \(place)",
            limit: .seconds(120)
        ) { [keys] dialog throws(RPCError) in
            try await prompt.ask(dialog) { passphrase throws(RPCError) in try await keys.prove(passphrase) }
        }
        guard let proof else { throw .declined }
        return proof
    }
}

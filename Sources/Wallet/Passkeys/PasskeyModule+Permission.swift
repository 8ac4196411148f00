import JSONRPC
import Pinentry
import WalletKeys
import WalletRuntime
import WalletState
import Wording

/// A change of the passkeys that the browser asks for, which the passphrase has to allow.
enum PasskeyChange {
    /// A passkey of this name is added.
    case addition(String)
    /// The passkey of this name is removed.
    case removal(String)

    /// What a prompt says of it. The name comes from the browser, and is quoted.
    func lines(in words: Phrasebook) -> [String] {
        switch self {
        case .addition(let name):
            [
                words(.passkeyAddition), "  | \(name)", "", words(.passkeyAdditionMeans), "", words(.promptAllow),
            ]
        case .removal(let name):
            [words(.passkeyRemoval), "  | \(name)", "", words(.passkeyRemovalMeans), "", words(.promptAllow)]
        }
    }

    /// The label of the button that allows it.
    var label: TextKey {
        switch self {
        case .addition: .passkeyAdditionButton
        case .removal: .passkeyRemovalButton
        }
    }
}

extension PasskeyModule {
    /// What allows the next change in a terminal, where no prompt can be shown.
    private static let command = "sidekey passkey allow"

    /// The passphrase's word for one change: what it proved in a terminal within two minutes, or what it proves in a prompt now.
    ///
    /// - Throws: 4001 where the user closed the prompt; 4100 (`wrong-passphrase`) after the third wrong one; -32000 (`prompt-unavailable`), which names
    ///   the command.
    func permission(_ change: PasskeyChange, for connection: ConnectionID) async throws(RPCError) -> PassphraseProven {
        if let proof = await ceremonies.takePermission() { return proof }
        let words = await prompts.words(for: connection)
        let prompt = try await PassphrasePrompt(
            change.lines(in: words), ok: change.label, recognition: keys.records.recognition(), in: words)
        let proof: PassphraseProven? = try await prompts.converse(
            for: connection, about: "passkey", command: Self.command, limit: .seconds(120)
        ) { [keys] dialog throws(RPCError) in
            try await prompt.ask(dialog) { passphrase throws(RPCError) in try await keys.prove(passphrase) }
        }
        guard let proof else { throw .declined }
        return proof
    }
}

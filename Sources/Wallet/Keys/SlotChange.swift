import JSONRPC
import Pinentry
import Salt
import WalletKeys
import WalletRuntime
import WalletState
import Wording

/// A change of what opens the wallet, which somebody asks for and the passphrase must allow.
protocol SlotChange: Sendable {
    /// What a prompt about such a change is about: one is shown at a time.
    static var subject: String { get }

    /// The lines of a prompt about it. A name in them comes from the browser, and is quoted.
    func lines(in words: Phrasebook) -> [String]

    /// The label of the button that allows it.
    var label: TextKey { get }

    /// The command that does the same in a terminal, if no prompt can be shown.
    var command: String { get }
}

extension WalletKeyring {
    /// The passphrase's proof for one change: as a terminal gives it, or from a prompt.
    ///
    /// - Throws: as ``proof(of:for:by:)``; 4100 (`wrong-passphrase`).
    func proof(
        of change: some SlotChange, _ call: MethodCall, _ passphrase: SealedParameter?, by prompts: PromptQueue
    ) async throws(RPCError) -> PassphraseProven {
        if let passphrase { return try await prove(call.open(passphrase)) }
        return try await proof(of: change, for: call.client.connection, by: prompts)
    }

    /// The passphrase's proof for one change, from a prompt.
    ///
    /// - Throws: 4001 if the user closed the prompt; 4100 (`wrong-passphrase`) after the third wrong one; -32000 (`prompt-unavailable`), which names
    ///   the command.
    func proof(
        of change: some SlotChange, for connection: ConnectionID, by prompts: PromptQueue
    ) async throws(RPCError) -> PassphraseProven {
        let words = await prompts.words(for: connection)
        let prompt = try await PassphrasePrompt(
            change.lines(in: words), ok: change.label, recognition: records.recognition(), in: words)
        let proof: PassphraseProven? = try await prompts.converse(
            for: connection, about: type(of: change).subject, command: change.command, limit: .seconds(120)
        ) { [self] dialog throws(RPCError) in
            try await prompt.ask(dialog) { passphrase throws(RPCError) in try await prove(passphrase) }
        }
        guard let proof else { throw .declined }
        return proof
    }
}

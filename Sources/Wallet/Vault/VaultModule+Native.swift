import JSONRPC
import Pinentry
import Salt
import WalletKeys
import WalletRuntime
import WalletState
import Wording

/// What the vault asks for outside the browser.
extension VaultModule {
    /// Makes or restores the wallet outside the browser, which learns how it ended and nothing else.
    ///
    /// - Throws: -32000 (`vault-exists`) before anything is asked.
    func setUp(_ call: MethodCall) async throws(RPCError) -> JSON {
        var parameters = call.parameters
        guard let kind = WalletSetup.Kind(rawValue: try parameters.string("kind")) else {
            throw RPCError(.invalidParams, .paramValue, "no such kind", data: ["name": "kind"])
        }
        let replaces = try parameters.optionalBool("replace") ?? false
        try parameters.finish()
        guard kind == .restore || !replaces else {
            throw RPCError(.invalidParams, .paramValue, "only restoring replaces", data: ["name": "replace"])
        }
        let isThere = await keys.status().state != .none
        guard replaces || !isThere else {
            throw RPCError(.invalidInput, .vaultExists, "there is a wallet already")
        }
        let created: Bool? = try await prompts.converse(
            for: call.client.connection, about: "vault.setup",
            command: WalletSetup.command(kind, replacing: replaces), limit: .seconds(1800), isFirst: !isThere
        ) { [keys] dialog throws(RPCError) in
            let setup = WalletSetup(dialog: dialog, isReplacing: isThere) {
                secret, paths, passphrase throws(RPCError) in
                try await keys.create(
                    secret, paths: paths, passphrase: passphrase, isUnattended: false,
                    existing: isThere ? .setAside : .keep)
            } recognize: { word, passphrase throws(RPCError) in
                try await keys.recognize(word, by: passphrase)
            }
            return try await setup.run(kind) ? true : nil
        }
        return ["outcome": created == true ? "created" : "cancelled"]
    }

    /// Has the passphrase typed outside the browser.
    ///
    /// - Throws: 4001 where the user closed the prompt; 4100 (`wrong-passphrase`) after the third wrong one.
    func unlockNatively(for client: Client) async throws(RPCError) {
        guard await keys.status().state != .none else {
            throw RPCError(.invalidInput, .vaultMissing, "there is no wallet yet")
        }
        let words = await prompts.words(for: client.connection)
        let prompt = try await PassphrasePrompt(
            [words(.unlockQuestion)], ok: .unlockButton, recognition: keys.records.recognition(), in: words)
        let unlocked: Bool? = try await prompts.converse(
            for: client.connection, about: "vault.unlock", command: "sidekey unlock", limit: .seconds(120)
        ) { [keys] dialog throws(RPCError) in
            try await prompt.ask(dialog) { passphrase throws(RPCError) in
                try await keys.unlock(passphrase)
                return true
            }
        }
        guard unlocked == true else { throw .declined }
    }
}

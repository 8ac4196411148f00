import ApprovalQueue
import JSONRPC
import Pinentry
import Salt
import WalletKeys
import WalletRuntime
import WalletState
import Wording

/// The setting by which a finger reopens the wallet: its state, turning it on and off. `vault.unlock` uses it.
///
/// Only the passphrase, typed outside the browser, turns it on; it is a rule under the vault's code, as others that let more through.
struct FingerprintModule: WalletModule {
    let keys: WalletKeyring
    let fingerprints: FingerprintPresence
    let policy: PolicyModule
    let prompts: PromptQueue

    private func status(_ call: MethodCall) async throws(RPCError) -> JSON {
        var answer = JSONObject()
        do throws(RPCError) {
            try await fingerprints.checkReady()
            answer["usable"] = true
        } catch {
            guard let reason = error.reason else { throw error }
            answer["usable"] = false
            answer["reason"] = .string(reason.rawValue)
        }
        // Before the first unlock the rules aren't known.
        if await keys.trust != .unverified { answer["on"] = .bool(await keys.records.policy.fingerprint) }
        if let left = await keys.lock.keptFor { answer["remaining"] = .number(left.milliseconds) }
        answer["retries"] = await keys.lock.missesLeft.map { .number($0) }
        return .object(answer)
    }

    private func turnOn(_ call: MethodCall, _ passphrase: SealedParameter?) async throws(RPCError) -> JSON {
        // Looked at before anybody is asked: a machine without a sensor needs no passphrase.
        try await fingerprints.checkReady()
        if let passphrase {
            try await keys.prove(call.open(passphrase))
        } else {
            try await ask(for: call.client.connection)
        }
        try await policy.settle(PolicyChange(fingerprint: true), loosening: true, as: .fingerprintOn)
        keys.events.publish(.vaultChanged)
        return try await status(call)
    }

    private func turnOff(_ call: MethodCall) async throws(RPCError) -> JSON {
        // The key goes first: it goes even if the rule can't be written.
        await keys.lock.setKeepsKey(false)
        await fingerprints.stop()
        try await policy.settle(PolicyChange(fingerprint: false), loosening: false, as: .fingerprintOff)
        keys.events.publish(.vaultChanged)
        return try await status(call)
    }

    private func cancel(_ call: MethodCall) async throws(RPCError) -> JSON {
        await fingerprints.cancel(for: call.client.connection)
        return [:]
    }

    /// Asks for the passphrase in Sidekey's window.
    ///
    /// - Throws: 4001 if the user closed the prompt; 4100 (`wrong-passphrase`) after the third wrong one.
    private func ask(for connection: ConnectionID) async throws(RPCError) {
        let words = await prompts.words(for: connection)
        let prompt = try await PassphrasePrompt(
            [words(.fingerprintAddition), "", words(.fingerprintAdditionMeans), "", words(.promptAllow)],
            ok: .fingerprintOnButton, recognition: keys.records.recognition(), in: words)
        let proof: PassphraseProven? = try await prompts.converse(
            for: connection, about: "fingerprint", command: "sidekey fingerprint on", limit: .seconds(120)
        ) { [keys] dialog throws(RPCError) in
            try await prompt.ask(dialog) { passphrase throws(RPCError) in try await keys.prove(passphrase) }
        }
        guard proof != nil else { throw .declined }
    }
}

extension FingerprintModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            keys: parts.keys, fingerprints: parts.fingerprints, policy: PolicyModule(parts), prompts: parts.prompts)
    }

    static let declaration = ModuleDeclaration<FingerprintModule>(
        id: "fingerprint",
        methods: [
            Method("fingerprint.status", callers: .owner, result: status, by: FingerprintModule.status),
            Method(
                "fingerprint.on", callers: .owner, params: .required("passphrase", .sealed, callers: .terminal),
                result: status, limit: .prompting, by: FingerprintModule.turnOn),
            Method("fingerprint.off", callers: .owner, result: status, by: FingerprintModule.turnOff),
            Method("fingerprint.cancel", callers: .owner, result: .object([]), by: FingerprintModule.cancel),
        ])

    private static let status = ValueType.object([
        .required("usable", .boolean), .optional("reason"), .optional("on", .boolean),
        .optional("remaining", .integer), .optional("retries", .integer),
    ])
}

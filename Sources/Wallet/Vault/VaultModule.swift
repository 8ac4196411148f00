import JSONRPC
import Pinentry
import SolanaTransactions
import WalletKeys
import WalletRuntime
import WalletState

/// The vault: whether there is one, unlocking, locking, creating and changing it.
struct VaultModule: WalletModule {
    let keys: WalletKeyring
    let identity: AgentIdentity
    let prompts: PromptQueue
    let ceremonies: PasskeyCeremonies

    func answer(_ call: MethodCall) async throws(RPCError) -> JSON {
        switch call.request.method {
        case "vault.unlock": try await unlock(call)
        case "vault.setup": return try await setUp(call)
        case "vault.create": try await create(call)
        case "vault.discover": return try discover(call)
        case "vault.changePassphrase": try await changePassphrase(call)
        case "vault.rotate": try await rotate(call)
        case "vault.backup": return try await backup(call)
        case "vault.restore": try await restore(call)
        case "vault.lock":
            try call.parameters.finish()
            await keys.close()
        default: try call.parameters.finish()
        }
        return await status()
    }

    private func unlock(_ call: MethodCall) async throws(RPCError) {
        var parameters = call.parameters
        if try parameters.optionalBool("native") == true {
            try parameters.finish()
            return try await unlockNatively(for: call.client)
        }
        if let use = try parameters.optionalObject("passkey") {
            try parameters.finish()
            return try await unlock(PasskeyUse(use, at: "passkey"), call)
        }
        let passphrase = try parameters.sealed("passphrase")
        let environment = try parameters.optionalObject("environment")
        try parameters.finish()
        try await keys.unlock(call.open(passphrase), from: call.caller == .commandLine ? .outside : .browser)
        await prompts.notePassphrase(by: call.client.connection, from: environment.map(DisplayEnvironment.init))
    }

    private func unlock(_ use: PasskeyUse, _ call: MethodCall) async throws(RPCError) {
        guard let challenge = await ceremonies.takeChallenge(of: call.client.connection) else {
            throw RPCError(.invalidInput, .expired, "no challenge is open")
        }
        let passkeys = try await keys.passkeys().map(\.passkey)
        try await keys.unlock(use.proof(for: call, challenge: challenge, among: passkeys))
    }

    private func create(_ call: MethodCall) async throws(RPCError) {
        var parameters = call.parameters
        let phrase = try parameters.sealed("phrase")
        let seedPassphrase = try parameters.optionalSealed("seedPassphrase")
        let passphrase = try parameters.sealed("passphrase")
        let isUnattended = try parameters.bool("unattended")
        let paths = try DerivationPath.list(parameters.optionalStrings("paths"))
        let replaces = try parameters.optionalBool("replace") ?? false
        let setting = try PolicyChange.setting(in: &parameters)
        let environment = try parameters.optionalObject("environment")
        try parameters.finish()
        let secret = try WalletKeyring.secret(phrase: call.open(phrase), passphrase: call.open(seedPassphrase))
        try await keys.create(
            secret, paths: paths, passphrase: call.open(passphrase), isUnattended: isUnattended,
            existing: replaces ? .setAside : .keep, setting: setting)
        await prompts.notePassphrase(by: call.client.connection, from: environment.map(DisplayEnvironment.init))
    }

    /// The accounts that a phrase has where wallets usually keep them, for somebody who restores one.
    private func discover(_ call: MethodCall) throws(RPCError) -> JSON {
        var parameters = call.parameters
        let phrase = try parameters.sealed("phrase")
        let seedPassphrase = try parameters.optionalSealed("seedPassphrase")
        try parameters.finish()
        let secret = try WalletKeyring.secret(phrase: call.open(phrase), passphrase: call.open(seedPassphrase))
        do throws(WalletKeyError) {
            return [
                "candidates": .array(
                    try SessionLock.candidates(of: secret).map { candidate in
                        [
                            "path": .string(candidate.path.description),
                            "publicKey": .string(candidate.publicKey.description),
                        ]
                    })
            ]
        } catch {
            throw RPCError(error)
        }
    }

    private func changePassphrase(_ call: MethodCall) async throws(RPCError) {
        var parameters = call.parameters
        let passphrase = try parameters.sealed("passphrase")
        let newPassphrase = try parameters.sealed("newPassphrase")
        try parameters.finish()
        try await keys.changePassphrase(from: call.open(passphrase), to: call.open(newPassphrase))
    }

    private func rotate(_ call: MethodCall) async throws(RPCError) {
        var parameters = call.parameters
        let passphrase = try parameters.sealed("passphrase")
        try parameters.finish()
        try await keys.rotate(call.open(passphrase))
    }

    private func backup(_ call: MethodCall) async throws(RPCError) -> JSON {
        try call.parameters.finish()
        let (backup, contents) = try await keys.backup()
        var answer: JSONObject = [
            "vault": .string(Base64.encode(backup.encoded())), "generation": .string("\(backup.vault.generation)"),
        ]
        answer["contacts"] = contents.map { .number($0.contacts.count) }
        answer["limits"] = contents.map { .number($0.limits.count) }
        return .object(answer)
    }

    private func restore(_ call: MethodCall) async throws(RPCError) {
        var parameters = call.parameters
        let vault = try parameters.base64("vault")
        let passphrase = try parameters.sealed("passphrase")
        try parameters.finish()
        try await keys.restore(vault, passphrase: call.open(passphrase))
    }

    private func status() async -> JSON {
        let status = await keys.status()
        var result: JSONObject = [
            "vault": .string(status.state.rawValue), "unattended": .bool(status.isUnattended),
            "accounts": .array(status.accounts.map(\.json)), "trust": .string(await keys.trust.rawValue),
        ]
        if let fault = status.fault { result["fault"] = fault.json }
        // A database that can't say so is asked by whatever needs it, too.
        if let lost = try? await keys.records.loss() {
            result["lost"] = [
                "cause": .string(lost.cause.rawValue), "file": .string(lost.file),
                "anchors": .array(lost.anchors.map { .string($0) }),
            ]
        }
        if let line = keys.activityBreak { result["activityBreak"] = .number(line) }
        if let remaining = status.remaining { result["session"] = ["remaining": .number(remaining.milliseconds)] }
        result["version"] = .string(identity.version)
        result["protocol"] = .number(identity.protocolNumber)
        if let home = identity.home { result["home"] = .string(home) }
        return .object(result)
    }
}

import JSONRPC
import WalletCore
import WalletRuntime

/// The vault: whether there is one, unlocking, locking and creating it.
struct VaultModule: WalletModule {
    let keys: WalletKeyring
    let identity: AgentIdentity
    let prompts: PromptQueue

    let manifest = ModuleManifest(
        id: "vault",
        methods: [
            MethodManifest("vault.status", callers: [.walletExtension, .commandLine]),
            MethodManifest("vault.unlock", callers: [.walletExtension, .commandLine]),
            MethodManifest("vault.lock", callers: [.walletExtension, .commandLine]),
            MethodManifest("vault.setup", callers: [.walletExtension]),
            // The phrase is in this call: no browser has it, so none may make it.
            MethodManifest("vault.create", callers: [.commandLine]),
        ])

    func answer(_ call: MethodCall) async throws(RPCError) -> JSON {
        let method = call.request.method
        switch method {
        case "vault.unlock": try await unlock(call)
        case "vault.setup": return try await setUp(call)
        case "vault.create": try await create(call)
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
        let passphrase = try parameters.sealed("passphrase")
        try parameters.finish()
        try await keys.unlock(call.open(passphrase))
    }

    private func create(_ call: MethodCall) async throws(RPCError) {
        var parameters = call.parameters
        let phrase = try parameters.sealed("phrase")
        let passphrase = try parameters.sealed("passphrase")
        let isUnattended = try parameters.bool("unattended")
        try parameters.finish()
        try await keys.create(
            phrase: call.open(phrase), passphrase: call.open(passphrase), isUnattended: isUnattended)
    }

    private func status() async -> JSON {
        let status = await keys.status()
        var result: JSONObject = [
            "vault": .string(status.state.rawValue), "unattended": .bool(status.isUnattended),
            "accounts": .array(status.accounts.map(\.json)),
        ]
        if let remaining = status.remaining { result["session"] = ["remaining": .number(remaining.milliseconds)] }
        result["version"] = .string(identity.version)
        result["protocol"] = .number(identity.protocolNumber)
        if let home = identity.home { result["home"] = .string(home) }
        return .object(result)
    }
}

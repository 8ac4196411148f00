import JSONRPC
import WalletCore
import WalletRuntime

/// The vault: whether there is one, unlocking, locking and creating it.
struct VaultModule: WalletModule {
    let keys: WalletKeyring
    let identity: AgentIdentity

    let manifest = ModuleManifest(
        id: "vault",
        methods: [
            MethodManifest("vault.status", callers: [.walletExtension, .commandLine]),
            MethodManifest("vault.unlock", callers: [.walletExtension, .commandLine]),
            MethodManifest("vault.lock", callers: [.walletExtension, .commandLine]),
            // The phrase is in this call: no browser has it, so none may make it.
            MethodManifest("vault.create", callers: [.commandLine]),
        ])

    func answer(_ call: MethodCall) async throws(RPCError) -> JSON {
        let method = call.request.method
        switch method {
        case "vault.unlock": try await unlock(call.parameters)
        case "vault.create": try await create(call.parameters)
        case "vault.lock":
            try call.parameters.finish()
            await keys.close()
        default: try call.parameters.finish()
        }
        return await status()
    }

    private func unlock(_ parameters: consuming RPCParameters) async throws(RPCError) {
        var parameters = parameters
        let passphrase = try parameters.secret("passphrase")
        try parameters.finish()
        try await keys.unlock(passphrase)
    }

    private func create(_ parameters: consuming RPCParameters) async throws(RPCError) {
        var parameters = parameters
        let phrase = try parameters.secret("phrase")
        let passphrase = try parameters.secret("passphrase")
        let isUnattended = try parameters.bool("unattended")
        try parameters.finish()
        try await keys.create(phrase: phrase, passphrase: passphrase, isUnattended: isUnattended)
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

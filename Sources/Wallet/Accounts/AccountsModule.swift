import JSONRPC
import SolanaTransactions
import WalletKeys
import WalletRuntime
import WalletState

/// The wallet's accounts: which there are, and how they are shown.
struct AccountsModule: WalletModule {
    let keys: WalletKeyring
    let records: AuthenticatedStore
    let prompts: PromptQueue

    func answer(_ call: MethodCall) async throws(RPCError) -> JSON {
        switch call.request.method {
        case "accounts.add": try await add(call)
        case "accounts.update": try await update(call)
        case "accounts.import": try await importSecret(call)
        case "accounts.remove": try await remove(call)
        case "accounts.qr": return try await code(call)
        default: try call.parameters.finish()
        }
        return ["accounts": .array(await keys.status().accounts.map(\.json))]
    }

    private func add(_ call: MethodCall) async throws(RPCError) {
        var parameters = call.parameters
        guard call.caller == .commandLine else {
            try parameters.finish()
            guard await keys.isUnlocked else { throw WalletKeyring.locked }
            try await records.admitAccount()
            return try await keys.change { lock throws(WalletKeyError) in try await lock.addAccount() }
        }
        let path = try parameters.optionalString("path")
        let secret = try parameters.optionalInt("secret", in: 0...Int(UInt16.max))
        let passphrase = try parameters.optionalSealed("passphrase")
        try parameters.finish()
        var derivation: DerivationPath?
        if let path { derivation = try DerivationPath(parameter: path, "path") }
        let proof = try await prove(passphrase, call, isNeeded: path != nil || secret != nil)
        try await keys.change { [derivation] lock throws(WalletKeyError) in
            try await lock.addAccount(path: derivation, secret: secret ?? 0, by: proof)
        }
    }

    private func update(_ call: MethodCall) async throws(RPCError) {
        var parameters = call.parameters
        let account = try Self.account(parameters.string("publicKey"))
        let label = try parameters.optionalString("label")
        let isHidden = try parameters.optionalBool("hidden")
        let position = try parameters.optionalInt("position", in: 0...Int(UInt16.max))
        let proof: PassphraseProven?
        if call.caller == .commandLine {
            let passphrase = try parameters.optionalSealed("passphrase")
            try parameters.finish()
            proof = try await prove(passphrase, call, isNeeded: position != nil)
        } else {
            let isNative = try parameters.optionalBool("native") ?? false
            try parameters.finish()
            proof = try await permission(toMove: account, to: position, isNative, for: call.client.connection)
        }
        try await keys.change { lock throws(WalletKeyError) in
            try await lock.update(account, label: label, isHidden: isHidden, position: position, by: proof)
        }
    }

    /// Takes the passphrase at a terminal, in the place of a session.
    ///
    /// - Parameter isNeeded: Whether a session isn't enough, but for a wallet that was made by script.
    private func prove(
        _ passphrase: SealedParameter?, _ call: MethodCall, isNeeded: Bool
    ) async throws(RPCError) -> PassphraseProven? {
        if let passphrase { return try await keys.prove(call.open(passphrase)) }
        guard isNeeded, await !keys.status().isUnattended else { return nil }
        throw RPCError(.unauthorized, .passphraseRequired, "this change takes the passphrase")
    }

    private func importSecret(_ call: MethodCall) async throws(RPCError) {
        var parameters = call.parameters
        let passphrase = try parameters.sealed("passphrase")
        let key = try parameters.optionalSealed("key")
        let phrase = try parameters.optionalSealed("phrase")
        let seedPassphrase = try parameters.optionalSealed("seedPassphrase")
        let paths = try DerivationPath.list(parameters.optionalStrings("paths"))
        try parameters.finish()
        let secret: VaultSecret
        switch (key, phrase) {
        case (let key?, nil):
            guard let imported = VaultSecret(privateKey: try call.open(key)) else {
                throw RPCError(.invalidParams, .paramValue, "a key has 32 bytes", data: ["name": "key"])
            }
            secret = imported
        case (nil, let phrase?):
            secret = try WalletKeyring.secret(phrase: call.open(phrase), passphrase: call.open(seedPassphrase))
        default: throw RPCError(.invalidParams, .paramMissing, "one of key and phrase", data: ["name": "key"])
        }
        let proof = try await keys.prove(call.open(passphrase))
        try await keys.change { lock throws(WalletKeyError) in try await lock.add(secret, paths: paths, by: proof) }
    }

    private func remove(_ call: MethodCall) async throws(RPCError) {
        var parameters = call.parameters
        let account = try Self.account(parameters.string("publicKey"))
        let passphrase = try parameters.sealed("passphrase")
        try parameters.finish()
        let proof = try await keys.prove(call.open(passphrase))
        try await keys.change { lock throws(WalletKeyError) in try await lock.remove(account, by: proof) }
    }

    private func code(_ call: MethodCall) async throws(RPCError) -> JSON {
        var parameters = call.parameters
        let account = try Self.account(parameters.string("publicKey"))
        try parameters.finish()
        // Nobody else's: what the wallet shows as a code is where money comes to it.
        guard await keys.holds(account) else { throw Self.unknown }
        return try AddressCode(account.description).json
    }

    static let unknown = RPCError(.invalidInput, .accountUnknown, "that account isn't in this wallet")

    private static func account(_ text: String) throws(RPCError) -> PublicKey {
        guard let account = try? PublicKey(base58: text) else { throw unknown }
        return account
    }
}

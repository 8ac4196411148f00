import JSONRPC
import Pinentry
import Salt
import SolanaTransactions
import WalletKeys
import WalletRuntime
import WalletState
import Wording

/// The vault: its state, unlocking, locking, creation and changes.
struct VaultModule: WalletModule {
    let keys: WalletKeyring
    let identity: AgentIdentity
    let prompts: PromptQueue
    let ceremonies: PasskeyCeremonies

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
        let secret = try WalletKeyring.secret(phrase: call.open(phrase), passphrase: call.open(seedPassphrase))
        try await keys.create(
            secret, paths: paths, passphrase: call.open(passphrase), isUnattended: isUnattended,
            existing: replaces ? .setAside : .keep, setting: setting)
        await prompts.notePassphrase(by: call.client.connection, from: environment.map(DisplayEnvironment.init))
    }

    /// The accounts of a phrase at the paths that wallets usually have, for a user who restores one.
    private func discover(_ call: MethodCall) throws(RPCError) -> JSON {
        var parameters = call.parameters
        let phrase = try parameters.sealed("phrase")
        let seedPassphrase = try parameters.optionalSealed("seedPassphrase")
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
        try await keys.changePassphrase(from: call.open(passphrase), to: call.open(newPassphrase))
    }

    private func rotate(_ call: MethodCall) async throws(RPCError) {
        var parameters = call.parameters
        let passphrase = try parameters.sealed("passphrase")
        try await keys.rotate(call.open(passphrase))
    }

    private func backup(_ call: MethodCall) async throws(RPCError) -> JSON {
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
        result["lost"] = (try? await keys.records.loss())?.json
        if let line = keys.activityBreak { result["activityBreak"] = .number(line) }
        if let remaining = status.remaining { result["session"] = ["remaining": .number(remaining.milliseconds)] }
        result["version"] = .string(identity.version)
        result["protocol"] = .number(identity.protocolNumber)
        if let home = identity.home { result["home"] = .string(home) }
        return .object(result)
    }
}

extension VaultModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            keys: parts.keys, identity: parts.identity, prompts: parts.prompts, ceremonies: parts.ceremonies)
    }

    static let declaration = ModuleDeclaration<VaultModule>(
        id: "vault",
        methods: [
            Method("vault.status", callers: .owner, params: [], result: status) { module, call throws(RPCError) in
                await module.status()
            },
            Method(
                "vault.unlock", callers: .owner,
                params: [
                    .optional("passphrase", .sealed), .optional("native", .boolean), .optional("passkey", .anyObject),
                    .optional("environment", .anyObject, callers: [.commandLine]),
                ], result: status, limit: .prompting
            ) { module, call throws(RPCError) in
                try await module.unlock(call)
                return await module.status()
            },
            Method("vault.lock", callers: .owner, params: [], result: status) { module, call throws(RPCError) in
                await module.keys.close()
                return await module.status()
            },
            Method(
                "vault.setup", callers: [.walletExtension],
                params: [.required("kind"), .optional("replace", .boolean)], result: .object([.required("outcome")]),
                limit: .prompting
            ) { module, call throws(RPCError) in
                try await module.setUp(call)
            },
            // A phrase is in these calls, or they change how the wallet opens: no browser may make them.
            Method(
                "vault.create", callers: [.commandLine],
                params: [
                    .required("phrase", .sealed), .optional("seedPassphrase", .sealed),
                    .required("passphrase", .sealed),
                    .required("unattended", .boolean), .optional("paths", .list(.string)),
                    .optional("replace", .boolean),
                    .optional("approvals"), .optional("environment", .anyObject),
                ], result: status
            ) { module, call throws(RPCError) in
                try await module.create(call)
                return await module.status()
            },
            Method(
                "vault.discover", callers: [.commandLine],
                params: [.required("phrase", .sealed), .optional("seedPassphrase", .sealed)],
                result: .object([
                    .required("candidates", .list(.object([.required("path"), .required("publicKey")])))
                ])
            ) { module, call throws(RPCError) in
                try module.discover(call)
            },
            Method(
                "vault.changePassphrase", callers: [.commandLine],
                params: [.required("passphrase", .sealed), .required("newPassphrase", .sealed)], result: status
            ) { module, call throws(RPCError) in
                try await module.changePassphrase(call)
                return await module.status()
            },
            Method(
                "vault.rotate", callers: [.commandLine], params: [.required("passphrase", .sealed)], result: status
            ) { module, call throws(RPCError) in
                try await module.rotate(call)
                return await module.status()
            },
            Method(
                "vault.backup", callers: [.commandLine], params: [],
                result: .object([
                    .required("vault", .base64), .required("generation", .u64), .optional("contacts", .integer),
                    .optional("limits", .integer),
                ])
            ) { module, call throws(RPCError) in
                try await module.backup(call)
            },
            Method(
                "vault.restore", callers: [.commandLine],
                params: [.required("vault", .base64), .required("passphrase", .sealed)], result: status
            ) { module, call throws(RPCError) in
                try await module.restore(call)
                return await module.status()
            },
        ])

    private static let status = ValueType.object([
        .required("vault"), .required("unattended", .boolean), .required("accounts", .accountList),
        .required("trust"), .optional("activityBreak", .integer),
        .optional(
            "fault",
            .object([
                .required("cause"), .required("message"), .required("previous", .boolean),
                .optional("format", .integer),
            ])),
        .optional("lost", .object([.required("cause"), .required("file"), .required("anchors", .list(.string))])),
        .optional("session", .object([.required("remaining", .integer)])), .required("version"),
        .required("protocol", .integer), .optional("home"),
    ])
}

/// The vault's prompts outside the browser.
extension VaultModule {
    /// Makes or restores the wallet outside the browser, which learns the outcome and nothing else.
    ///
    /// - Throws: -32000 (`vault-exists`) before anything is asked.
    func setUp(_ call: MethodCall) async throws(RPCError) -> JSON {
        var parameters = call.parameters
        guard let kind = WalletSetup.Kind(rawValue: try parameters.string("kind")) else {
            throw RPCError(.invalidParams, .paramValue, "no such kind", data: ["name": "kind"])
        }
        let replaces = try parameters.optionalBool("replace") ?? false
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

    /// Asks for the passphrase outside the browser.
    ///
    /// - Throws: 4001 if the user closed the prompt; 4100 (`wrong-passphrase`) after the third wrong one.
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

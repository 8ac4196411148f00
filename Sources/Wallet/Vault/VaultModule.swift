import JSONRPC
import Pinentry
import Salt
import Screens
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
    let securityKeys: SecurityKeyReader
    let tpm: TPMReader
    let fingerprints: FingerprintPresence
    let search: AccountSearch
    let wallets: WalletSwitch?
    let copies: ExtensionCopies

    private func unlock(_ call: MethodCall, _ way: UnlockWay) async throws(RPCError) -> JSON {
        switch way {
        case .native: try await unlockNatively(for: call.client)
        case .passkey(let use): try await unlock(use, call)
        case .securityKey(let pin): try await securityKeys.unlock(call, pin: pin)
        case .tpm(let pin): try await tpm.unlock(call, pin: pin)
        case .fingerprint: try await fingerprints.unlock(call)
        case .passphrase(let passphrase, let environment):
            try await keys.unlock(call.open(passphrase), from: call.caller == .commandLine ? .outside : .browser)
            await prompts.notePassphrase(by: call.client.connection, from: environment)
        }
        return await status()
    }

    private func unlock(_ use: PasskeyUse, _ call: MethodCall) async throws(RPCError) {
        guard let challenge = await ceremonies.takeChallenge(of: call.client.connection) else {
            throw RPCError(.invalidInput, .expired, "no challenge is open")
        }
        let passkeys = try await keys.passkeys().map(\.passkey)
        try await keys.unlock(use.proof(for: call, challenge: challenge, among: passkeys))
    }

    private func create(
        _ call: MethodCall, _ secret: SealedPhrase, _ passphrase: SealedParameter, _ isUnattended: Bool,
        _ paths: [DerivationPath], _ replaces: Bool, _ setting: ApprovalPolicy.Setting?,
        _ environment: DisplayEnvironment?
    ) async throws(RPCError) -> JSON {
        try await keys.create(
            secret.open(call), paths: paths, passphrase: call.open(passphrase), isUnattended: isUnattended,
            existing: replaces ? .setAside : .keep, setting: setting)
        await prompts.notePassphrase(by: call.client.connection, from: environment)
        return await status()
    }

    /// The accounts of a phrase as wallets number them, and which of them a node knows, for a user who comes from one.
    private func discover(_ call: MethodCall, _ secret: SealedPhrase) async throws(RPCError) -> JSON {
        let secret = try secret.open(call)
        let found: [FoundAccount]
        do throws(WalletKeyError) { found = try await search.accounts(of: secret) } catch { throw RPCError(error) }
        return ["candidates": .array(found.map(\.json))]
    }

    private func changePassphrase(
        _ call: MethodCall, _ passphrase: SealedParameter, _ newPassphrase: SealedParameter
    ) async throws(RPCError) -> JSON {
        try await keys.changePassphrase(from: call.open(passphrase), to: call.open(newPassphrase))
        return await status()
    }

    private func rotate(_ call: MethodCall, _ passphrase: SealedParameter) async throws(RPCError) -> JSON {
        try await keys.rotate(call.open(passphrase))
        return await status()
    }

    private func backup(_ call: MethodCall) async throws(RPCError) -> JSON {
        let (backup, contents) = try await keys.backup()
        var answer: JSONObject = [
            "vault": .string(Base64.encode(backup.encoded())), "generation": .string("\(backup.vault.generation)"),
        ]
        contents?.tell(in: &answer)
        return .object(answer)
    }

    /// What a restore of a backup would bring; nothing changes.
    private func inspect(
        _ call: MethodCall, _ file: [UInt8], _ passphrase: SealedParameter
    ) async throws(RPCError) -> JSON {
        let (vault, contents) = try await keys.inspect(file, passphrase: call.open(passphrase))
        var answer: JSONObject = [
            "generation": .string("\(vault.generation)"), "accounts": .array(vault.accounts.map(\.json)),
        ]
        contents?.tell(in: &answer)
        return .object(answer)
    }

    /// What a recovery sheet says, for a program that draws it; nothing of it is secret.
    private func sheet(
        _ call: MethodCall, _ backup: String?, _ phrases: Int, _ language: Language?
    ) async throws(RPCError) -> JSON {
        let status = await keys.status()
        guard status.state != .none else { throw RPCError(.invalidInput, .vaultMissing, "there is no wallet yet") }
        let sheet = try RecoverySheet(
            status.accounts, backup: backup, phrases: phrases, in: Phrasebook(language ?? .english))
        return ["sheet": sheet.json]
    }

    private func restore(
        _ call: MethodCall, _ vault: [UInt8], _ passphrase: SealedParameter
    ) async throws(RPCError) -> JSON {
        try await keys.restore(vault, passphrase: call.open(passphrase))
        return await status()
    }

    private func lock(_ call: MethodCall, _ forgets: Bool) async throws(RPCError) -> JSON {
        await fingerprints.stop()
        if forgets { await keys.forgetKey() }
        await keys.close()
        return await status()
    }

    private func status(_ call: MethodCall) async throws(RPCError) -> JSON {
        let status = await status()
        guard call.caller == .walletExtension, case .object(var result) = status else { return status }
        // The popup of an unknown copy says so before anything is pressed, and has no field for a passphrase.
        result["extension"] = .string(await copies.lastStanding(of: call.client.connection).rawValue)
        return .object(result)
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
        if status.securityKeys > 0 { result["securityKeys"] = .number(status.securityKeys) }
        if status.hasTPM { result["tpm"] = true }
        if await keys.isKeyKept { result["fingerprint"] = true }
        if let line = keys.activityBreak { result["activityBreak"] = .number(line) }
        if let remaining = status.remaining { result["session"] = ["remaining": .number(remaining.milliseconds)] }
        result["version"] = .string(identity.version)
        result["protocol"] = .number(identity.protocolNumber)
        if let home = identity.home { result["home"] = .string(home) }
        result["wallet"] = await wallets?.summary
        return .object(result)
    }
}

extension VaultModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            keys: parts.keys, identity: parts.identity, prompts: parts.prompts, ceremonies: parts.ceremonies,
            securityKeys: parts.securityKeys, tpm: parts.tpm, fingerprints: parts.fingerprints,
            search: AccountSearch(network: parts.network, endpoints: parts.endpoints) { [keys = parts.keys] in
                await keys.status().state == .none
            }, wallets: parts.wallets, copies: parts.copies)
    }

    static let declaration = ModuleDeclaration<VaultModule>(
        id: "vault",
        methods: [
            Method("vault.status", callers: .owner, result: status, by: VaultModule.status),
            Method(
                "vault.unlock", callers: .owner, params: .unlockWay, result: status, limit: .prompting,
                by: VaultModule.unlock),
            Method(
                "vault.lock", callers: .owner, params: .optional("forget", .boolean, default: false), result: status,
                by: VaultModule.lock),
            Method(
                "vault.setup", callers: [.walletExtension],
                params: .required("kind", .word), .optional("replace", .boolean, default: false),
                result: .object([.required("outcome")]), limit: .prompting, by: VaultModule.setUp),
            // A phrase is in these calls, or they change how the wallet opens: no browser may make them.
            Method(
                "vault.create", callers: [.commandLine],
                params: .sealedPhrase, .required("passphrase", .sealed), .required("unattended", .boolean), .paths,
                .optional("replace", .boolean, default: false), .optional("approvals", .word),
                .optional("environment", .environment), result: status, by: VaultModule.create),
            Method(
                "vault.discover", callers: [.commandLine], params: .sealedPhrase,
                result: .object([
                    .required(
                        "candidates",
                        .list(
                            .object([
                                .required("path"), .required("publicKey"), .optional("balance", .u64),
                                .optional("used", .boolean),
                            ])))
                ]), by: VaultModule.discover),
            Method(
                "vault.changePassphrase", callers: [.commandLine],
                params: .required("passphrase", .sealed), .required("newPassphrase", .sealed), result: status,
                by: VaultModule.changePassphrase),
            Method(
                "vault.rotate", callers: [.commandLine], params: .required("passphrase", .sealed), result: status,
                by: VaultModule.rotate),
            Method(
                "vault.backup", callers: [.commandLine],
                result: .object(
                    [
                        .required("vault", .base64), .required("generation", .u64), .optional("contacts", .integer),
                        .optional("limits", .integer),
                    ] + BackupContents.told), by: VaultModule.backup),
            Method(
                "vault.inspect", callers: [.commandLine],
                params: .required("vault", .base64), .required("passphrase", .sealed),
                result: .object(
                    [
                        .required("generation", .u64), .required("accounts", .accountList),
                        .optional("contacts", .integer),
                        .optional("limits", .integer),
                    ] + BackupContents.told), by: VaultModule.inspect),
            Method(
                "vault.sheet", callers: [.commandLine],
                params: .optional("backup"),
                .optional("phrases", .integer(in: 0...RecoverySheet.maximumCount), default: 0),
                .optional("language", .word), result: .object([.required("sheet", .anyObject)]), by: VaultModule.sheet),
            Method(
                "vault.restore", callers: [.commandLine],
                params: .required("vault", .base64), .required("passphrase", .sealed), result: status,
                by: VaultModule.restore),
        ])

    private static let status = ValueType.object([
        .required("vault"), .required("unattended", .boolean), .required("accounts", .accountList),
        .required("trust"), .optional("activityBreak", .integer), .optional("securityKeys", .integer),
        .optional("tpm", .boolean), .optional("fingerprint", .boolean),
        .optional(
            "fault",
            .object([
                .required("cause"), .required("message"), .required("previous", .boolean),
                .optional("format", .integer),
            ])),
        .optional("lost", .object([.required("cause"), .required("file"), .required("anchors", .list(.string))])),
        .optional("session", .object([.required("remaining", .integer)])), .required("version"),
        .required("protocol", .integer), .optional("home"), .optional("extension"),
        .optional(
            "wallet", .object([.required("id"), .required("name"), .required("count", .integer)])),
    ])
}

/// The way in which the vault is to be opened.
private enum UnlockWay {
    /// By a prompt outside the browser.
    case native
    case passkey(PasskeyUse)
    /// - Parameter pin: A terminal's; elsewhere Sidekey's window asks for it.
    case securityKey(pin: SealedParameter?)
    /// - Parameter pin: likewise.
    case tpm(pin: SealedParameter?)
    /// By a finger, with the key that is kept.
    case fingerprint
    /// - Parameter environment: The terminal's, where the next prompt may appear.
    case passphrase(SealedParameter, environment: DisplayEnvironment?)
}

extension Parameter where Value == UnlockWay {
    /// One of the six ways; the passphrase alone comes with an environment, and a security key or the TPM with a PIN.
    fileprivate static var unlockWay: Self {
        .combining(
            .optional("passphrase", .sealed), .optional("native", .boolean, default: false),
            .optional("passkey", .passkeyUse), .optional("environment", .environment, callers: .terminal),
            .optional("securityKey", .boolean, default: false), .optional("pin", .sealed, callers: .terminal),
            .optional("tpm", .boolean, default: false), .optional("fingerprint", .boolean, default: false)
        ) { passphrase, isNative, passkey, environment, isSecurityKey, pin, isTPM, isFinger throws(RPCError) in
            let others = "one of passphrase, passkey, securityKey, tpm, fingerprint and native"
            if isFinger {
                guard !isSecurityKey, !isTPM, !isNative, passkey == nil, passphrase == nil, environment == nil,
                    pin == nil
                else { throw .parameter("passphrase", others) }
                return .fingerprint
            }
            if isSecurityKey != isTPM, !isNative, passkey == nil, passphrase == nil, environment == nil {
                return isTPM ? .tpm(pin: pin) : .securityKey(pin: pin)
            }
            guard !isSecurityKey, !isTPM, pin == nil else {
                throw .parameter("passphrase", others)
            }
            switch (isNative, passkey, passphrase, environment) {
            case (true, nil, nil, nil): return .native
            case (false, let passkey?, nil, nil): return .passkey(passkey)
            case (false, nil, let passphrase?, _): return .passphrase(passphrase, environment: environment)
            case (false, nil, nil, _):
                throw RPCError(.invalidParams, .paramMissing, "a parameter is missing", data: ["name": "passphrase"])
            default: throw .parameter("passphrase", others)
            }
        }
    }
}

extension BackupContents {
    /// The members of an answer beside contacts and limits, which are in every backup of an unlocked wallet.
    fileprivate static let told: [ParameterManifest] =
        [
            "names", "watchOnly", "siteLists", "hidden", "blocked", "settings", "nodes", "outstanding", "activity",
            "budgets", "activityTotal",
        ].map { .optional($0, .integer) }
        + [.optional("omitted", .object(BackupContents.Part.allCases.map { .optional($0.rawValue, .integer) }))]

    /// Writes how many entries of each kind there are; of the others than contacts and limits only where there are some.
    fileprivate func tell(in answer: inout JSONObject) {
        for (name, count) in counts where count > 0 || ["contacts", "limits"].contains(name) {
            answer[name] = .number(count)
        }
        if activityLines.total > activityLines.held { answer["activityTotal"] = .number(activityLines.total) }
        var left = JSONObject()
        for part in Part.allCases { left[part.rawValue] = omitted[part].map { .number($0) } }
        if !left.isEmpty { answer["omitted"] = .object(left) }
    }
}

extension FoundAccount {
    fileprivate var json: JSON {
        var object: JSONObject = ["path": .string(path.description), "publicKey": .string(publicKey.description)]
        object["balance"] = lamports.map { .string("\($0)") }
        object["used"] = isUsed.map { .bool($0) }
        return .object(object)
    }
}

/// The vault's prompts outside the browser.
extension VaultModule {
    /// Makes or restores the wallet outside the browser, which learns the outcome and nothing else.
    ///
    /// - Throws: -32000 (`vault-exists`) before anything is asked.
    private func setUp(
        _ call: MethodCall, _ kind: WalletSetup.Kind, _ replaces: Bool
    ) async throws(RPCError) -> JSON {
        guard kind == .restore || !replaces else {
            throw .parameter("replace", "only restoring replaces")
        }
        let isThere = await keys.status().state != .none
        guard replaces || !isThere else {
            throw RPCError(.invalidInput, .vaultExists, "there is a wallet already")
        }
        let created: Bool? = try await prompts.converse(
            for: call.client.connection, about: "vault.setup",
            command: WalletSetup.command(kind, replacing: replaces), limit: .seconds(1800), isFirst: !isThere
        ) { [keys, search] dialog throws(RPCError) in
            let setup = WalletSetup(screens: try SetupScreens(dialog), search: search, isReplacing: isThere) {
                secret, paths, passphrase throws(RPCError) in
                try await keys.create(
                    secret, paths: paths, passphrase: passphrase.clone(), isUnattended: false,
                    existing: isThere ? .setAside : .keep)
                // The wallet stands, even where it can't be opened now.
                try? await keys.unlock(passphrase)
            } settle: { answers, passphrase throws(RPCError) in
                try await keys.settle(answers, by: passphrase)
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
        let named = await wallets?.name.map { [words(.walletNamed, ["name": $0])] } ?? []
        let prompt = try await PassphrasePrompt(
            [words(.unlockQuestion)] + named, ok: .unlockButton, recognition: keys.records.recognition(), in: words)
        let unlocked: Bool? = try await prompts.converse(
            for: client.connection, about: "vault.unlock", command: "sidekey unlock", limit: .seconds(120)
        ) { [keys, fingerprints] dialog throws(RPCError) in
            if dialog.conversation is any ScreenConversation, await fingerprints.isUsable {
                return try await fingerprints.unlock(in: dialog, named)
            }
            return try await prompt.ask(dialog) { passphrase throws(RPCError) in
                try await keys.unlock(passphrase)
                return true
            }
        }
        guard unlocked == true else { throw .declined }
    }
}

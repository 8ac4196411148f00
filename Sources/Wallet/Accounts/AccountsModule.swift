import JSONRPC
import Pinentry
import SolanaTransactions
import WalletKeys
import WalletRuntime
import WalletState
import Wording

/// The wallet's accounts and the way they are shown.
struct AccountsModule: WalletModule {
    let keys: WalletKeyring
    let records: AuthenticatedStore
    let prompts: PromptQueue

    /// Adds the next account: from the browser in an open session, at a terminal at a path or from a phrase of the user's choice as well.
    private func add(
        _ call: MethodCall, _ path: DerivationPath?, _ secret: Int?, _ passphrase: SealedParameter?
    ) async throws(RPCError) -> JSON {
        if call.caller == .commandLine {
            let proof = try await prove(passphrase, call, isNeeded: path != nil || secret != nil)
            try await keys.change { lock throws(WalletKeyError) in
                try await lock.addAccount(path: path, secret: secret ?? 0, by: proof)
            }
        } else {
            guard await keys.isUnlocked else { throw WalletKeyring.locked }
            try await records.admitAccount()
            try await keys.change { lock throws(WalletKeyError) in try await lock.addAccount() }
        }
        return await list()
    }

    private func update(
        _ call: MethodCall, _ account: PublicKey, _ label: String?, _ isHidden: Bool?, _ position: Int?,
        _ proof: ChangeProof
    ) async throws(RPCError) -> JSON {
        if await keys.watchOnly.contains(where: { $0.address == account.base58 }) {
            guard position == nil else {
                throw .parameter("position", "a watch-only account stands behind the wallet's own")
            }
            return try await updateWatchOnly(call, account, label, isHidden, proof.passphrase)
        }
        let proven =
            call.caller == .commandLine
            ? try await prove(proof.passphrase, call, isNeeded: position != nil)
            : try await permission(toMove: account, to: position, proof.isNative, for: call.client.connection)
        try await keys.change { lock throws(WalletKeyError) in
            try await lock.update(account, label: label, isHidden: isHidden, position: position, by: proven)
        }
        return await list()
    }

    /// Takes the passphrase at a terminal in place of a session.
    ///
    /// - Parameter isNeeded: True if a session isn't enough, except for a wallet that was made by script.
    func prove(
        _ passphrase: SealedParameter?, _ call: MethodCall, isNeeded: Bool
    ) async throws(RPCError) -> PassphraseProven? {
        if let passphrase { return try await keys.prove(call.open(passphrase)) }
        guard isNeeded, await !keys.status().isUnattended else { return nil }
        throw RPCError(.unauthorized, .passphraseRequired, "this change takes the passphrase")
    }

    private func importSecret(
        _ call: MethodCall, _ secret: ImportedSecret, _ passphrase: SealedParameter, _ paths: [DerivationPath]
    ) async throws(RPCError) -> JSON {
        let imported: VaultSecret
        switch secret {
        case .key(let key):
            guard let key = VaultSecret(privateKey: try call.open(key)) else {
                throw .parameter("key", "a key has 32 bytes")
            }
            imported = key
        case .phrase(let phrase): imported = try phrase.open(call)
        }
        let proof = try await keys.prove(call.open(passphrase))
        try await keys.change { lock throws(WalletKeyError) in try await lock.add(imported, paths: paths, by: proof) }
        return await list()
    }

    private func remove(
        _ call: MethodCall, _ account: PublicKey, _ passphrase: SealedParameter
    ) async throws(RPCError) -> JSON {
        let proof = try await keys.prove(call.open(passphrase))
        guard await !keys.watchOnly.contains(where: { $0.address == account.base58 }) else {
            throw WalletKeyring.watchOnlyAccount
        }
        try await keys.change { lock throws(WalletKeyError) in try await lock.remove(account, by: proof) }
        return await list()
    }

    private func code(_ call: MethodCall, _ account: PublicKey) async throws(RPCError) -> JSON {
        // Nobody else's but for one that the user watches: what the wallet shows as a code is where money comes to it.
        return try await AddressCode(keys.viewed(named: account.base58).description).json
    }

    /// An account's address; one that is none is no account of this wallet.
    private static let account = ParameterForm<String>.text.map { text, _ throws(RPCError) in
        guard let account = try? PublicKey(base58: text) else { throw WalletKeyring.unknownAccount }
        return account
    }

    private func list(_ call: MethodCall) async throws(RPCError) -> JSON { await list() }

    func list() async -> JSON {
        [
            "accounts": .array(await keys.status().accounts.map(\.json)),
            "watched": .array(await keys.watchOnly.map(\.json)),
        ]
    }
}

/// A secret that is imported: the private key of one account, or a seed phrase.
private enum ImportedSecret {
    case key(SealedParameter)
    case phrase(SealedPhrase)
}

extension Parameter where Value == ImportedSecret {
    fileprivate static var importedSecret: Self {
        .combining(
            .optional("key", .sealed), .optional("phrase", .sealed), .optional("seedPassphrase", .sealed)
        ) { key, phrase, passphrase throws(RPCError) in
            switch (key, phrase) {
            case (let key?, nil): return .key(key)
            case (nil, let phrase?): return .phrase(SealedPhrase(phrase: phrase, passphrase: passphrase))
            default: throw RPCError(.invalidParams, .paramMissing, "one of key and phrase", data: ["name": "key"])
            }
        }
    }
}

extension AccountsModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(keys: parts.keys, records: parts.records, prompts: parts.prompts)
    }

    static let declaration = ModuleDeclaration<AccountsModule>(
        id: "accounts",
        methods: [
            Method("accounts.list", callers: .owner, result: accounts, by: AccountsModule.list),
            Method(
                "accounts.add", callers: .owner,
                params: .optional("path", .path, callers: .terminal),
                .optional("secret", .integer(in: 0...Int(UInt16.max)), callers: .terminal), .terminalPassphrase,
                result: accounts, by: AccountsModule.add),
            Method(
                "accounts.update", callers: .owner,
                params: .required("publicKey", account), .optional("label"), .optional("hidden", .boolean),
                .optional("position", .integer(in: 0...Int(UInt16.max))), .changeProof, result: accounts,
                limit: .prompting, by: AccountsModule.update),
            // A bookmark and no more: it proves nothing, is known to no review, and is given to no site.
            Method(
                "accounts.watch", callers: .owner, params: .required("address", .address), .optional("label", .label),
                .terminalPassphrase, result: accounts, by: AccountsModule.watch),
            Method(
                "accounts.unwatch", callers: .owner, params: .required("publicKey", account), .terminalPassphrase,
                result: accounts, by: AccountsModule.unwatch),
            Method(
                "accounts.qr", callers: .owner, params: .required("publicKey", account),
                result: .object([.required("publicKey"), .required("size", .integer), .required("modules")]),
                by: AccountsModule.code),
            // A key or phrase is in these calls, or a passphrase proves who takes one away.
            Method(
                "accounts.import", callers: [.commandLine],
                params: .importedSecret, .required("passphrase", .sealed), .paths, result: accounts,
                by: AccountsModule.importSecret),
            Method(
                "accounts.remove", callers: [.commandLine],
                params: .required("publicKey", account), .required("passphrase", .sealed), result: accounts,
                by: AccountsModule.remove),
        ])

    private static let accounts = ValueType.object([
        .required("accounts", .accountList), .required("watched", .list(watchOnly)),
    ])
    private static let watchOnly = ValueType.object([
        .required("publicKey"), .required("label"), .required("hidden", .boolean), .required("watchOnly", .boolean),
    ])
}

/// A new order of the accounts, which the browser requests and the passphrase must allow.
///
/// A site gets the first account if the user chooses none: anyone who could put another account in its place would have money sent there.
extension AccountsModule {
    /// Asks for the passphrase outside the browser if an account is to change its place.
    ///
    /// - Parameter isNative: True if the browser says that the user may be asked.
    /// - Returns: The proof; nil if nothing moves, for which a session is enough.
    /// - Throws: 4100 (`native-only`) if the user may not be asked; 4001 if they closed the prompt; 4100 (`wrong-passphrase`) after the third wrong
    ///   one; -32000 (`account-unknown`), (`prompt-unavailable`), which names the command.
    func permission(
        toMove account: PublicKey, to position: Int?, _ isNative: Bool, for connection: ConnectionID
    ) async throws(RPCError) -> PassphraseProven? {
        guard let position else { return nil }
        guard isNative else {
            throw RPCError(.unauthorized, .nativeOnly, "the order of accounts is changed outside the browser")
        }
        let accounts = await keys.status().accounts
        guard let moved = accounts.first(where: { $0.publicKey == account }) else { throw WalletKeyring.unknownAccount }
        let place = min(position, accounts.count - 1) + 1
        let words = await prompts.words(for: connection)
        let prompt = try await PassphrasePrompt(
            [
                words(.accountMoving), "  \(account)", "  | \(moved.label)",
                words(.accountMovingPlace, ["place": "\(place)"]), "", words(.accountMovingMeans), "",
                words(.promptAllow),
            ], ok: .accountMovingButton, recognition: keys.records.recognition(), in: words)
        let proof: PassphraseProven? = try await prompts.converse(
            for: connection, about: "accounts", command: "sidekey account move \(account) \(place)",
            limit: .seconds(120)
        ) { [keys] dialog throws(RPCError) in
            try await prompt.ask(dialog) { passphrase throws(RPCError) in try await keys.prove(passphrase) }
        }
        guard let proof else { throw .declined }
        return proof
    }
}

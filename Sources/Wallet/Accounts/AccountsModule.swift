import CQREncode
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

    /// Takes the passphrase at a terminal in place of a session.
    ///
    /// - Parameter isNeeded: True if a session isn't enough, except for a wallet that was made by script.
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
        let proof = try await keys.prove(call.open(passphrase))
        try await keys.change { lock throws(WalletKeyError) in try await lock.remove(account, by: proof) }
    }

    private func code(_ call: MethodCall) async throws(RPCError) -> JSON {
        var parameters = call.parameters
        let account = try Self.account(parameters.string("publicKey"))
        // Nobody else's: what the wallet shows as a code is where money comes to it.
        guard await keys.holds(account) else { throw Self.unknown }
        return try AddressCode(account.description).json
    }

    static let unknown = RPCError(.invalidInput, .accountUnknown, "that account isn't in this wallet")

    private static func account(_ text: String) throws(RPCError) -> PublicKey {
        guard let account = try? PublicKey(base58: text) else { throw unknown }
        return account
    }

    private func list() async -> JSON { ["accounts": .array(await keys.status().accounts.map(\.json))] }
}

extension AccountsModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(keys: parts.keys, records: parts.records, prompts: parts.prompts)
    }

    static let declaration = ModuleDeclaration<AccountsModule>(
        id: "accounts",
        methods: [
            Method("accounts.list", callers: .owner, params: [], result: .object([.required("accounts", .accountList)]))
            { module, call throws(RPCError) in
                await module.list()
            },
            Method(
                "accounts.add", callers: .owner,
                params: [
                    .optional("path", callers: [.commandLine]),
                    .optional("secret", .integer, callers: [.commandLine]), .terminalPassphrase,
                ],
                result: .object([.required("accounts", .accountList)])
            ) { module, call throws(RPCError) in
                try await module.add(call)
                return await module.list()
            },
            Method(
                "accounts.update", callers: .owner,
                params: [
                    .required("publicKey"), .optional("label"), .optional("hidden", .boolean),
                    .optional("position", .integer), .terminalPassphrase,
                    .optional("native", .boolean, callers: [.walletExtension]),
                ], result: .object([.required("accounts", .accountList)]), limit: .prompting
            ) { module, call throws(RPCError) in
                try await module.update(call)
                return await module.list()
            },
            Method(
                "accounts.qr", callers: .owner, params: [.required("publicKey")],
                result: .object([.required("publicKey"), .required("size", .integer), .required("modules")])
            ) { module, call throws(RPCError) in
                try await module.code(call)
            },
            // A key or phrase is in these calls, or a passphrase proves who takes one away.
            Method(
                "accounts.import", callers: [.commandLine],
                params: [
                    .required("passphrase", .sealed), .optional("key", .sealed), .optional("phrase", .sealed),
                    .optional("seedPassphrase", .sealed), .optional("paths", .list(.string)),
                ], result: .object([.required("accounts", .accountList)])
            ) { module, call throws(RPCError) in
                try await module.importSecret(call)
                return await module.list()
            },
            Method(
                "accounts.remove", callers: [.commandLine],
                params: [.required("publicKey"), .required("passphrase", .sealed)],
                result: .object([.required("accounts", .accountList)])
            ) { module, call throws(RPCError) in
                try await module.remove(call)
                return await module.list()
            },
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
        guard let moved = accounts.first(where: { $0.publicKey == account }) else { throw Self.unknown }
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

/// An address as a QR code, as libqrencode makes it: byte mode, error correction M, the smallest version that holds it.
///
/// ```
/// publicKey   the text that is in it: the address and nothing else
/// size        modules in a row: 29 or 33
/// modules     size * size characters, row by row from the top: 1 is dark, 0 is light; without the quiet zone of 4 modules around it
/// ```
struct AddressCode {
    let text: String
    let size: Int
    let modules: String

    /// - Throws: -32603 if libqrencode has no memory for it.
    init(_ text: String) throws(RPCError) {
        let bytes = Array(text.utf8)
        guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else {
            throw RPCError(.internalError, .internal, "the code can't be made")
        }
        defer { QRcode_free(code) }
        self.text = text
        size = Int(code.pointee.width)
        // The lowest bit of each byte is the module; the others say what part of the code it is.
        let dark = UnsafeBufferPointer(start: code.pointee.data, count: size * size)
        modules = String(decoding: dark.map { $0 & 1 == 1 ? UInt8(ascii: "1") : UInt8(ascii: "0") }, as: UTF8.self)
    }

    var json: JSON { ["publicKey": .string(text), "size": .number(size), "modules": .string(modules)] }
}

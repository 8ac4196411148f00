import HardwareTokens
import JSONRPC
import SolanaTransactions
import WalletKeys
import WalletRuntime

/// The accounts whose key is on a PKCS #11 token: finding keys, adding one of them to the wallet, and what state each token is in.
///
/// A library's path is code that will run, in a process that has the user's own sockets and gets the token's PIN. So only the command line names one,
/// and only with the passphrase: a hijacked extension can neither name a library nor have one loaded that its user didn't name.
struct HardwareTokenAccountsModule: WalletModule {
    let keys: WalletKeyring

    private func find(
        _ call: MethodCall, _ library: String, _ folders: [String], _ passphrase: SealedParameter
    ) async throws(RPCError) -> JSON {
        _ = try await keys.prove(call.open(passphrase))
        let found = try await keys.tokens.keys(of: library, folders, for: call.client.connection)
        let own = await keys.own
        return [
            "keys": .array(
                found.map { key in
                    [
                        "publicKey": .string(key.publicKey.base58), "label": .string(JSONString(key.label)),
                        "id": .string(JSONString(Hexadecimal.encode(key.identifier))),
                        "token": .string(JSONString(key.token)), "serial": .string(JSONString(key.serial)),
                        "added": .bool(own.contains(key.publicKey)),
                    ]
                })
        ]
    }

    private func add(
        _ call: MethodCall, _ library: String, _ folders: [String], _ account: PublicKey, _ label: String?,
        _ passphrase: SealedParameter
    ) async throws(RPCError) -> JSON {
        let proof = try await keys.prove(call.open(passphrase))
        let found = try await keys.tokens.keys(of: library, folders, for: call.client.connection)
        guard let key = found.first(where: { $0.publicKey == account }) else {
            throw RPCError(HardwareTokenFault.noKey)
        }
        guard let token = VaultToken(library: library, folders: folders, serial: key.serial, label: key.token) else {
            throw RPCError(HardwareTokenFault.invalid)
        }
        try await keys.change { lock throws(WalletKeyError) in
            try await lock.add(account, on: token, label: label, by: proof)
        }
        return ["accounts": .array(await keys.status().accounts.map(\.json))]
    }

    /// The state of each account's token, looked at one after the other. Only what stands under the vault's seal is loaded.
    private func status(_ call: MethodCall, _ passphrase: SealedParameter?) async throws(RPCError) -> JSON {
        var proof: KeyProof?
        if let passphrase {
            proof = try await keys.proof(call.open(passphrase)) as? KeyProof
        } else {
            try await keys.checkOpen()
        }
        var states: [JSON] = []
        for claimed in await keys.status().accounts where claimed.signer == .hardwareToken {
            guard let (account, token) = try await keys.vouched(claimed.publicKey, by: proof) else { continue }
            var state: JSONObject = [
                "publicKey": .string(account.publicKey.base58), "label": .string(JSONString(account.label)),
                "token": .string(JSONString(token.label)), "serial": .string(JSONString(token.serial)),
                "library": .string(JSONString(token.library)),
                "folders": .array(token.folders.map { .string(JSONString($0)) }),
            ]
            do throws(RPCError) {
                let found = try await keys.tokens.look(account.publicKey, on: token, for: call.client.connection)
                state["ready"] = true
                state["pin"] = found.hasPad ? "pad" : found.asksForPIN ? "typed" : "none"
            } catch {
                guard let reason = error.reason, error.code == .unauthorized else { throw error }
                state["ready"] = false
                state["reason"] = .string(reason.rawValue)
            }
            states.append(.object(state))
        }
        return ["accounts": .array(states)]
    }

    private static let library = ParameterForm<String>.text.map { text, name throws(RPCError) in
        try path(text, name)
    }

    private static let folders = ParameterForm<[String]>.texts.map { folders, name throws(RPCError) in
        guard folders.count <= VaultToken.mostFolders else {
            throw RPCError.parameter(name, "a library gets \(VaultToken.mostFolders) folders at most")
        }
        var paths: [String] = []
        for folder in folders { paths.append(try path(folder, name)) }
        return paths
    }

    private static func path(_ text: String, _ name: String) throws(RPCError) -> String {
        guard VaultToken.isPath(text) else {
            throw RPCError.parameter(name, "an absolute path of at most \(VaultToken.mostPathBytes) bytes")
        }
        return text
    }
}

extension HardwareTokenAccountsModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(keys: parts.keys)
    }

    static let declaration = ModuleDeclaration<HardwareTokenAccountsModule>(
        id: "hardwaretoken",
        methods: [
            Method(
                "hardwaretoken.keys", callers: .terminal,
                params: .required("library", library), .optional("folders", folders, default: []),
                .required("passphrase", .sealed),
                result: .object([
                    .required(
                        "keys",
                        .list(
                            .object([
                                .required("publicKey"), .required("label"), .required("id"), .required("token"),
                                .required("serial"), .required("added", .boolean),
                            ])))
                ]), limit: .seconds(120), by: HardwareTokenAccountsModule.find),
            Method(
                "hardwaretoken.add", callers: .terminal,
                params: .required("library", library), .optional("folders", folders, default: []),
                .required("publicKey", .address), .optional("label", .label), .required("passphrase", .sealed),
                result: .object([.required("accounts", .accountList)]), limit: .seconds(120),
                by: HardwareTokenAccountsModule.add),
            Method(
                "hardwaretoken.status", callers: .terminal, params: .terminalPassphrase,
                result: .object([
                    .required(
                        "accounts",
                        .list(
                            .object([
                                .required("publicKey"), .required("label"), .required("token"), .required("serial"),
                                .required("library"), .required("folders", .list(.string)),
                                .required("ready", .boolean), .optional("pin"), .optional("reason"),
                            ])))
                ]), limit: .seconds(240), by: HardwareTokenAccountsModule.status),
        ])
}

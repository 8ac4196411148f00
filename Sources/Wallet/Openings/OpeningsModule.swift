import JSONRPC
import SolanaTransactions
import WalletKeys
import WalletRuntime
import WalletState

/// Everything that opens the wallet, on one list: each entry but a finger opens it without the others, so that the weakest counts. Behind
/// them stand the accounts whose key is on a device, which open nothing and sign where the vault's keys don't.
struct OpeningsModule: WalletModule {
    let keys: WalletKeyring
    let log: ActivityLog

    private func list(_ call: MethodCall) async throws(RPCError) -> JSON {
        var openings: [JSON] = []
        let status = await keys.status()
        if status.state != .none {
            openings.append(try await entry(.passphrase))
            for (passkey, _) in try await keys.passkeys() {
                openings.append(try await entry(.passkey(passkey.credential), passkey.name, passkey.created))
            }
            for (key, _) in try await keys.securityKeys() {
                openings.append(
                    try await entry(
                        .securityKey(key.passkey.credential), key.passkey.name, key.passkey.created,
                        ["pin": .bool(key.takesPIN)]))
            }
            if let tpm = try await keys.tpm() { openings.append(try await entry(.tpm, tpm.name, tpm.created)) }
            // Unlike the others it opens nothing alone; before the first unlock the rule isn't known.
            if await keys.trust != .unverified, await keys.records.policy.fingerprint {
                openings.append(try await entry(.fingerprint))
            }
            for account in status.accounts where account.signer != .vault {
                openings.append(try await entry(account))
            }
        }
        return ["openings": .array(openings)]
    }

    /// - Parameter last: when it opened the wallet last, or was the proof of an approval. Lines from before a way was written down count for none.
    private func entry(
        _ opening: WalletOpening, _ name: String? = nil, _ created: UInt64? = nil, _ more: JSONObject = [:]
    ) async throws(RPCError) -> JSON {
        var entry = more
        entry["kind"] = .string(opening.kind)
        entry["id"] = opening.identifier.map { .string($0) }
        entry["name"] = name.map { .string($0) }
        entry["created"] = created.map { .number($0) }
        entry["last"] = try await log.last([.unlocked, .proven], detail: opening.detail).time.map { .number($0) }
        return .object(entry)
    }

    /// An account whose key is on a device, with the time at which the device signed last.
    private func entry(_ account: VaultAccount) async throws(RPCError) -> JSON {
        let name = account.publicKey.base58
        var entry: JSONObject = [
            "kind": .string(JSONString(account.signer.rawValue)), "account": .string(name),
            "name": .string(account.label),
        ]
        entry["last"] = try await log.last([.answered, .offchainSigned], account: name).time.map { .number($0) }
        return .object(entry)
    }
}

extension OpeningsModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(keys: parts.keys, log: parts.log)
    }

    static let declaration = ModuleDeclaration<OpeningsModule>(
        id: "openings",
        methods: [
            Method(
                "openings.list", callers: .owner,
                result: .object([
                    .required(
                        "openings",
                        .list(
                            .object([
                                .required("kind"), .optional("id", .base64), .optional("account"),
                                .optional("name"), .optional("created", .integer), .optional("last", .integer),
                                .optional("pin", .boolean),
                            ])))
                ]), by: OpeningsModule.list)
        ])
}

import JSONRPC
import Pinentry
import Salt
import WalletKeys
import WalletRuntime
import WalletState
import Wording

/// The security keys that unlock the wallet: their list, adding and removing one. `vault.unlock` uses them.
///
/// Only the passphrase, typed outside the browser, changes slots: a hijacked extension adds none.
struct SecurityKeyModule: WalletModule {
    let keys: WalletKeyring
    let reader: SecurityKeyReader
    let prompts: PromptQueue
    let wallClock: any WallClock

    private func list(_ call: MethodCall) async throws(RPCError) -> JSON {
        [
            "securityKeys": .array(
                try await keys.securityKeys().map { key, _ in
                    [
                        "id": .string(Base64.encode(key.passkey.credential)), "name": .string(key.passkey.name),
                        "created": .number(key.passkey.created), "pin": .bool(key.takesPIN),
                    ]
                })
        ]
    }

    private func add(
        _ call: MethodCall, _ name: String, _ passphrase: SealedParameter?, _ pin: SealedParameter?
    ) async throws(RPCError) -> JSON {
        guard !name.isEmpty else { throw .parameter("name", "a security key needs a name") }
        // Looked for before anybody is asked: where there is no wallet there is no passphrase.
        _ = try await keys.securityKeys()
        let proof = try await keys.proof(of: SecurityKeyChange.addition(name), call, passphrase, by: prompts)
        try await reader.add(name, created: UInt64(clamping: wallClock.milliseconds), call, pin: pin, by: proof)
        return try await list(call)
    }

    private func remove(
        _ call: MethodCall, _ credential: [UInt8], _ passphrase: SealedParameter?
    ) async throws(RPCError) -> JSON {
        let present = try await keys.securityKeys().map(\.key.passkey)
        guard let passkey = present.first(where: { $0.credential == credential }) else {
            throw RPCError(WalletKeyError.securityKeyUnknown)
        }
        let change = SecurityKeyChange.removal(passkey.name)
        try await keys.removeSecurityKey(credential, by: keys.proof(of: change, call, passphrase, by: prompts))
        return try await list(call)
    }

    private func cancel(_ call: MethodCall) async throws(RPCError) -> JSON {
        await reader.cancel(for: call.client.connection)
        return [:]
    }
}

extension SecurityKeyModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            keys: parts.keys, reader: parts.securityKeys, prompts: parts.prompts, wallClock: parts.context.wallClock)
    }

    static let declaration = ModuleDeclaration<SecurityKeyModule>(
        id: "securitykey",
        methods: [
            Method("securitykey.list", callers: .owner, result: securityKeys, by: SecurityKeyModule.list),
            Method(
                "securitykey.add", callers: .owner,
                params: .required("name", .text(maximumCount: Passkey.nameBounds.upperBound)),
                .required("passphrase", .sealed, callers: .terminal), .optional("pin", .sealed, callers: .terminal),
                result: securityKeys, limit: .prompting, by: SecurityKeyModule.add),
            Method(
                "securitykey.remove", callers: .owner,
                params: .required("id", .base64), .required("passphrase", .sealed, callers: .terminal),
                result: securityKeys, limit: .prompting, by: SecurityKeyModule.remove),
            Method("securitykey.cancel", callers: .owner, result: .object([]), by: SecurityKeyModule.cancel),
        ])

    private static let securityKeys = ValueType.object([
        .required(
            "securityKeys",
            .list(
                .object([
                    .required("id", .base64), .required("name"), .required("created", .integer),
                    .required("pin", .boolean),
                ])))
    ])
}

/// A change of the security keys that the browser requests and the passphrase must allow.
private enum SecurityKeyChange: SlotChange {
    /// A security key of this name is added.
    case addition(String)
    /// The security key of this name is removed.
    case removal(String)

    static let subject = "security-key"

    func lines(in words: Phrasebook) -> [String] {
        switch self {
        case .addition(let name):
            [
                words(.securityKeyAddition), "  | \(name)", "", words(.securityKeyAdditionMeans), "",
                words(.promptAllow),
            ]
        case .removal(let name):
            [words(.securityKeyRemoval), "  | \(name)", "", words(.securityKeyRemovalMeans), "", words(.promptAllow)]
        }
    }

    var label: TextKey {
        switch self {
        case .addition: .securityKeyAdditionButton
        case .removal: .securityKeyRemovalButton
        }
    }

    var command: String {
        switch self {
        case .addition: "sidekey security-key add"
        case .removal: "sidekey security-key remove"
        }
    }
}

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
        let proof = try await proof(.addition(name), call, passphrase)
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
        try await keys.removeSecurityKey(credential, by: proof(.removal(passkey.name), call, passphrase))
        return try await list(call)
    }

    private func cancel(_ call: MethodCall) async throws(RPCError) -> JSON {
        await reader.cancel(for: call.client.connection)
        return [:]
    }

    /// The passphrase's proof for one change: as a terminal gives it, or from a prompt.
    ///
    /// - Throws: 4001 if the user closed the prompt; 4100 (`wrong-passphrase`) after the third wrong one.
    private func proof(
        _ change: SecurityKeyChange, _ call: MethodCall, _ passphrase: SealedParameter?
    ) async throws(RPCError) -> PassphraseProven {
        if let passphrase { return try await keys.prove(call.open(passphrase)) }
        let connection = call.client.connection
        let words = await prompts.words(for: connection)
        let prompt = try await PassphrasePrompt(
            change.lines(in: words), ok: change.label, recognition: keys.records.recognition(), in: words)
        let proof: PassphraseProven? = try await prompts.converse(
            for: connection, about: "security-key", command: change.command, limit: .seconds(120)
        ) { [keys] dialog throws(RPCError) in
            try await prompt.ask(dialog) { passphrase throws(RPCError) in try await keys.prove(passphrase) }
        }
        guard let proof else { throw .declined }
        return proof
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
private enum SecurityKeyChange {
    /// A security key of this name is added.
    case addition(String)
    /// The security key of this name is removed.
    case removal(String)

    /// The lines of a prompt about it. The name comes from the browser, and is quoted.
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

    /// The label of the button that allows it.
    var label: TextKey {
        switch self {
        case .addition: .securityKeyAdditionButton
        case .removal: .securityKeyRemovalButton
        }
    }

    /// The command that does the same in a terminal.
    var command: String {
        switch self {
        case .addition: "sidekey security-key add"
        case .removal: "sidekey security-key remove"
        }
    }
}

import ApprovalQueue
import JSONRPC
import Pinentry
import Salt
import WalletKeys
import WalletRuntime
import WalletState
import Wording

/// The passkeys: their list, registration, removal, and the challenges for assertions.
///
/// Only the passphrase, typed outside the browser, changes slots: a hijacked extension adds none.
struct PasskeyModule: WalletModule {
    let keys: WalletKeyring
    let coordinator: ApprovalCoordinator
    let ceremonies: PasskeyCeremonies
    let prompts: PromptQueue
    let wallClock: any WallClock

    private func list(_ call: MethodCall) async throws(RPCError) -> JSON {
        [
            "passkeys": .array(
                try await keys.passkeys().map { passkey, _ in
                    [
                        "id": .string(Base64.encode(passkey.credential)), "name": .string(passkey.name),
                        "created": .number(passkey.created), "rpId": .string(passkey.relyingParty),
                    ]
                }),
            "supported": .bool(PasskeyOrigin.host(of: call.client) != nil),
        ]
    }

    private func allow(_ call: MethodCall, _ passphrase: SealedParameter) async throws(RPCError) -> JSON {
        await ceremonies.permit(try await keys.prove(call.open(passphrase)))
        return ["remaining": .number(PasskeyCeremonies.lifetime.milliseconds)]
    }

    private func begin(_ call: MethodCall, _ name: String) async throws(RPCError) -> JSON {
        guard !name.isEmpty else {
            throw .parameter("name", "a passkey needs a name")
        }
        let origin = try PasskeyOrigin(of: call.client)
        // Looked for before anybody is asked: where there is no wallet there is no passphrase.
        _ = try await keys.passkeys()
        let proof = try await permission(.addition(name), for: call.client.connection)
        let passkeys = try await keys.passkeys().map(\.passkey)
        let registration = await ceremonies.begin(name, by: proof, for: call.client.connection)
        return [
            "rpId": .string(origin.relyingParty), "challenge": .string(Base64.encode(registration.challenge)),
            // The authenticator lists its passkeys by this; it says nothing of the wallet.
            "user": .string(Base64.encode(Salt.randomBytes(count: 16))),
            "algorithms": .array(PasskeyPublicKey.algorithms.map { .number($0) }),
            "exclude": .array(
                passkeys.filter { $0.relyingParty == origin.relyingParty }
                    .map { .string(Base64.encode($0.credential)) }),
            "salts": Self.json(registration.salts),
        ]
    }

    private func finish(
        _ call: MethodCall, _ credential: [UInt8], _ algorithm: Int, _ publicKey: [UInt8], _ clientData: [UInt8],
        _ authenticatorData: [UInt8], _ output: SealedParameter
    ) async throws(RPCError) -> JSON {
        let origin = try PasskeyOrigin(of: call.client)
        guard let registration = await ceremonies.takeRegistration(of: call.client.connection) else {
            throw RPCError(.invalidInput, .expired, "no registration is under way")
        }
        do throws(PasskeyError) {
            _ = try ClientData(
                clientData, .registration, challenge: registration.challenge, origin: origin.serialized)
            let data = try AuthenticatorData(authenticatorData, relyingParty: origin.hashed)
            guard data.attests(credential) else { throw .authenticatorDataInvalid }
            _ = try PasskeyPublicKey(algorithm: Int32(algorithm), subjectPublicKeyInfo: publicKey)
        } catch {
            throw RPCError(error)
        }
        guard
            let passkey = Passkey(
                name: registration.name, created: UInt64(clamping: wallClock.milliseconds),
                relyingParty: origin.relyingParty, credential: credential, algorithm: Int32(algorithm),
                publicKey: publicKey)
        else { throw RPCError(PasskeyError.authenticatorDataInvalid) }
        try await keys.add(passkey, salts: registration.salts, output: call.open(output), by: registration.proof)
        return try await list(call)
    }

    private func remove(
        _ call: MethodCall, _ credential: [UInt8], _ passphrase: SealedParameter?
    ) async throws(RPCError) -> JSON {
        if let passphrase {
            try await keys.removePasskey(credential, by: keys.prove(call.open(passphrase)))
            return try await list(call)
        }
        guard let passkey = try await keys.passkeys().map(\.passkey).first(where: { $0.credential == credential })
        else { throw RPCError(WalletKeyError.passkeyUnknown) }
        let proof = try await permission(.removal(passkey.name), for: call.client.connection)
        try await keys.removePasskey(credential, by: proof)
        return try await list(call)
    }

    /// The challenge for an assertion: random and good for one unlock, or a request's digest.
    private func challenge(_ call: MethodCall, _ request: String?) async throws(RPCError) -> JSON {
        let origin = try PasskeyOrigin(of: call.client)
        let passkeys = try await keys.passkeys().filter { $0.passkey.relyingParty == origin.relyingParty }
        let challenge: [UInt8]
        if let request {
            challenge = try await coordinator.request(request).request.digest.bytes
        } else {
            challenge = await ceremonies.drawChallenge(for: call.client.connection)
        }
        return [
            "rpId": .string(origin.relyingParty), "challenge": .string(Base64.encode(challenge)),
            "credentials": .array(
                passkeys.map { passkey, salts in
                    ["id": .string(Base64.encode(passkey.credential)), "salts": Self.json(salts)]
                }),
        ]
    }

    private static func json(_ salts: PasskeySalts) -> JSON {
        .array([.string(Base64.encode(salts.present)), .string(Base64.encode(salts.next))])
    }
}

extension PasskeyModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            keys: parts.keys, coordinator: parts.coordinator, ceremonies: parts.ceremonies, prompts: parts.prompts,
            wallClock: parts.context.wallClock)
    }

    static let declaration = ModuleDeclaration<PasskeyModule>(
        id: "passkey",
        methods: [
            Method("passkey.list", callers: .owner, result: passkeys, by: PasskeyModule.list),
            Method(
                "passkey.allow", callers: [.commandLine], params: .required("passphrase", .sealed),
                result: .object([.required("remaining", .integer)]), by: PasskeyModule.allow),
            Method(
                "passkey.remove", callers: .owner,
                params: .required("id", .base64),
                .required("passphrase", .sealed, callers: .terminal), result: passkeys, limit: .prompting,
                by: PasskeyModule.remove),
            Method(
                "passkey.begin", callers: [.walletExtension],
                params: .required("name", .text(maximumCount: Passkey.nameBounds.upperBound)),
                result: .object([
                    .required("rpId"), .required("challenge", .base64), .required("user", .base64),
                    .required("algorithms", .list(.integer)), .required("exclude", .list(.base64)),
                    .required("salts", .list(.base64)),
                ]), limit: .prompting, by: PasskeyModule.begin),
            Method(
                "passkey.finish", callers: [.walletExtension],
                params: .required("credential", .base64),
                .required("algorithm", .integer(in: Int(Int32.min)...Int(Int32.max))), .required("publicKey", .base64),
                .required("clientData", .base64), .required("authenticatorData", .base64),
                .required("present", .sealed), result: passkeys, by: PasskeyModule.finish),
            Method(
                "passkey.challenge", callers: [.walletExtension], params: .optional("request"),
                result: .object([
                    .required("rpId"), .required("challenge", .base64),
                    .required(
                        "credentials",
                        .list(.object([.required("id", .base64), .required("salts", .list(.base64))]))),
                ]), by: PasskeyModule.challenge),
        ])

    private static let passkeys = ValueType.object([
        .required(
            "passkeys",
            .list(
                .object([
                    .required("id", .base64), .required("name"), .required("created", .integer), .required("rpId"),
                ]))),
        .required("supported", .boolean),
    ])
}

/// A change of the passkeys that the browser requests and the passphrase must allow.
enum PasskeyChange: SlotChange {
    /// A passkey of this name is added.
    case addition(String)
    /// The passkey of this name is removed.
    case removal(String)

    static let subject = "passkey"

    func lines(in words: Phrasebook) -> [String] {
        switch self {
        case .addition(let name):
            [
                words(.passkeyAddition), "  | \(name)", "", words(.passkeyAdditionMeans), "", words(.promptAllow),
            ]
        case .removal(let name):
            [words(.passkeyRemoval), "  | \(name)", "", words(.passkeyRemovalMeans), "", words(.promptAllow)]
        }
    }

    var label: TextKey {
        switch self {
        case .addition: .passkeyAdditionButton
        case .removal: .passkeyRemovalButton
        }
    }

    /// It allows the next change, whichever that is.
    var command: String { "sidekey passkey allow" }
}

extension PasskeyModule {
    /// The passphrase's proof for one change: from a terminal within two minutes, or from a prompt now.
    ///
    /// - Throws: 4001 if the user closed the prompt; 4100 (`wrong-passphrase`) after the third wrong one; -32000 (`prompt-unavailable`), which names
    ///   the command.
    func permission(_ change: PasskeyChange, for connection: ConnectionID) async throws(RPCError) -> PassphraseProven {
        if let proof = await ceremonies.takePermission() { return proof }
        return try await keys.proof(of: change, for: connection, by: prompts)
    }
}

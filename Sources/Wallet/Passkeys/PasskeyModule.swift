import ApprovalQueue
import JSONRPC
import Salt
import WalletKeys
import WalletRuntime

/// Passkeys: which there are, registering one, taking one away, and what an assertion has to answer.
///
/// Slots change by the passphrase alone, given outside the browser: a hijacked extension adds none.
struct PasskeyModule: WalletModule {
    let keys: WalletKeyring
    let coordinator: ApprovalCoordinator
    let ceremonies: PasskeyCeremonies
    let prompts: PromptQueue
    let wallClock: any WallClock

    func answer(_ call: MethodCall) async throws(RPCError) -> JSON {
        switch call.request.method {
        case "passkey.allow": return try await allow(call)
        case "passkey.begin": return try await begin(call)
        case "passkey.challenge": return try await challenge(call)
        case "passkey.finish": try await finish(call)
        case "passkey.remove": try await remove(call)
        default: try call.parameters.finish()
        }
        return try await list(call)
    }

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

    private func allow(_ call: MethodCall) async throws(RPCError) -> JSON {
        var parameters = call.parameters
        let passphrase = try parameters.sealed("passphrase")
        try parameters.finish()
        await ceremonies.permit(try await keys.prove(call.open(passphrase)))
        return ["remaining": .number(PasskeyCeremonies.life.milliseconds)]
    }

    private func begin(_ call: MethodCall) async throws(RPCError) -> JSON {
        var parameters = call.parameters
        let name = try parameters.string("name", maximumCount: Passkey.nameBounds.upperBound)
        try parameters.finish()
        guard !name.isEmpty else {
            throw RPCError(.invalidParams, .paramValue, "a passkey needs a name", data: ["name": "name"])
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

    private func finish(_ call: MethodCall) async throws(RPCError) {
        var parameters = call.parameters
        let credential = try parameters.base64("credential")
        let algorithm = try parameters.int("algorithm", in: Int(Int32.min)...Int(Int32.max))
        let publicKey = try parameters.base64("publicKey")
        let clientData = try parameters.base64("clientData")
        let authenticatorData = try parameters.base64("authenticatorData")
        let output = try parameters.sealed("present")
        try parameters.finish()
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
    }

    private func remove(_ call: MethodCall) async throws(RPCError) {
        var parameters = call.parameters
        let credential = try parameters.base64("id")
        let passphrase = call.caller == .commandLine ? try parameters.sealed("passphrase") : nil
        try parameters.finish()
        if let passphrase {
            return try await keys.removePasskey(credential, by: keys.prove(call.open(passphrase)))
        }
        guard let passkey = try await keys.passkeys().map(\.passkey).first(where: { $0.credential == credential })
        else { throw RPCError(WalletKeyError.passkeyUnknown) }
        let proof = try await permission(.removal(passkey.name), for: call.client.connection)
        try await keys.removePasskey(credential, by: proof)
    }

    /// What an assertion has to answer: a random challenge that is good for one unlock, or a request's digest.
    private func challenge(_ call: MethodCall) async throws(RPCError) -> JSON {
        var parameters = call.parameters
        let request = try parameters.optionalString("request")
        try parameters.finish()
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

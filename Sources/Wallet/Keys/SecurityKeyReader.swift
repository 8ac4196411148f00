import ApprovalQueue
import JSONRPC
import Pinentry
import Salt
import SecurityKeys
import WalletKeys
import WalletRuntime
import WalletState
import Wording

/// The security keys that are plugged in: one use at a time, with the key's PIN where it asks for one.
///
/// The PIN comes from a terminal as a sealed parameter, or is typed in Sidekey's window; never in a browser.
actor SecurityKeyReader {
    /// The command that asks for a PIN in a terminal.
    private static let command = "sidekey unlock --security-key"

    private let ask: SecurityKeyAsk?
    private let keys: WalletKeyring
    private let prompts: PromptQueue
    /// The use that waits; without a connection if Sidekey's own window asked, which no browser can cancel.
    private var running: (connection: ConnectionID?, cancel: @Sendable () -> Void)?

    /// - Parameter ask: nil if nothing can talk to security keys.
    init(_ ask: SecurityKeyAsk?, keys: WalletKeyring, prompts: PromptQueue) {
        self.ask = ask
        self.keys = keys
        self.prompts = prompts
    }

    /// Opens a session by a security key that is plugged in.
    ///
    /// - Throws: 4001 if the user closed the prompt for the PIN; 4100 with the fault of the key; -32000 (`change-refused`) if no key opens the vault.
    func unlock(_ call: MethodCall, pin: SealedParameter?) async throws(RPCError) {
        guard try await !keys.securityKeys().isEmpty else { throw RPCError(WalletKeyError.securityKeyUnknown) }
        let proof = try await withPIN(call, pin) { pin throws(RPCError) in
            // Read anew for each try: the salts turn with every use, by another client too.
            try await self.use(
                self.keys.securityKeys(), pin: pin,
                challenge: Salt.randomBytes(count: SecurityKeyRequest.challengeCount), for: call.client.connection
            ).proof
        }
        try await keys.unlock(proof)
    }

    /// What the vault's security keys can prove; nothing if nothing can talk to them.
    var factors: [ApprovalFactor] {
        get async {
            guard ask != nil, let present = try? await keys.securityKeys() else { return [] }
            let factors = Set(present.map(\.key.factor))
            return ApprovalFactor.allCases.filter(factors.contains)
        }
    }

    /// Has a security key prove one approval: it signs a challenge that names the request and its review. No session is opened.
    ///
    /// - Parameter counts: Tells which factors count. Keys that prove another one aren't asked.
    /// - Throws: 4100 with the fault of the key; -32000 (`change-refused`) if no key that counts opens the vault.
    func prove(
        _ subject: ApprovalSubject, pin: SecurityKeyPIN, with counts: @Sendable (ApprovalFactor) -> Bool
    ) async throws(RPCError) -> ProvenApproval {
        let slots = try await keys.securityKeys().filter { counts($0.key.factor) }
        guard !slots.isEmpty else { throw RPCError(WalletKeyError.securityKeyUnknown) }
        let (key, proof) = try await use(slots, pin: pin, challenge: subject.challenge(), for: nil)
        return ProvenApproval(subject: subject, factor: key.factor, proof: try await keys.proof(proof))
    }

    private func use(
        _ slots: [(key: VaultSecurityKey, salts: PasskeySalts)], pin: SecurityKeyPIN, challenge: [UInt8],
        for connection: ConnectionID?
    ) async throws(RPCError) -> (key: VaultSecurityKey, proof: HeldProof) {
        let outcome = try await serve(
            .use(
                challenge: challenge, pin: pin,
                slots: slots.map { key, salts in
                    .init(
                        credential: key.passkey.credential, salts: salts.present + salts.next, takesPIN: key.takesPIN)
                }), for: connection)
        guard slots.indices.contains(outcome.slot) else { throw RPCError(SecurityKeyFault.invalid) }
        let key = slots[outcome.slot].key
        return (key, try HeldProof(outcome, of: key, challenge: challenge))
    }

    /// Has the security key that is plugged in make a credential, and adds it to the vault.
    ///
    /// - Parameters:
    ///   - created: the time, in milliseconds since 1970.
    ///   - proof: the passphrase's.
    /// - Throws: as ``unlock(_:pin:)``; -32000 (`change-refused`, `vault-changed`).
    func add(
        _ name: String, created: UInt64, _ call: MethodCall, pin: SealedParameter?, by proof: PassphraseProven
    ) async throws(RPCError) {
        let salts = PasskeySalts.random()
        let (key, output) = try await withPIN(call, pin) { pin throws(RPCError) in
            let present = try await self.keys.securityKeys()
            let challenge = Salt.randomBytes(count: SecurityKeyRequest.challengeCount)
            let outcome = try await self.serve(
                .make(
                    challenge: challenge, salts: salts.present + salts.next,
                    user: Salt.randomBytes(count: SecurityKeyRequest.userCount), pin: pin,
                    excluding: present.map(\.key.passkey.credential)), for: call.client.connection)
            guard let credential = outcome.credential,
                let passkey = Passkey(
                    name: name, created: created, relyingParty: SecurityKeyCredential.relyingParty,
                    credential: credential.identifier, algorithm: SecurityKeyCredential.algorithm,
                    publicKey: credential.publicKey)
            else { throw RPCError(SecurityKeyFault.invalid) }
            let key = VaultSecurityKey(
                passkey: passkey, takesPIN: credential.isUserVerified, counter: credential.counter)
            return (key, try HeldProof(outcome, of: key, challenge: challenge))
        }
        try await keys.add(key, salts: salts, output: output, by: proof)
    }

    /// Makes the key stop waiting, if it waits for this connection.
    func cancel(for connection: ConnectionID) {
        guard let running, running.connection == connection else { return }
        running.cancel()
    }

    private func serve(
        _ request: SecurityKeyRequest, for connection: ConnectionID?
    ) async throws(RPCError) -> SecurityKeyOutcome {
        guard let ask else { throw RPCError(SecurityKeyFault.unavailable) }
        guard running == nil else {
            throw RPCError(.tooManyPending, .tooManyPending, "a security key is waiting to be touched already")
        }
        let task = Task { () -> Result<SecurityKeyOutcome, SecurityKeyFault> in
            do throws(SecurityKeyFault) { return .success(try await ask(request)) } catch { return .failure(error) }
        }
        running = (connection, { task.cancel() })
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        running = nil
        do throws(SecurityKeyFault) { return try result.get() } catch { throw RPCError(error) }
    }

    /// Runs `body` with the PIN that was given, and again with each that is typed in Sidekey's window as long as the key asks for one.
    private func withPIN<Value: Sendable>(
        _ call: MethodCall, _ given: SealedParameter?,
        _ body: (SecurityKeyPIN) async throws(RPCError) -> Value
    ) async throws(RPCError) -> Value {
        var pin = SecurityKeyPIN.none
        if let given { pin = SecurityKeyPIN(try call.open(given)) }
        while true {
            do throws(RPCError) {
                return try await body(pin)
            } catch {
                let asksForPIN = error.reason == .securityKeyPIN || error.reason == .securityKeyPINWrong
                guard asksForPIN, call.caller != .commandLine else { throw error }
                pin = try await askPIN(for: call.client.connection, after: error)
            }
        }
    }

    private func askPIN(for connection: ConnectionID, after error: RPCError) async throws(RPCError) -> SecurityKeyPIN {
        let pin: SecurityKeyPIN? = try await prompts.converse(
            for: connection, about: "security-key", command: Self.command, limit: .seconds(120)
        ) { dialog throws(RPCError) in
            let words = dialog.words
            var fault: String?
            if error.reason == .securityKeyPINWrong {
                let left = error.data["retries"]?.int
                fault = left.map { words(.promptWrongPIN, $0) } ?? words(.refusal_security_key_pin_wrong)
            }
            let question = dialog.question(
                words(.securityKeyPINQuestion), prompt: words(.promptPIN), error: fault, ok: .securityKeyPINButton)
            switch try await dialog.secret(question) {
            case .given(let pin): return SecurityKeyPIN(pin)
            case .cancelled: return nil
            case .timedOut: return nil
            }
        }
        guard let pin else { throw .declined }
        return pin
    }
}

/// A proof of a security key in a form that closures can return; taken once.
final class HeldProof: Sendable {
    private let key: VaultSecurityKey
    private let challenge: [UInt8]
    private let assertion: SecurityKeyAssertion

    /// - Throws: 4100 (`security-key-invalid`) if the key didn't sign the challenge.
    init(_ outcome: SecurityKeyOutcome, of key: VaultSecurityKey, challenge: [UInt8]) throws(RPCError) {
        self.key = key
        self.challenge = challenge
        assertion = outcome.assertion
        _ = try proof()
    }

    /// The proof, verified.
    ///
    /// - Throws: 4100 (`security-key-invalid`).
    func proof() throws(RPCError) -> SecurityKeyProof {
        do throws(PasskeyError) {
            return try SecurityKeyProof(
                of: key, challenge: challenge, authenticatorData: assertion.authenticatorData,
                signature: assertion.signature, output: assertion.secret.clone(),
                nextOutput: assertion.nextSecret.clone())
        } catch {
            throw RPCError(.unauthorized, .securityKeyInvalid, "\(error)")
        }
    }
}

/// The vault's security keys, with the protocol's errors.
extension WalletKeyring {
    /// The security keys, each with the salts for its next use.
    func securityKeys() async throws(RPCError) -> [(key: VaultSecurityKey, salts: PasskeySalts)] {
        do throws(WalletKeyError) { return try await lock.securityKeys() } catch { throw RPCError(error) }
    }

    /// Opens a session by a security key. It proves that someone touched the key, not what they wanted.
    func unlock(_ held: HeldProof) async throws(RPCError) {
        let proof = try held.proof()
        let credential = proof.credential
        do throws(WalletKeyError) { try await lock.unlock(securityKey: proof) } catch { throw await fault(error) }
        try await opened(by: .securityKey(credential))
    }

    /// Opens the keys for one approval by a security key, without a session.
    func proof(_ held: HeldProof) async throws(RPCError) -> any ApprovalProof {
        let proof = try held.proof()
        let credential = proof.credential
        let signer: ProofSigner
        do throws(WalletKeyError) {
            signer = try await lock.proof(securityKey: proof)
        } catch {
            throw await fault(error)
        }
        return try await proven(signer, by: .securityKey(credential))
    }

    func add(
        _ key: VaultSecurityKey, salts: PasskeySalts, output: HeldProof, by proof: PassphraseProven
    ) async throws(RPCError) {
        let output = try output.proof()
        do throws(WalletKeyError) {
            try await lock.add(key, salts: salts, output: output, by: proof)
        } catch {
            throw RPCError(error)
        }
        await record(.securityKeyAdded)
        events.publish(.vaultChanged)
    }

    func removeSecurityKey(_ credential: [UInt8], by proof: PassphraseProven) async throws(RPCError) {
        do throws(WalletKeyError) {
            try await lock.removeSecurityKey(credential: credential, by: proof)
        } catch {
            throw RPCError(error)
        }
        await record(.securityKeyRemoved)
        events.publish(.vaultChanged)
    }
}

extension VaultSecurityKey {
    /// What its touch proves.
    var factor: ApprovalFactor { takesPIN ? .securityKeyPIN : .securityKey }
}

extension RPCError {
    /// The protocol's error for a security key that gave nothing.
    init(_ fault: SecurityKeyFault) {
        let reason: RPCReason =
            switch fault {
            case .absent: .securityKeyAbsent
            case .otherKey: .securityKeyOther
            case .unsupported: .securityKeyUnsupported
            case .present: .securityKeyPresent
            case .several: .securityKeySeveral
            case .pinRequired: .securityKeyPIN
            case .pinNotSet: .securityKeyPINUnset
            case .pinWrong: .securityKeyPINWrong
            case .pinPaused: .securityKeyPINPaused
            case .pinBlocked: .securityKeyPINBlocked
            case .denied: .securityKeyDenied
            case .timedOut: .securityKeyTimeout
            case .cancelled: .securityKeyCancelled
            case .removed: .securityKeyRemoved
            case .invalid: .securityKeyInvalid
            case .unavailable: .securityKeyUnavailable
            case .other: .securityKeyFault
            }
        var data = JSONObject()
        if let retries = fault.retries { data["retries"] = .number(retries) }
        if case .other(let code) = fault { data["code"] = .number(Int(code)) }
        self.init(.unauthorized, reason, "\(fault)", data: data)
    }
}

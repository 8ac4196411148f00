import ApprovalQueue
import JSONRPC
import Pinentry
import Salt
import TPMSeals
import WalletKeys
import WalletRuntime
import WalletState
import Wording

/// The machine's TPM: one use after the other, with the PIN that opens the wallet's seal.
///
/// The PIN comes from a terminal as a sealed parameter, or is typed in Sidekey's window; never in a browser. The TPM counts wrong ones.
actor TPMReader {
    /// The command that asks for the PIN in a terminal.
    private static let unlocking = "sidekey unlock --tpm"
    private static let adding = "sidekey tpm add"

    private let ask: TPMAsk?
    private let keys: WalletKeyring
    private let prompts: PromptQueue
    /// Ends with the use that came last.
    private var last: Task<Void, Never>?

    /// - Parameter ask: nil if nothing can talk to the TPM.
    init(_ ask: TPMAsk?, keys: WalletKeyring, prompts: PromptQueue) {
        self.ask = ask
        self.keys = keys
        self.prompts = prompts
    }

    /// The state of the TPM's guard against guessing.
    ///
    /// - Throws: 4100 with the fault of the TPM.
    func lockout() async throws(RPCError) -> TPMLockout {
        guard case .looked(let lockout) = try await serve(.look) else { throw RPCError(TPMFault.unavailable) }
        return lockout
    }

    /// Opens a session by the PIN.
    ///
    /// - Throws: 4001 if the user closed the prompt; 4100 with the fault of the TPM; -32000 (`change-refused`) if no TPM opens the wallet.
    func unlock(_ call: MethodCall, pin: SealedParameter?) async throws(RPCError) {
        guard let tpm = try await keys.tpm() else { throw RPCError(WalletKeyError.tpmUnknown) }
        // Nobody is asked for a PIN that the TPM can't take.
        let lockout = try await lockout()
        guard lockout.retries > 0 else { throw RPCError(TPMFault.locked(seconds: Int(lockout.interval))) }
        if let pin { return try await keys.unlock(tpm: unseal(tpm, Self.pin(call.open(pin)))) }
        guard call.caller != .commandLine else { throw RPCError(.unauthorized, .tpmPIN, "the TPM asks for the PIN") }
        let secret: TPMSecret? = try await prompts.converse(
            for: call.client.connection, about: "tpm", command: Self.unlocking, limit: .seconds(120)
        ) { dialog throws(RPCError) in
            let words = dialog.words
            var fault: String?
            while true {
                let question = dialog.question(
                    words(.tpmPINQuestion), prompt: words(.tpmPINPrompt), error: fault, ok: .tpmPINButton)
                guard let typed = try await dialog.typed(question) else { return nil }
                do throws(RPCError) {
                    return try await self.unseal(tpm, Self.pin(typed.bytes.clone()))
                } catch {
                    switch error.reason {
                    case .tpmPINInvalid: fault = words(.tpmPINDigits)
                    case .tpmPINWrong:
                        let left = error.data["retries"]?.int
                        fault = left.map { words(.promptWrongPIN, $0) } ?? words(.refusal_tpm_pin_wrong)
                    default: throw error
                    }
                }
            }
        }
        guard let secret else { throw .declined }
        try await keys.unlock(tpm: secret)
    }

    /// What the TPM can prove of an approval; empty where no TPM opens the wallet.
    var factors: [ApprovalFactor] {
        get async { (try? await keys.tpm()) == nil ? [] : [.tpm] }
    }

    /// Has the PIN prove one approval. No session is opened.
    ///
    /// A TPM signs nothing that names the request. The PIN was typed in the window that shows it, and the agent takes the two together.
    ///
    /// - Throws: 4100 with the fault of the TPM; -32000 (`change-refused`) if no TPM opens the wallet.
    func prove(_ subject: ApprovalSubject, pin: consuming SecretBytes) async throws(RPCError) -> ProvenApproval {
        guard let tpm = try await keys.tpm() else { throw RPCError(WalletKeyError.tpmUnknown) }
        let secret = try await unseal(tpm, Self.pin(pin))
        return ProvenApproval(subject: subject, factor: .tpm, proof: try await keys.proof(tpm: secret))
    }

    /// Refuses what can't be added, before anybody is asked for anything.
    ///
    /// - Throws: -32000 (`tpm-present`); 4100 with the fault of the TPM.
    func checkCanAdd() async throws(RPCError) {
        guard try await keys.tpm() == nil else { throw RPCError(WalletKeyError.tpmExists) }
        let lockout = try await lockout()
        guard lockout.retries > 0 else { throw RPCError(TPMFault.locked(seconds: Int(lockout.interval))) }
        guard lockout.isGuarding else { throw RPCError(TPMFault.unguarded) }
    }

    /// Has the TPM seal a new secret under a PIN, and adds it to the vault.
    ///
    /// - Parameters:
    ///   - created: the time, in milliseconds since 1970.
    ///   - proof: the passphrase's.
    /// - Throws: as ``unlock(_:pin:)``; -32000 (`change-refused`, `vault-changed`).
    func add(
        _ name: String, created: UInt64, _ call: MethodCall, pin given: SealedParameter?, by proof: PassphraseProven
    ) async throws(RPCError) {
        var pin: TPMPIN
        if let given {
            pin = try Self.pin(call.open(given))
        } else {
            pin = try await newPIN(for: call.client.connection)
        }
        let secret = TPMSecret.random()
        guard case .sealed(let seal) = try await serve(.seal(pin, secret)),
            let tpm = VaultTPM(
                name: name, created: created, parent: seal.parent, publicArea: seal.publicArea,
                privateArea: seal.privateArea)
        else { throw RPCError(TPMFault.unavailable) }
        try await keys.add(tpm, secret: secret, by: proof)
    }

    /// Asks for a new PIN twice, in Sidekey's window.
    private func newPIN(for connection: ConnectionID) async throws(RPCError) -> TPMPIN {
        let pin: TPMPIN? = try await prompts.converse(
            for: connection, about: "tpm", command: Self.adding, limit: .seconds(120)
        ) { dialog throws(RPCError) in
            let words = dialog.words
            var fault: String?
            while true {
                let question = dialog.question(words(.tpmNewPIN), prompt: words(.tpmPINPrompt), error: fault)
                guard let typed = try await dialog.typed(question) else { return nil }
                guard let pin = TPMPIN(typed.bytes.clone()) else {
                    fault = words(.tpmPINDigits)
                    continue
                }
                let repetition = dialog.question(words(.tpmPINAgain), prompt: words(.tpmPINPrompt))
                guard let again = try await dialog.typed(repetition) else { return nil }
                if again.bytes.isEqual(to: pin.bytes) { return pin }
                fault = words(.tpmPINDifferent)
            }
        }
        guard let pin else { throw .declined }
        return pin
    }

    private func unseal(_ tpm: VaultTPM, _ pin: TPMPIN) async throws(RPCError) -> TPMSecret {
        guard let seal = TPMSeal(parent: tpm.parent, publicArea: tpm.publicArea, privateArea: tpm.privateArea) else {
            throw RPCError(TPMFault.otherTPM)
        }
        guard case .unsealed(let secret) = try await serve(.unseal(pin, seal)) else {
            throw RPCError(TPMFault.unavailable)
        }
        return secret
    }

    /// - Throws: 4100 (`tpm-pin-invalid`), before the TPM counts a try.
    private static func pin(_ typed: consuming SecretBytes) throws(RPCError) -> TPMPIN {
        guard let pin = TPMPIN(typed) else {
            throw RPCError(.unauthorized, .tpmPINInvalid, "the PIN has exactly \(TPMPIN.count) digits")
        }
        return pin
    }

    /// Has one request served after those before it: a client that asks for many has one program running, not many.
    private func serve(_ request: TPMRequest) async throws(RPCError) -> TPMReply {
        guard let ask else { throw RPCError(TPMFault.unavailable) }
        let before = last
        let task = Task { () -> Result<TPMReply, TPMFault> in
            await before?.value
            guard !Task.isCancelled else { return .failure(.cancelled) }
            do throws(TPMFault) { return .success(try await ask(request)) } catch { return .failure(error) }
        }
        last = Task { _ = await task.value }
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        do throws(TPMFault) { return try result.get() } catch { throw RPCError(error) }
    }
}

/// The vault's TPM, with the protocol's errors.
extension WalletKeyring {
    /// The TPM that opens the wallet; nil if none does.
    func tpm() async throws(RPCError) -> VaultTPM? {
        do throws(WalletKeyError) { return try await lock.tpm() } catch { throw RPCError(error) }
    }

    /// Opens a session with what the TPM unsealed.
    func unlock(tpm secret: TPMSecret) async throws(RPCError) {
        do throws(WalletKeyError) {
            try await lock.unlock(tpm: secret.bytes.clone())
        } catch {
            throw await fault(error)
        }
        try await opened(by: .tpm)
    }

    /// Opens the keys for one approval by what the TPM unsealed, without a session.
    func proof(tpm secret: TPMSecret) async throws(RPCError) -> any ApprovalProof {
        let signer: ProofSigner
        do throws(WalletKeyError) {
            signer = try await lock.proof(tpm: secret.bytes.clone())
        } catch {
            throw await fault(error)
        }
        return try await proven(signer, by: .tpm)
    }

    func add(_ tpm: VaultTPM, secret: TPMSecret, by proof: PassphraseProven) async throws(RPCError) {
        do throws(WalletKeyError) {
            try await lock.add(tpm, secret: secret.bytes, by: proof)
        } catch {
            throw RPCError(error)
        }
        await record(.tpmAdded)
        events.publish(.vaultChanged)
    }

    func removeTPM(by proof: PassphraseProven) async throws(RPCError) {
        do throws(WalletKeyError) { try await lock.removeTPM(by: proof) } catch { throw RPCError(error) }
        await record(.tpmRemoved)
        events.publish(.vaultChanged)
    }
}

extension RPCError {
    /// The protocol's error for a TPM that gave nothing.
    init(_ fault: TPMFault) {
        let reason: RPCReason =
            switch fault {
            case .absent: .tpmAbsent
            case .denied: .tpmDenied
            case .owned: .tpmOwned
            case .unguarded: .tpmUnguarded
            case .pinWrong: .tpmPINWrong
            case .locked: .tpmLocked
            case .otherTPM: .tpmOther
            case .timedOut: .tpmTimeout
            case .cancelled: .tpmCancelled
            case .unavailable: .tpmUnavailable
            case .failed, .other: .tpmFault
            }
        var data = JSONObject()
        switch fault {
        case .pinWrong(let retries?): data["retries"] = .number(retries)
        case .locked(let seconds?): data["seconds"] = .number(seconds)
        case .other(let code): data["code"] = .number(Int(code))
        default: break
        }
        self.init(.unauthorized, reason, "\(fault)", data: data)
    }
}

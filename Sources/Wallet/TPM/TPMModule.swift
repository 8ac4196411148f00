import JSONRPC
import Pinentry
import Salt
import TPMSeals
import WalletKeys
import WalletRuntime
import WalletState
import Wording

/// The machine's TPM, which unlocks the wallet by a PIN of six digits: its state, adding and removing it. `vault.unlock` uses it.
///
/// Only the passphrase, typed outside the browser, changes slots: a hijacked extension adds none.
struct TPMModule: WalletModule {
    let keys: WalletKeyring
    let reader: TPMReader
    let prompts: PromptQueue
    let wallClock: any WallClock

    private func status(_ call: MethodCall) async throws(RPCError) -> JSON {
        let slot = try await keys.tpm()
        var answer = JSONObject()
        if let slot { answer["slot"] = ["name": .string(slot.name), "created": .number(slot.created)] }
        do throws(RPCError) {
            let lockout = try await reader.lockout()
            answer["retries"] = .number(lockout.retries)
            answer["most"] = .number(Int(lockout.most))
            answer["seconds"] = .number(Int(lockout.interval))
            // One that is there already is used as it is: the passphrase isn't safer with it gone.
            answer["usable"] = .bool(slot != nil || lockout.isGuarding)
            if slot == nil, !lockout.isGuarding { answer["reason"] = .string(RPCReason.tpmUnguarded.rawValue) }
        } catch {
            guard let reason = error.reason else { throw error }
            answer["usable"] = false
            answer["reason"] = .string(reason.rawValue)
        }
        return .object(answer)
    }

    private func add(
        _ call: MethodCall, _ name: String?, _ passphrase: SealedParameter?, _ pin: SealedParameter?
    ) async throws(RPCError) -> JSON {
        let name = name.flatMap { $0.isEmpty ? nil : $0 } ?? Self.unnamed
        // Looked at before anybody is asked: a machine without a TPM needs no passphrase.
        try await reader.checkCanAdd()
        let proof = try await keys.proof(of: TPMChange.addition, call, passphrase, by: prompts)
        try await reader.add(name, created: UInt64(clamping: wallClock.milliseconds), call, pin: pin, by: proof)
        return try await status(call)
    }

    private func remove(_ call: MethodCall, _ passphrase: SealedParameter?) async throws(RPCError) -> JSON {
        guard try await keys.tpm() != nil else { throw RPCError(WalletKeyError.tpmUnknown) }
        try await keys.removeTPM(by: keys.proof(of: TPMChange.removal, call, passphrase, by: prompts))
        return try await status(call)
    }

    /// The name of a TPM that was given none.
    private static let unnamed = "TPM"
}

extension TPMModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(keys: parts.keys, reader: parts.tpm, prompts: parts.prompts, wallClock: parts.context.wallClock)
    }

    static let declaration = ModuleDeclaration<TPMModule>(
        id: "tpm",
        methods: [
            Method("tpm.status", callers: .owner, result: status, limit: .prompting, by: TPMModule.status),
            Method(
                "tpm.add", callers: .owner,
                params: .optional("name", .text(maximumCount: VaultTPM.nameBounds.upperBound)),
                .required("passphrase", .sealed, callers: .terminal), .required("pin", .sealed, callers: .terminal),
                result: status, limit: .prompting, by: TPMModule.add),
            Method(
                "tpm.remove", callers: .owner, params: .required("passphrase", .sealed, callers: .terminal),
                result: status, limit: .prompting, by: TPMModule.remove),
        ])

    private static let status = ValueType.object([
        .required("usable", .boolean), .optional("reason"), .optional("retries", .integer),
        .optional("most", .integer), .optional("seconds", .integer),
        .optional("slot", .object([.required("name"), .required("created", .integer)])),
    ])
}

/// A change of the TPM's slot that the browser requests and the passphrase must allow.
private enum TPMChange: SlotChange {
    case addition
    case removal

    static let subject = "tpm"

    func lines(in words: Phrasebook) -> [String] {
        switch self {
        case .addition: [words(.tpmAddition), "", words(.tpmAdditionMeans), "", words(.promptAllow)]
        case .removal: [words(.tpmRemoval), "", words(.tpmRemovalMeans), "", words(.promptAllow)]
        }
    }

    var label: TextKey {
        switch self {
        case .addition: .tpmAdditionButton
        case .removal: .tpmRemovalButton
        }
    }

    var command: String {
        switch self {
        case .addition: "sidekey tpm add"
        case .removal: "sidekey tpm remove"
        }
    }
}

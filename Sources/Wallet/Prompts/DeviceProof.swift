import ApprovalQueue
import JSONRPC
import Salt
import WalletState
import Wording

/// A device of the user's that proves approvals in Sidekey's own window, beside the passphrase's field.
struct DeviceProof: Sendable {
    /// What it can prove, as it is set up now.
    let factors: [ApprovalFactor]
    /// The label of its button.
    let button: TextKey
    /// What the window says while the device waits for its user.
    let waiting: TextKey
    /// The label of the field for its PIN, and of the button that takes what was typed; nil if it has none.
    let pin: (label: TextKey, button: TextKey)?
    /// True if its PIN is asked for before the device is; else once the device asks for it.
    var asksPINFirst = false
    /// Has the device prove one approval, by a factor that counts. Cancelling the task makes the device stop waiting.
    let prove:
        @Sendable (
            _ subject: ApprovalSubject, _ pin: HeldSecret?, _ counts: @escaping @Sendable (ApprovalFactor) -> Bool
        ) async throws(RPCError) -> ProvenApproval

    /// Returns true if something that it can prove counts for a need in Sidekey's window.
    func answers(_ need: ProofNeed) -> Bool { factors.contains { $0.counts(for: need, on: .prompt) } }
}

/// A device's proof of one approval, with the keys for it.
struct ProvenApproval: Sendable {
    let subject: ApprovalSubject
    let factor: ApprovalFactor
    let proof: any ApprovalProof
}

/// The ways to prove one approval in a prompt.
struct ApprovalProving: Sendable {
    /// What the decision takes beside a press; asked before it is shown, and again once it was pressed.
    let need: @Sendable () async -> ProofNeed?
    /// Opens the keys with the passphrase.
    let passphrase: @Sendable (consuming SecretBytes) async throws(RPCError) -> Void
    /// The devices that are set up. A prompt without screens offers none.
    let devices: [DeviceProof]
    /// Has a device prove the approval of what was shown.
    let device:
        @Sendable (_ device: DeviceProof, _ review: String, _ pin: HeldSecret?) async throws(RPCError) -> ProvenApproval
    /// Takes a device's proof.
    let accept: @Sendable (ProvenApproval) -> Void
}

import AgentSocket
import Wording

extension Phrasebook {
    /// What is said to whoever started the command, in the language of its environment.
    @TaskLocal static var ofTerminal: Phrasebook = {
        let environment = ProcessEnvironment(reading: Language.variables)
        return Phrasebook(Language { environment[$0] })
    }()
}

/// The words of this program: `say(.walletMissing)`.
var say: Phrasebook { Phrasebook.ofTerminal }

extension Phrasebook {
    /// The state of a request. One that isn't known here is shown as the agent spells it.
    func state(_ name: String) -> String {
        switch name {
        case "queued": self(.stateQueued)
        case "presented": self(.statePresented)
        case "approved": self(.stateApproved)
        case "signed": self(.stateSigned)
        case "answered": self(.stateAnswered)
        case "rejected": self(.stateRejected)
        case "expired": self(.stateExpired)
        case "cancelled": self(.stateCancelled)
        case "interrupted": self(.stateInterrupted)
        default: name.visible
        }
    }

    /// What a line of the activity is. A kind that isn't known here is shown as the agent spells it.
    func entry(_ kind: String) -> String { TextKey("entry", kind).map { self($0) } ?? kind.visible }

    /// What a policy's `trust` means for the user; nil where the rules are what they settled.
    func warning(ofTrust trust: String?) -> String? {
        switch trust {
        case "reset": self(.rulesReset)
        case "unverified": self(.rulesUnverified)
        default: nil
        }
    }
}

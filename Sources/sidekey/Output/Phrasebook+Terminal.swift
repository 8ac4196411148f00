import AgentSocket
import ArgumentParser
import DisplayText
import Wording

extension Phrasebook {
    /// The texts for the user who started the command, in the language of its environment.
    @TaskLocal static var ofTerminal: Phrasebook = {
        let environment = ProcessEnvironment(reading: Language.variables)
        return Phrasebook(Language { environment[$0] })
    }()
}

/// The words of this program: `say(.walletMissing)`.
var say: Phrasebook { Phrasebook.ofTerminal }

extension Phrasebook {
    /// Returns the state of a request. An unknown state is shown as the agent spells it.
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

    /// Returns the kind of a line of the activity. An unknown kind is shown as the agent spells it.
    func entry(_ kind: String) -> String { TextKey("entry", kind).map { self($0) } ?? kind.visible }

    /// Returns the name of something that opens the wallet.
    func opening(_ kind: String) -> String { TextKey("opening", kind).map { self($0) } ?? kind.visible }

    /// Returns the meaning of a policy's `trust` for the user; nil if the user settled the rules.
    func warning(ofTrust trust: String?) -> String? {
        switch trust {
        case "reset": self(.rulesReset)
        case "unverified": self(.rulesUnverified)
        default: nil
        }
    }
}

/// An amount of SOL, counted in its billionth parts.
struct Lamports: ExpressibleByArgument, CustomStringConvertible {
    let count: UInt64

    private static let decimals = 9

    init(count: UInt64) {
        self.count = count
    }

    /// Reads SOL with at most nine decimals, such as `0.1`; no sign, no exponent.
    init?(argument: String) {
        let parts = argument.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = parts.count == 2 ? parts[1] : "0"
        guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            fraction.utf8.count <= Self.decimals
        else { return nil }
        let zeros = String(repeating: "0", count: Self.decimals - fraction.utf8.count)
        guard let lamports = UInt64(parts[0] + fraction + zeros) else { return nil }
        count = lamports
    }

    var description: String { DecimalAmount.sol(count).description }
}

import JSONRPC
import Wording

/// The meaning of a command's exit status. Scripts read it: numbers and names are only ever added (`docs/command-line.md`).
enum ExitStatus: Int32, CaseIterable {
    /// The command did its task.
    case done = 0
    /// The command failed, for a reason that has no number of its own.
    case failed = 1
    /// There is no wallet yet.
    case noWallet = 2
    /// The wallet is locked, or this takes a passphrase that wasn't given.
    case locked = 3
    /// The passphrase is wrong.
    case wrongPassphrase = 4
    /// The user said no.
    case declined = 5
    /// The request isn't waiting any more: it was decided elsewhere, taken back, or expired.
    case gone = 6
    /// The agent can't be reached, or gives no answer.
    case unreachable = 7
    /// No node of the cluster answers, or there is none.
    case noNode = 8
    /// There is no terminal to ask a question at.
    case noTerminal = 9
    /// The wallet's rules refuse it.
    case refused = 10
    /// A transaction wasn't executed, or failed.
    case notExecuted = 11
    /// A transaction was sent, and its outcome isn't known: a user who sends it again may pay twice.
    case outcomeUnknown = 12
    /// There is a newer version of Sidekey, as `update --check` has found.
    case updateAvailable = 13
    /// The line makes no sense (`EX_USAGE`).
    case usage = 64
    /// Ctrl-C, or a request to end.
    case interrupted = 130

    /// The word for it in `--json`.
    var name: String {
        switch self {
        case .done: "done"
        case .failed: "failed"
        case .noWallet: "no-wallet"
        case .locked: "locked"
        case .wrongPassphrase: "wrong-passphrase"
        case .declined: "declined"
        case .gone: "gone"
        case .unreachable: "unreachable"
        case .noNode: "no-node"
        case .noTerminal: "no-terminal"
        case .refused: "refused"
        case .notExecuted: "not-executed"
        case .outcomeUnknown: "outcome-unknown"
        case .updateAvailable: "update-available"
        case .usage: "usage"
        case .interrupted: "interrupted"
        }
    }

    /// The meaning, for the manual.
    var meaning: TextKey {
        switch self {
        case .done: .exitDone
        case .failed: .exitFailed
        case .noWallet: .exitNoWallet
        case .locked: .exitLocked
        case .wrongPassphrase: .exitWrongPassphrase
        case .declined: .exitDeclined
        case .gone: .exitGone
        case .unreachable: .exitUnreachable
        case .noNode: .exitNoNode
        case .noTerminal: .exitNoTerminal
        case .refused: .exitRefused
        case .notExecuted: .exitNotExecuted
        case .outcomeUnknown: .exitOutcomeUnknown
        case .updateAvailable: .exitUpdateAvailable
        case .usage: .exitUsage
        case .interrupted: .exitInterrupted
        }
    }
}

extension ExitStatus {
    /// Returns the status of an agent's refusal. A reason that isn't here has no status of its own.
    init(_ reason: RPCReason?) {
        self =
            switch reason {
            case .vaultMissing: .noWallet
            case .locked, .passphraseRequired: .locked
            case .wrongPassphrase, .wrongPasskey, .securityKeyPINWrong, .securityKeyOther, .tpmPINWrong,
                .tpmPINInvalid, .hardwareTokenPINWrong, .hardwareTokenPINInvalid, .fingerprintNoMatch:
                .wrongPassphrase
            case .securityKeyPIN, .tpmPIN, .hardwareTokenPIN, .fingerprintOff, .fingerprintNotKept, .fingerprintExpired,
                .fingerprintTries:
                .locked
            case .rejected, .securityKeyDenied, .securityKeyCancelled, .tpmCancelled, .fingerprintCancelled,
                .ledgerRejected, .ledgerCancelled, .hardwareTokenCancelled:
                .declined
            case .notPending, .expired, .cancelled, .connectionLost: .gone
            case .agentUnavailable: .unreachable
            case .noNetwork, .nodeUnreachable, .balanceUnknown, .balanceTooOld: .noNode
            case .promptUnavailable: .noTerminal
            case .reviewForbidden, .policyRefused, .siteBlocked, .nativeOnly, .messageIsTransaction,
                .messageIsOffchain, .signInForeign, .recipientRefused, .tokenRefused, .releaseUnverified, .releaseOlder,
                .releaseChanged:
                .refused
            case .nodeRejected, .simulationFailed, .simulationMissing, .blockhashExpired, .unconfirmed,
                .transactionFailed, .notSent:
                .notExecuted
            case .outcomeUnknown: .outcomeUnknown
            default: .failed
            }
    }
}

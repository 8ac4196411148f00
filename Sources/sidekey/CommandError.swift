import AgentSocket
import JSONRPC

/// Why a command didn't do what it was asked, in words for the person who asked.
///
/// A message names no passphrase, phrase or key, and nothing a page has said but its origin.
struct CommandError: Error {
    let message: String
    let hints: [String]
    /// The exit status that goes with it.
    let status: Int32

    init(_ message: String, hint: String? = nil, status: Int32 = 1) {
        self.message = message
        hints = hint.map { [$0] } ?? []
        self.status = status
    }

    /// The user pressed Ctrl-C or the process was told to end.
    static let interrupted = CommandError("interrupted; nothing was changed", status: 130)

    /// Says it on standard error.
    func report() {
        StandardError.write("sidekey: error: \(message)\n")
        for hint in hints { StandardError.write("sidekey: hint: \(hint)\n") }
    }
}

extension CommandError {
    init(_ error: AgentSocketError) {
        let hint: String? =
            switch error {
            case .programMissing: "the programs of Sidekey belong into one folder; run ./install.sh again"
            case .refused(let path, .openToOthers): "if nobody else has used it: chmod go= \(path)"
            case .endsAtStart, .timedOut: "sidekey doctor looks for the reason"
            default: nil
            }
        self.init(error.description, hint: hint)
    }

    init(_ error: RPCError) {
        self.init(Self.message(for: error), hint: Self.hint(for: error))
    }

    private static func message(for error: RPCError) -> String {
        let text = error.message.visible
        guard let state = error.data["state"]?.text else { return text }
        return "\(text) (\(state.visible))"
    }

    private static func hint(for error: RPCError) -> String? {
        switch error.reason {
        case .locked: "unlock it first: sidekey unlock"
        case .vaultMissing: "make a wallet first: sidekey create"
        case .vaultExists: "a wallet is never overwritten; sidekey doctor says where it is"
        case .passphraseRequired:
            "--yes alone is enough only for a wallet that was made by script and is unlocked; give --passphrase-file, or leave --yes out"
        case .notPending: "sidekey pending lists what waits"
        case .protocolMismatch:
            "the programs are of different versions; run ./install.sh again and then: sidekey stop"
        case .vaultDamaged, .storage: "sidekey doctor looks for the reason"
        default: nil
        }
    }
}

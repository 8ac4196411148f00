import AgentSocket
import JSONRPC
import Wording

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Why a command didn't do what it was asked, in words for the person who asked.
///
/// A message names no passphrase, phrase or key, and nothing a page has said but its origin.
struct CommandError: Error {
    let message: String
    let hints: [String]
    /// The exit status that goes with it.
    let status: ExitStatus
    /// The agent's refusal, where it is one.
    private var refusal: RPCError?
    /// Message and hint in English: what scripts read is the same in every language.
    private let english: (message: String, hint: String?)

    init(
        _ message: @autoclosure () -> String, hint: @autoclosure () -> String? = nil, status: ExitStatus = .failed
    ) {
        self.message = message()
        hints = hint().map { [$0] } ?? []
        self.status = status
        english = Phrasebook.$ofTerminal.withValue(.english) { (message(), hint()) }
    }

    /// The user pressed Ctrl-C or the process was told to end.
    static let interrupted = CommandError(say(.interrupted), status: .interrupted)

    /// Says it on standard error: as one line of JSON where the command was to answer in JSON, else in words.
    func report(asJSON: Bool) {
        guard !asJSON else {
            return StandardError.write(String(decoding: json.serialized(), as: UTF8.self) + "\n")
        }
        StandardError.write("sidekey: \(say(.labelError)): \(message)\n")
        for hint in hints { StandardError.write("sidekey: \(say(.labelHint)): \(hint)\n") }
    }

    private var json: JSON {
        var error: JSONObject = [
            "status": .number(status.rawValue), "name": .string(status.name), "message": .string(english.message),
            "hints": .array(english.hint.map { [.string($0)] } ?? []),
        ]
        if let refusal {
            error["code"] = .number(refusal.code.rawValue)
            error["data"] = .object(refusal.data)
            error["reason"] = refusal.reason.map { .string($0.rawValue) }
        }
        return ["error": .object(error)]
    }
}

extension CommandError {
    init(_ error: AgentSocketError) {
        self.init(error.text, hint: Self.hint(for: error), status: .unreachable)
    }

    init(_ error: RPCError) {
        self.init(Self.message(for: error), hint: Self.hint(for: error), status: ExitStatus(error.reason))
        refusal = error
    }

    private static func hint(for error: AgentSocketError) -> String? {
        switch error {
        case .programMissing: say(.hintProgramsTogether)
        case .diskFull: say(.hintFreeSpace)
        case .diskReadOnly: say(.hintWritableDisk)
        case .socketPathTooLong(let path, _, _):
            FileSystem.variable(of: path) == "SIDEKEY_HOME" ? say(.hintShorterHome) : say(.hintShorterRuntime)
        case .refused(let path, .openToOthers):
            FileSystem.isShared(path) ? sharedFolderHint(path) : say(.hintCloseFolder, ["path": path])
        case .refused(let path, .owner):
            FileSystem.isShared(path)
                ? sharedFolderHint(path) : say(.hintOtherFolder, ["variable": FileSystem.variable(of: path)])
        case .refused(let path, .parentOpenToAll), .refused(let path, .parentOwner):
            say(.hintOtherFolder, ["variable": FileSystem.variable(of: path)])
        case .endsAtStart, .timedOut: say(.hintDoctor)
        default: nil
        }
    }

    /// A folder that everybody uses is not to be closed: the wallet gets one of its own inside it.
    private static func sharedFolderHint(_ path: String) -> String {
        say(
            .hintSharedFolder,
            ["path": path, "variable": FileSystem.variable(of: path), "user": "\(geteuid())"])
    }

    private static func message(for error: RPCError) -> String {
        let text = say.refusal(error.reason?.rawValue, message: error.message.visible)
        if let state = error.data["state"]?.text { return "\(text) (\(say.state(state)))" }
        let nodes = (error.data["nodes"]?.array ?? []).compactMap { $0.text?.visible }
        return nodes.isEmpty ? text : "\(text) (\(nodes.joined(separator: ", ")))"
    }

    private static func hint(for error: RPCError) -> String? {
        switch error.reason {
        case .locked: say(.hintUnlockFirst)
        case .vaultMissing: say(.hintMakeWalletFirst)
        case .vaultExists: say(.hintNeverOverwritten)
        case .passphraseRequired: say(.hintYesAlone)
        case .notPending: say(.hintPending)
        case .protocolMismatch: say(.hintVersionsDiffer)
        case .noNetwork: say(.hintNetwork)
        case .diskFull: say(.hintFreeSpace)
        case .diskReadOnly: say(.hintWritableDisk)
        case .vaultDamaged, .storage: say(.hintDoctor)
        case .contactUnknown: say(.hintContactNames)
        case .belowRent:
            error.data["most"]?.text.flatMap(UInt64.init).flatMap { most in
                most > 0 ? say(.hintSendAtMost, ["amount": "\(Lamports(count: most))"]) : nil
            }
        case .recipientRefused where error.data["finding"] == "token-account":
            error.data["address"]?.text.map { say(.hintHolder, ["address": $0.visible]) }
        case .recipientRefused where error.data["finding"] == "off-curve": say(.hintAllowOffCurve)
        default: nil
        }
    }
}

import AgentSocket
import JSONRPC
import WalletKeys
import Wording

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The reason why a command failed, in words for the user.
///
/// A message names no passphrase, phrase or key, and nothing that a page has said except its origin.
struct CommandError: Error {
    let message: String
    let hints: [String]
    /// The exit status that goes with it.
    let status: ExitStatus
    /// The agent's refusal, if it is one.
    private(set) var refusal: RPCError?
    /// Message and hint in English: scripts read the same text in every language.
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

    /// Reports the error on standard error: as one line of JSON if the command was to answer in JSON, or else in words.
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

    /// Returns the hint for a folder that everybody uses. It can't be closed, so the wallet gets a folder of its own inside it.
    private static func sharedFolderHint(_ path: String) -> String {
        say(
            .hintSharedFolder,
            ["path": path, "variable": FileSystem.variable(of: path), "user": "\(geteuid())"])
    }

    /// Returns the reason a stake stays as it is, and what to do about it.
    private static func stakeHint(_ data: JSONObject) -> String? {
        switch data["fault"]?.text {
        case "foreign": say(.hintStakeForeign)
        case "locked": say(.hintStakeLocked)
        case "inactive": say(.hintStakeInactive)
        case "staked": say(.hintStakeStaked)
        case "excess":
            data["available"]?.text.flatMap(UInt64.init).map {
                say(.hintStakeExcess, ["amount": "\(Lamports(count: $0))"])
            }
        default: say(.hintStakeUnknown)
        }
    }

    /// Returns the reason a vote can't be given, and what to do about it.
    private static func voteHint(_ data: JSONObject) -> String? {
        switch data["fault"]?.text {
        case "foreign": say(.hintVoteForeign)
        case "not-allowed": say(.hintVoteNotAllowed)
        case "no-proposal": say(.hintVoteNoProposal)
        case "closed": say(.hintVoteClosed)
        case "stale": say(.hintVoteStale)
        case "given": say(.hintVoteGiven)
        default: say(.hintVoteUnknown)
        }
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
        case .passphraseRequired where error.data["given"] == "security-key": say(.hintTouchOnly)
        case .passphraseRequired: say(.hintYesAlone)
        case .notPending: say(.hintPending)
        case .nonceMissing: say(.hintNonce)
        case .signatureRefused: say(.hintExports)
        case .protocolMismatch: say(.hintVersionsDiffer)
        case .noNetwork: say(.hintNetwork)
        case .diskFull: say(.hintFreeSpace)
        case .diskReadOnly: say(.hintWritableDisk)
        case .vaultDamaged, .storage: say(.hintDoctor)
        case .contactUnknown: say(.hintContactNames)
        case .nameUnresolved, .nameDisputed, .nameMoved: say(.hintNameAgain)
        case .belowRent:
            error.data["most"]?.text.flatMap(UInt64.init).flatMap { most in
                most > 0 ? say(.hintSendAtMost, ["amount": "\(Lamports(count: most))"]) : nil
            }
        case .recipientRefused where error.data["finding"] == "token-account":
            error.data["address"]?.text.map { say(.hintHolder, ["address": $0.visible]) }
        case .recipientRefused where error.data["finding"] == "off-curve": say(.hintAllowOffCurve)
        case .stakeTooSmall:
            error.data["minimum"]?.text.flatMap(UInt64.init).map {
                say(.hintStakeAtLeast, ["amount": "\(Lamports(count: $0))"])
            }
        case .stakeRefused: Self.stakeHint(error.data)
        case .voteRefused: Self.voteHint(error.data)
        case .validatorRefused where error.data["fault"] == "delinquent": say(.hintStakeDelinquent)
        case .validatorRefused: say(.hintStakeValidators)
        case .securityKeyPINWrong: error.data["retries"]?.int.map { say(.hintPINTriesLeft, $0) }
        case .tpmPINWrong: error.data["retries"]?.int.map { say(.hintTPMTriesLeft, $0) }
        case .tpmLocked: error.data["seconds"]?.int.map { say(.hintTPMWait, ($0 + 59) / 60) }
        case .tokenKnown: say(.hintBurnKnown, ["symbol": error.data["symbol"]?.text?.visible ?? "?"])
        default: nil
        }
    }
}

/// The checks of a command on the wallet before it asks the user anything.
enum Wallet {
    /// - Parameter greeting: the answer to `hello`.
    /// - Throws: if there is no wallet yet.
    static func requireSome(_ greeting: JSON) throws(CommandError) {
        guard greeting["vault"]?.text == "none" else { return }
        throw CommandError(say(.walletMissing), hint: say(.hintMakeOne), status: .noWallet)
    }

    /// - Throws: if there is a wallet already.
    static func requireNone(_ greeting: JSON) throws(CommandError) {
        guard greeting["vault"]?.text != "none" else { return }
        throw CommandError(say(.walletExists), hint: say(.hintNeverOverwritten))
    }
}

extension AgentSocketError {
    /// The description in the user's language.
    var text: String {
        switch self {
        case .noHome: say(.socketNoHome)
        case .homeRelative: say(.socketHomeRelative)
        case .refused(let path, let fault): fault.text(of: path)
        case .socketPathTooLong(let path, let count, let limit):
            say(.countedPathTooLong, count, ["limit": "\(limit)", "path": path])
        case .diskFull(let path): say(.diskIsFull, ["path": path])
        case .diskReadOnly(let path): say(.diskIsReadOnly, ["path": path])
        case .system(let call, let path, let number):
            say(
                .socketCallFailed,
                ["call": call.rawValue, "path": path, "error": String(cString: strerror(number))])
        case .foreignServer(let uid): say(.socketForeign, ["user": "\(uid)"])
        case .socketServed(let path): say(.socketServed, ["path": path])
        case .notRunning: say(.agentNotRunning)
        case .programMissing(let path): say(.agentProgramMissing, ["path": path])
        case .endsAtStart(let starts): say(.countedStarts, starts)
        case .timedOut(let milliseconds): say(.agentSilent, ["seconds": "\(max(1, (milliseconds + 500) / 1000))"])
        case .abandoned: say(.agentAbandoned)
        }
    }
}

extension AgentSocketError.PathFault {
    /// Returns the fault of the path in words.
    fileprivate func text(of path: String) -> String {
        switch self {
        case .symbolicLink: say(.pathIsLink, ["path": path])
        case .notAFolder: say(.pathIsNoFolder, ["path": path])
        case .notAFile: say(.pathIsNoFile, ["path": path])
        case .notASocket: say(.pathIsNoSocket, ["path": path])
        case .owner(let uid): say(.pathIsOfUser, ["path": path, "user": "\(uid)"])
        case .openToOthers(let mode): say(.pathIsOpen, ["path": path, "mode": String(mode, radix: 8)])
        case .parentOwner(let uid): say(.pathInFolderOfUser, ["path": path, "user": "\(uid)"])
        case .parentOpenToAll: say(.pathInOpenFolder, ["path": path])
        }
    }
}

extension WalletKeyError {
    /// The description in the user's language, if it is about what the user typed.
    var text: String {
        switch self {
        case .passphraseInvalid(let fault): say(.passphraseUnusable, ["fault": fault.text])
        case .phraseInvalid(let error): error.text
        default: description
        }
    }
}

extension PassphraseFault {
    /// The description in the user's language.
    var text: String {
        switch self {
        case .empty: say(.passphraseIsEmpty)
        case .tooShort: say(.passphraseTooShort, Passphrase.minimumCount)
        case .tooLong: say(.passphraseTooLong, Passphrase.maximumCount)
        case .notUTF8: say(.passphraseIsNotUTF8)
        case .controlCharacter: say(.passphraseHasControl)
        case .guessable: say(.passphraseIsGuessable)
        }
    }
}

extension SeedPhraseError {
    /// The description in the user's language; words are named by their position.
    var text: String {
        switch self {
        case .wordCount(let count): say(.phraseWordCount, ["count": "\(count)"])
        case .unknownWord(let position): say(.phraseWordUnknown, ["position": "\(position)"])
        case .checksum: say(.phraseChecksum)
        case .passphrase(let fault): say(.seedPassphraseUnusable, ["fault": fault.text])
        }
    }
}

extension PrivateKeyTextError {
    /// The description in the user's language; it holds nothing of the key.
    var text: String {
        switch self {
        case .tooLong: say(.countedKeyTooLong, PrivateKeyText.maximumCount)
        case .syntax(let offset): say(.keySyntax, ["offset": "\(offset)"])
        case .count(let count): say(.keyCount, ["count": "\(count)"])
        case .length: say(.keyLength)
        case .publicKeyDiffers: say(.keyHalvesDiffer)
        }
    }
}

import JSONRPC
import Pinentry
import Salt
import Screens
import Wording

/// Unlocking by a finger in Sidekey's own window, and by the passphrase where that is asked for too.
///
/// ```
/// asking:   what a finger does now, the passphrase's field;  Cancel, Use fingerprint, Unlock
/// waiting:  "Put your finger on the sensor.";  Cancel
/// over:     why no finger is taken any more;  Close
/// ```
///
/// The sensor waits once its button was pressed, under the same half second as Approve: nobody presses it below a locked screen, or by a press that was
/// meant for something else.
struct UnlockScreen: Sendable {
    private enum ID {
        static let finger = "fingerprint"
        static let unlock = "unlock"
    }

    private enum Step: Sendable {
        case asking(problem: String? = nil, wrong: String? = nil)
        case waiting
        case over(String)
    }

    private enum Waited: Sendable {
        case present
        /// - Parameter fault: The reason that no finger is taken any more.
        case answered(WindowConversation.Answer, fault: RPCError?)
    }

    private let dialog: PromptDialog
    private let lines: [String]
    private let finger: @Sendable () async throws(RPCError) -> Void
    private let passphrase: (@Sendable (consuming SecretBytes) async throws(RPCError) -> Void)?

    /// - Parameters:
    ///   - lines: What stands below the question.
    ///   - passphrase: Opens the wallet with the passphrase; nil if only a finger is asked for.
    ///   - finger: Waits for a finger.
    init(
        _ dialog: PromptDialog, lines: [String] = [],
        passphrase: (@Sendable (consuming SecretBytes) async throws(RPCError) -> Void)? = nil,
        finger: @escaping @Sendable () async throws(RPCError) -> Void
    ) {
        self.dialog = dialog
        self.lines = lines
        self.passphrase = passphrase
        self.finger = finger
    }

    /// The way in which the user is known now.
    enum Outcome: Sendable {
        /// A finger matched; nothing is open yet.
        case present
        /// The passphrase has opened the wallet.
        case unlocked
    }

    private var words: Phrasebook { dialog.words }

    /// Asks; true once a finger matched, nil if the user gave up.
    func ask() async throws(RPCError) -> Bool? {
        try await run().map { _ in true }
    }

    func run() async throws(RPCError) -> Outcome? {
        guard let window = dialog.conversation as? any ScreenConversation else { return try await confirm() }
        var tries = PassphraseTries()
        var answer = try await show(window, .asking())
        while true {
            switch answer.button {
            case ID.finger:
                switch try await wait(window) {
                case .present: return .present
                case .answered(_, let fault?): throw fault
                case .answered(let next, nil): answer = next
                }
            case ID.unlock:
                guard let passphrase, let secret = answer.secret() else { return nil }
                do throws(RPCError) {
                    try await passphrase(secret)
                    dialog.proven()
                    return .unlocked
                } catch {
                    answer = try await show(window, .asking(wrong: try tries.note(error, in: words)))
                }
            default: return nil
            }
        }
    }

    /// The same in a pinentry, which has two buttons and can't wait for a finger while it is open.
    private func confirm() async throws(RPCError) -> Outcome? {
        let question = dialog.question(
            "\(words(.unlockQuestion))\n\n\(words(.fingerprintPress))", ok: .promptFingerprint)
        guard try await dialog.confirm(question) == .yes else { return nil }
        try await finger()
        return .present
    }

    private func show(_ window: any ScreenConversation, _ step: Step) async throws(RPCError)
        -> WindowConversation.Answer
    {
        do throws(PinentryError) {
            return try await window.ask(showing: nil, measuring: nil) { screen($0, step) }
        } catch {
            throw RPCError(error, command: dialog.command)
        }
    }

    /// Waits for a finger while the window says so. A press in it, or its end, ends the waiting.
    private func wait(_ window: any ScreenConversation) async throws(RPCError) -> Waited {
        let (steps, next) = AsyncStream.makeStream(of: Step.self)
        let touch = Task { () -> Result<Void, RPCError> in
            do throws(RPCError) { return .success(try await finger()) } catch { return .failure(error) }
        }
        let asking = Task { () -> Result<WindowConversation.Answer, RPCError> in
            defer { touch.cancel() }
            do throws(PinentryError) {
                return .success(
                    try await window.ask(
                        showing: nil, measuring: nil,
                        replacing: {
                            for await step in steps { return { screen($0, step) } }
                            return nil
                        }
                    ) { screen($0, .waiting) })
            } catch {
                return .failure(RPCError(error, command: dialog.command))
            }
        }
        defer { next.finish() }
        let result = await withTaskCancellationHandler { () async -> Result<Waited, RPCError> in
            var fault: RPCError?
            switch await touch.value {
            case .success:
                // The window has nothing more to ask. A press that was quicker counts.
                asking.cancel()
                guard case .success(let answer) = await asking.value else { return .success(.present) }
                return .success(.answered(answer, fault: nil))
            case .failure(let error) where Self.canFollow(error):
                next.yield(.asking(problem: text(of: error)))
            case .failure(let error):
                fault = error
                next.yield(.over(text(of: error)))
            }
            return await asking.value.map { .answered($0, fault: fault) }
        } onCancel: {
            touch.cancel()
            asking.cancel()
        }
        return try result.get()
    }

    /// Returns true if another finger may follow.
    private static func canFollow(_ error: RPCError) -> Bool {
        [.fingerprintNoMatch, .fingerprintTimeout, .fingerprintBusy, .fingerprintRemoved, .fingerprintFault]
            .contains(error.reason)
    }

    private func text(of error: RPCError) -> String {
        if let left = error.data["retries"]?.int { return words(.promptWrongFinger, left) }
        return error.reason.flatMap { TextKey("refusal", $0.rawValue) }.map { words($0) }
            ?? words.refusal(nil, message: error.message)
    }

    private func screen(_ number: Int, _ step: Step) -> Screen {
        var parts: [ScreenPart] = []
        if let word = dialog.recognition { parts.append(.text(words(.promptRecognition, ["word": word]), .muted)) }
        parts.append(.heading(words(.unlockQuestion)))
        parts += lines.map { .text($0, .plain) }
        var buttons = [Screen.Button(id: ScreenDialog.ID.cancel, label: words(.promptCancel))]
        var field: Screen.Field?
        switch step {
        case .asking(let problem, let wrong):
            parts.append(.text(words(.fingerprintPress), .plain))
            if let problem { parts.append(.text(problem, .note)) }
            buttons.append(Screen.Button(id: ID.finger, label: words(.promptFingerprint), style: .primary))
            if passphrase != nil {
                field = Screen.Field(label: words(.promptPassphrase), problem: wrong, capsLock: words(.capsLockOn))
                buttons.append(
                    Screen.Button(id: ID.unlock, label: words(.unlockButton), style: .primary, takesField: true))
            }
        case .waiting:
            parts.append(.text(words(.fingerprintTouch), .note))
            buttons.append(
                Screen.Button(id: ID.finger, label: words(.promptFingerprint), style: .primary, isEnabled: false))
        case .over(let problem):
            parts.append(.text(problem, .note))
            buttons = [Screen.Button(id: ScreenDialog.ID.cancel, label: words(.ceremonyDone))]
        }
        return Screen(
            number: number, title: PromptDialog.title, parts: parts, field: field, buttons: buttons,
            tooSoon: words(.promptTooSoon))
    }
}

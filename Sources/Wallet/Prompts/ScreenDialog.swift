import JSONRPC
import Pinentry
import Salt
import Screens
import Wording

/// A dialog in Sidekey's own window: screens with the user's word at the top, and buttons to give up, to go back and to go on.
struct ScreenDialog: Sendable {
    enum ID {
        static let cancel = "cancel"
        static let back = "back"
        static let next = "next"
    }

    /// The choices and texts of a screen, by the ids of its parts.
    typealias Values = [String: [String]]

    private let window: any ScreenConversation
    private let dialog: PromptDialog

    /// - Throws: -32000 (`prompt-unavailable`) where there is no window of Sidekey's own: a pinentry has no room for it.
    init(_ dialog: PromptDialog) throws(RPCError) {
        guard let window = dialog.conversation as? any ScreenConversation else {
            throw RPCError(PinentryError.noWindow, command: dialog.command)
        }
        (self.window, self.dialog) = (window, dialog)
    }

    var words: Phrasebook { dialog.words }

    /// Shows a screen and waits for a press.
    ///
    /// - Parameters:
    ///   - next: The label of the button that goes on.
    ///   - end: The label of the button that ends it.
    ///   - isLast: True if that is the only button: nothing is left to give up.
    ///   - takesField: True if that button hands over the secrets of the screen.
    ///   - text: The text of the screen's part for secrets.
    func ask(
        _ title: TextKey, _ parts: [ScreenPart], field: Screen.Field? = nil, next: TextKey = .promptGoOn,
        end: TextKey = .promptCancel, style: Screen.Button.Style = .next, takesField: Bool = false,
        hasBack: Bool = false, isLast: Bool = false, problem: String? = nil, showing text: consuming SecretBytes? = nil,
        measuring: WindowConversation.Measuring? = nil
    ) async throws(RPCError) -> WindowConversation.Answer {
        var whole: [ScreenPart] = []
        if let word = dialog.recognition { whole.append(.text(words(.promptRecognition, ["word": word]), .muted)) }
        whole.append(.heading(words(title)))
        whole += parts
        if let problem { whole.append(.text(problem, .note)) }
        var buttons = isLast ? [] : [Screen.Button(id: ID.cancel, label: words(end))]
        if hasBack { buttons.append(Screen.Button(id: ID.back, label: words(.promptBack))) }
        buttons.append(Screen.Button(id: ID.next, label: words(next), style: style, takesField: takesField))
        do throws(PinentryError) {
            return try await window.ask(showing: text, measuring: measuring) { [whole, buttons, words] number in
                Screen(
                    number: number, title: PromptDialog.title, parts: whole, field: field, buttons: buttons,
                    tooSoon: words(.promptTooSoon))
            }
        } catch {
            throw RPCError(error, command: dialog.command)
        }
    }

    /// Shows something that asks nothing.
    ///
    /// - Parameter isLast: True if nothing follows.
    /// - Returns: False if the user wants no more of it.
    func tell(
        _ title: TextKey, _ parts: [ScreenPart], isLast: Bool, showing text: consuming SecretBytes? = nil
    ) async throws(RPCError) -> Bool {
        let answer = try await ask(
            title, parts, next: isLast ? .ceremonyDone : .promptGoOn, isLast: isLast, showing: text)
        return answer.button == ID.next
    }

    /// Asks for the passphrase below a screen's parts, three times at most; what the parts took is asked again where it can't be used.
    ///
    /// - Parameters:
    ///   - label: The name of the field.
    ///   - parts: The parts; they get what was typed before.
    ///   - check: Says what is wrong with what was typed and chosen; nil if nothing is.
    ///   - accept: Throws 4100 (`wrong-passphrase`) or -32000 (`passphrase-invalid`) if the passphrase can't be the one.
    /// - Returns: The result of `accept`; nil if the user gave up.
    /// - Throws: The error of `accept` at the third passphrase.
    func prove<Value: Sendable>(
        _ title: TextKey, next: TextKey, label: TextKey = .promptPassphrase,
        parts: (Values) -> [ScreenPart], check: (Values) -> String? = { _ in nil },
        accept: (Values, consuming SecretBytes) async throws(RPCError) -> Value
    ) async throws(RPCError) -> Value? {
        var values: Values = [:]
        var problem: String?
        var wrong: String?
        var tries = PassphraseTries()
        while true {
            let field = Screen.Field(label: words(label), problem: wrong, capsLock: words(.capsLockOn))
            let answer = try await ask(
                title, parts(values), field: field, next: next, style: .primary, takesField: true, problem: problem)
            guard answer.button == ID.next, let passphrase = answer.secret() else { return nil }
            (values, wrong) = (answer.values, nil)
            problem = check(values)
            guard problem == nil else { continue }
            do throws(RPCError) {
                let value = try await accept(values, passphrase)
                dialog.proven()
                return value
            } catch {
                wrong = try tries.note(error, in: words)
            }
        }
    }
}

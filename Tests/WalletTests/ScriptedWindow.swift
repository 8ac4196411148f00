import Pinentry
import Salt
import Screens
import Synchronization
import Wallet

/// A person before Sidekey's own window, who answers each screen as a test wrote down beforehand.
final class ScriptedWindow: NativePrompt {
    /// A press, with what was typed and chosen before it.
    struct Press: Sendable {
        var button = "next"
        var values: [String: [String]] = [:]
        var secrets: [String] = []
        /// Types the words that are asked for, as they were shown.
        var isFromPaper = false
        var fault: PinentryError?

        static let cancel = Press(button: "cancel")
        static let back = Press(button: "back")
        static let next = Press()
        static let fromPaper = Press(isFromPaper: true)

        static func next(_ secrets: String..., values: [String: [String]] = [:]) -> Press {
            Press(values: values, secrets: secrets)
        }

        static func fail(_ error: PinentryError) -> Press { Press(fault: error) }
    }

    private struct State {
        var presses: [Press]
        var screens: [Screen] = []
        var questions: [PinentryQuestion] = []
        /// The words that were shown last.
        var paper: [String] = []
        /// Each text that only the user may read.
        var papers: [[String]] = []
        var open = 0
        var displays: [String] = []
    }

    private let state: Mutex<State>

    init(_ presses: [Press] = []) { state = Mutex(State(presses: presses)) }

    func expect(_ presses: Press...) { state.withLock { $0.presses += presses } }

    /// Puts words before the person that were written down long ago.
    func hold(_ words: [String]) { state.withLock { $0.paper = words } }

    /// Every screen so far.
    var screens: [Screen] { state.withLock(\.screens) }
    /// The questions that have no screen of their own.
    var questions: [PinentryQuestion] { state.withLock(\.questions) }
    var paper: [String] { state.withLock(\.paper) }
    var papers: [[String]] { state.withLock(\.papers) }
    var open: Int { state.withLock(\.open) }
    /// Where each conversation was held.
    var displays: [String] { state.withLock(\.displays) }
    /// The headings, one a screen.
    var headings: [String] {
        screens.map { screen in
            screen.parts.lazy.compactMap { if case .heading(let text) = $0 { text } else { nil } }.first ?? ""
        }
    }
    /// What was wrong on the screens, beside their texts and at their fields.
    var problems: [String] {
        screens.flatMap { screen in
            screen.parts.compactMap { if case .text(let text, .note) = $0 { text } else { nil } }
                + (screen.field?.problem.map { [$0] } ?? [])
        }
    }

    func open(
        on display: DisplayEnvironment, limit: Duration
    ) async throws(PinentryError) -> any PromptConversation {
        guard display.hasDisplay else { throw .noDisplay }
        state.withLock { state in
            state.open += 1
            state.displays.append(display["DISPLAY"] ?? display["WAYLAND_DISPLAY"] ?? "")
        }
        return Conversation(window: self)
    }

    private struct Conversation: ScreenConversation {
        let window: ScriptedWindow

        func ask(
            showing text: consuming SecretBytes?, measuring: WindowConversation.Measuring?,
            replacing: WindowConversation.Replacing?, _ screen: @Sendable (_ number: Int) -> Screen
        ) async throws(PinentryError) -> WindowConversation.Answer {
            var shown: String?
            if let text { shown = String(decoding: text.disclosed(), as: UTF8.self) }
            let read = shown
            let (press, first, paper) = window.state.withLock { state in
                let screen = screen(state.screens.count + 1)
                state.screens.append(screen)
                if let read {
                    state.paper = read.split(separator: " ").map(String.init)
                    state.papers.append(state.paper)
                }
                return (state.presses.isEmpty ? .cancel : state.presses.removeFirst(), screen, state.paper)
            }
            if let fault = press.fault { throw fault }
            var screen = first
            // A button that can't be pressed is waited for.
            while screen.buttons.contains(where: { $0.id == press.button && !$0.isEnabled }) {
                guard let next = await replacing?() else { throw .cancelled }
                screen = window.state.withLock { state in
                    let screen = next(state.screens.count + 1)
                    state.screens.append(screen)
                    return screen
                }
            }
            var secrets = press.secrets
            if press.isFromPaper {
                for case .wordFields(let labels, _) in screen.parts {
                    let positions = labels.compactMap { label in Int(label.filter { $0.isNumber }) }
                    secrets.append(positions.map { paper[$0 - 1] }.joined(separator: " "))
                }
            }
            if let measuring, let typed = secrets.last {
                _ = measuring(SecretBytes(copying: Array(typed.utf8)), screen.number)
            }
            return WindowConversation.Answer(
                button: press.button, screen: screen.number, values: press.values,
                secrets: secrets.map { SecretAnswer(SecretBytes(copying: Array($0.utf8))) })
        }

        func confirm(_ question: PinentryQuestion) async throws(PinentryError) -> PinentryAnswer {
            window.state.withLock { $0.questions.append(question) }
            return .cancelled
        }
        func secret(_ question: PinentryQuestion) async throws(PinentryError) -> PinentrySecret {
            let press = window.state.withLock { state in
                state.questions.append(question)
                return state.presses.isEmpty ? .cancel : state.presses.removeFirst()
            }
            guard let secret = press.secrets.first else { return .cancelled }
            return .given(SecretBytes(copying: Array(secret.utf8)))
        }

        func describe(_ text: consuming SecretBytes) async throws(PinentryError) {}
        func close() async { window.state.withLock { $0.open -= 1 } }
    }
}

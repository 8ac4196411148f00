public import Pinentry
public import Salt
public import Screens
import Synchronization

/// A conversation in Sidekey's own window, which takes the questions of every prompt as screens.
public final class WindowPrompt: ScreenConversation {
    private let conversation: WindowConversation
    /// The text of the next question, if only the user may read it.
    private let text = Mutex<HeldSecret?>(nil)

    private enum Button {
        static let yes = "yes"
        static let no = "no"
        static let cancel = "cancel"
    }

    public init(_ conversation: WindowConversation) {
        self.conversation = conversation
    }

    public func ask(
        showing text: consuming SecretBytes?, measuring: WindowConversation.Measuring?,
        replacing: WindowConversation.Replacing?, _ screen: @Sendable (_ number: Int) -> Screen
    ) async throws(PinentryError) -> WindowConversation.Answer {
        try await conversation.ask(showing: text, measuring: measuring, replacing: replacing, screen)
    }

    public func confirm(_ question: PinentryQuestion) async throws(PinentryError) -> PinentryAnswer {
        let answer = try await ask(question, field: nil)
        switch answer.button {
        case Button.yes: return .yes
        case Button.no: return .no
        default: return .cancelled
        }
    }

    public func secret(_ question: PinentryQuestion) async throws(PinentryError) -> PinentrySecret {
        let field = Screen.Field(
            label: question.prompt ?? "", problem: question.error, capsLock: question.capsLock ?? "")
        let answer = try await ask(question, field: field)
        guard answer.button == Button.yes, let secret = answer.secret() else { return .cancelled }
        return .given(secret)
    }

    public func describe(_ text: consuming SecretBytes) async throws(PinentryError) {
        let held = HeldSecret(text)
        self.text.withLock { $0 = held }
    }

    public func close() async { await conversation.close() }

    private func ask(
        _ question: PinentryQuestion, field: Screen.Field?
    ) async throws(PinentryError) -> WindowConversation.Answer {
        let held = text.withLock { text in
            defer { text = nil }
            return question.description == nil ? text : nil
        }
        var parts: [ScreenPart] = held == nil ? [] : [.secret(reveal: nil)]
        for (index, block) in (question.description ?? "").split(separator: "\n\n").enumerated() {
            // The heading of all prompts, what is asked, and then what it means.
            guard index > 0 else {
                parts.append(.text(String(block), .muted))
                continue
            }
            for (number, line) in block.split(separator: "\n").enumerated() {
                parts.append(Self.part(line, index == 1 && number == 0 ? .sentence : .plain))
            }
        }
        var buttons = [Screen.Button(id: Button.cancel, label: question.cancel)]
        if let notOK = question.notOK { buttons.append(Screen.Button(id: Button.no, label: notOK)) }
        buttons.append(Screen.Button(id: Button.yes, label: question.ok, style: .primary, takesField: field != nil))
        return try await conversation.ask(showing: held.map { $0.bytes.clone() }) { [parts, buttons] number in
            Screen(
                number: number, title: question.title, parts: parts, field: field,
                buttons: buttons, tooSoon: question.tooSoon ?? "")
        }
    }

    /// The part of a line. One that stands in is a value: an address, or somebody's own text behind a bar.
    private static func part(_ line: Substring, _ style: ScreenPart.Style) -> ScreenPart {
        if line.hasPrefix("  | ") { return .quote(String(line.dropFirst(4)), isHex: false) }
        if line.hasPrefix("  ") { return .quote(String(line.dropFirst(2)), isHex: true) }
        return .text(String(line), style)
    }
}

import Pinentry
import Salt
import Synchronization
import Wallet

/// A person who answers the wallet's prompts as a test wrote down beforehand.
final class ScriptedPrompt: NativePrompt {
    enum Reply: Sendable {
        case yes
        /// Says yes once something has happened.
        case yesAfter(@Sendable () async -> Void)
        case no
        case cancel
        case timeOut
        case type(String)
        /// Looks at it until it is taken away.
        case wait
        /// Looks at it until the test has them close it.
        case hold
        case fail(PinentryError)
    }

    private struct State {
        var replies: [Reply]
        var questions: [PinentryQuestion] = []
        /// The words that were shown, by their positions.
        var paper: [Int: String] = [:]
        /// The secret pages that were shown.
        var pages: [String] = []
        var open = 0
        var opened = 0
        var mostOpen = 0
        var isReleased = false
        var displays: [String] = []
    }

    private let state: Mutex<State>

    init(_ replies: [Reply] = []) {
        state = Mutex(State(replies: replies))
    }

    func expect(_ replies: Reply...) {
        state.withLock { $0.replies += replies }
    }

    /// Closes what is held.
    func release() {
        state.withLock { $0.isReleased = true }
    }

    /// Everything that was asked so far.
    var questions: [PinentryQuestion] { state.withLock(\.questions) }
    /// The words that were shown, in their order.
    var paper: [String] {
        state.withLock { state in state.paper.sorted { $0.key < $1.key }.map(\.value) }
    }
    /// The pages that hold words of a phrase.
    var pages: [String] { state.withLock(\.pages) }
    /// How many conversations are open.
    var open: Int { state.withLock(\.open) }
    var opened: Int { state.withLock(\.opened) }
    var mostOpen: Int { state.withLock(\.mostOpen) }
    /// Where each conversation was held.
    var displays: [String] { state.withLock(\.displays) }

    func open(
        on display: DisplayEnvironment, limit: Duration
    ) async throws(PinentryError) -> any PromptConversation {
        guard display.hasDisplay else { throw .noDisplay }
        state.withLock { state in
            state.open += 1
            state.opened += 1
            state.displays.append(display["DISPLAY"] ?? display["WAYLAND_DISPLAY"] ?? "")
            state.mostOpen = max(state.mostOpen, state.open)
        }
        return Conversation(prompt: self)
    }

    private func reply(to question: PinentryQuestion) async throws(PinentryError) -> Reply {
        let said = [
            question.description, question.prompt, question.error, question.ok, question.cancel, question.notOK,
        ]
        guard said.allSatisfy({ AssuanCommand.encodedCount(($0 ?? "").utf8) < 990 }) else { throw .fault(.lineTooLong) }
        let reply = state.withLock { state in
            state.questions.append(question)
            return state.replies.isEmpty ? .cancel : state.replies.removeFirst()
        }
        switch reply {
        case .fail(let error): throw error
        case .wait:
            while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(5)) }
            throw .cancelled
        case .hold:
            while !Task.isCancelled, !state.withLock(\.isReleased) { try? await Task.sleep(for: .milliseconds(5)) }
            return .cancel
        case .yesAfter(let happens):
            await happens()
            return .yes
        default: return reply
        }
    }

    private struct Conversation: PromptConversation {
        let prompt: ScriptedPrompt

        func confirm(_ question: PinentryQuestion) async throws(PinentryError) -> PinentryAnswer {
            switch try await prompt.reply(to: question) {
            case .yes: .yes
            case .no: .no
            case .timeOut: .timedOut
            default: .cancelled
            }
        }

        func secret(_ question: PinentryQuestion) async throws(PinentryError) -> PinentrySecret {
            switch try await prompt.reply(to: question) {
            case .type(let text): return .given(SecretBytes(copying: Array(text.utf8)))
            case .timeOut: return .timedOut
            default: return .cancelled
            }
        }

        func describe(_ text: consuming SecretBytes) async throws(PinentryError) {
            let page = String(decoding: text.disclosed(), as: UTF8.self)
            guard AssuanCommand.encodedCount(page.utf8) < 990 else { throw .fault(.lineTooLong) }
            prompt.state.withLock { state in
                state.pages.append(page)
                for line in page.split(separator: "\n") {
                    let parts = line.split(separator: " ")
                    if parts.count == 2, let number = Int(parts[0].dropLast()) {
                        state.paper[number] = String(parts[1])
                    }
                }
            }
        }

        func close() async {
            prompt.state.withLock { $0.open -= 1 }
        }
    }
}

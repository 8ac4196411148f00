public import Salt
import Synchronization

/// A conversation with one pinentry from its start to its end, one question at a time.
///
/// ```
/// pinentry: OK Pleased to meet you
///     wallet: OPTION lc-ctype=C.UTF-8, SETTITLE ..., SETDESC ..., SETTIMEOUT 120, each answered by OK
///     wallet: CONFIRM
/// pinentry: OK | ERR 83886179 cancelled | ERR 83886194 not confirmed | ERR 83886142 timeout
/// ```
///
/// The program gets an environment of its own and inherits nothing. After an error the conversation is over. ``close()`` kills
/// the program and waits for its end, and so does the deinitialization of this object.
///
/// - Note: The protocol is in `pinentry.info`, node "Protocol".
public final class PinentryConversation: Sendable {
    private let thread: ConversationThread
    private let process: PinentryProcess

    /// The terminal for prompts: its name (`/dev/pts/3`) and kind (`xterm`).
    public struct Terminal: Sendable, Hashable {
        let name: String
        let kind: String

        public init(name: String, kind: String) {
            self.name = name
            self.kind = kind
        }
    }

    private init(thread: ConversationThread, process: PinentryProcess) {
        self.thread = thread
        self.process = process
    }

    deinit {
        process.cancel()
        // The process may be in use on its thread until it has seen that; it ends when that lets it go.
        thread.end()
    }

    /// Starts a program and reads its greeting.
    ///
    /// - Parameter limit: The time limit for everything until the conversation is closed.
    /// - Throws: `noDisplay`, `notStarted`, `ended`, `timedOut`, `cancelled`, `fault`, `refused`.
    public static func open(
        _ program: PinentryProgram, display: DisplayEnvironment, terminal: Terminal? = nil, limit: Duration
    ) async throws(PinentryError) -> PinentryConversation {
        guard display.hasDisplay || terminal != nil else { throw .noDisplay }
        let deadline = ContinuousClock.now + limit
        let thread = try ConversationThread()
        let process = try await thread.startProgram(program, environment: display.variables, deadline: deadline)
        let conversation = PinentryConversation(thread: thread, process: process)
        var options = ["lc-ctype=\(display.locale)", "lc-messages=\(display.locale)"]
        if let terminal { options += ["ttyname=\(terminal.name)", "ttytype=\(terminal.kind)"] }
        do throws(PinentryError) {
            try await conversation.greet(options, isOnTerminal: terminal != nil)
        } catch {
            await conversation.close()
            throw error
        }
        return conversation
    }

    /// Ends the program and waits until it has ended.
    public func close() async {
        process.cancel()
        await withCheckedContinuation { continuation in
            thread.enqueue { [process] in
                process.end()
                continuation.resume()
            }
        }
        thread.end()
    }

    private func greet(_ options: [String], isOnTerminal: Bool) async throws(PinentryError) {
        _ = try await run { process throws(PinentryError) in
            try process.expectOK()
            for option in options { try process.command("OPTION", option) }
            // One that was made for windows and finds no display turns to the terminal, and there may be none.
            if !isOnTerminal, try process.isForTerminals() { throw .noDisplay }
            return true
        }
    }

    /// Runs a part of the conversation on its thread; cancelling the task ends the program.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable (PinentryProcess) throws(PinentryError) -> Value
    ) async throws(PinentryError) -> Value {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                thread.enqueue { [process] in
                    let result: Result<Value, PinentryError>
                    do throws(PinentryError) {
                        result = .success(try body(process))
                    } catch {
                        // Its next output would be taken for the next answer.
                        process.end()
                        result = .failure(error)
                    }
                    continuation.resume(returning: result)
                }
            }
        } onCancel: {
            process.cancel()
        }
        return try result.get()
    }
}

/// The questions of a conversation.
extension PinentryConversation {
    /// Numbers of libgpg-error.
    private enum Code {
        static let timeout: UInt16 = 62
        static let cancelled: UInt16 = 99
        static let notConfirmed: UInt16 = 114
        static let fullyCancelled: UInt16 = 198
    }

    /// The time after a question in which no person can have seen its window, let alone read it.
    ///
    /// pinentry reports neither the drawing of its window nor the keyboard focus. Half a second is for the eye, as in the popup,
    /// and a quarter for the window.
    public static let unseen: Duration = .milliseconds(750)
    /// The most times that a question is asked if its answers come too soon: a key is held down, or no window appears at all.
    public static let attempts = 4

    /// Asks for yes or no. Pinentries differ in the button that the Enter key presses.
    ///
    /// An answer that comes too soon to be one to this question doesn't count. The question is asked again with a note that says
    /// so.
    ///
    /// - Throws: ``PinentryError``; any result other than yes means no as well.
    public func confirm(_ question: PinentryQuestion) async throws(PinentryError) -> PinentryAnswer {
        try await run { process throws(PinentryError) in
            try process.askUntilSeen(question) { process throws(PinentryError) in
                try Self.answer(to: try process.ask("CONFIRM"))
            } ?? .cancelled
        }
    }

    /// Shows a text that needs no decision. Returns yes, or cancelled if the window was closed.
    public func show(_ question: PinentryQuestion) async throws(PinentryError) -> PinentryAnswer {
        try await run { process throws(PinentryError) in
            try process.prepare(question)
            let response = try process.ask("MESSAGE")
            if response.code == nil, response.isClosed { return .cancelled }
            return try Self.answer(to: response)
        }
    }

    /// Asks for a secret with hidden input; a secret typed too soon is asked for again, as in ``confirm(_:)``.
    public func secret(_ question: PinentryQuestion) async throws(PinentryError) -> PinentrySecret {
        let answered = try await run { process throws(PinentryError) -> (PinentryAnswer, SecretAnswer)? in
            try process.askUntilSeen(question) { process throws(PinentryError) in
                let (response, secret) = try process.askSecret("GETPIN")
                return (try Self.answer(to: response), secret)
            }
        }
        guard let (answer, secret) = answered else { return .cancelled }
        switch answer {
        case .yes: return .given(secret.bytes.clone())
        case .timedOut: return .timedOut
        case .no, .cancelled: return .cancelled
        }
    }

    /// Sets the description of the next questions to a secret text, such as words of a recovery phrase.
    ///
    /// - Throws: `fault(.lineTooLong)`, and any error of a question.
    public func describe(_ text: consuming SecretBytes) async throws(PinentryError) {
        let text = SecretAnswer(text)
        _ = try await run { process throws(PinentryError) in
            try process.command("RESET")
            try process.describe(text.bytes)
            return true
        }
    }

    private static func answer(to response: PinentryProcess.Response) throws(PinentryError) -> PinentryAnswer {
        switch response.code {
        case nil: return .yes
        case Code.notConfirmed: return .no
        case Code.cancelled, Code.fullyCancelled: return .cancelled
        case Code.timeout: return .timedOut
        case let code?: throw .refused(code: code)
        }
    }
}

extension PinentryProcess {
    fileprivate func describe(_ text: borrowing SecretBytes) throws(PinentryError) {
        let description: AssuanCommand
        do throws(AssuanFault) { description = try AssuanCommand("SETDESC", text) } catch { throw .fault(error) }
        try command(description)
    }

    /// Asks, and asks again if the answer came before anyone can have seen the window; nil if every answer came too soon.
    fileprivate func askUntilSeen<Answer>(
        _ question: PinentryQuestion, _ ask: (PinentryProcess) throws(PinentryError) -> Answer
    ) throws(PinentryError) -> Answer? {
        var question = question
        for _ in 0..<PinentryConversation.attempts {
            try prepare(question)
            let asked = ContinuousClock.now
            let answer = try ask(self)
            guard let note = question.tooSoon, ContinuousClock.now - asked < PinentryConversation.unseen else {
                return answer
            }
            // A text that nobody else may read stays as it is: it isn't ours to add to.
            question.description =
                question.description.flatMap { text in
                    text.hasSuffix(note) ? text : PromptPage.adding(note, to: text)
                } ?? question.description
        }
        return nil
    }

    /// Sets all texts of the next prompt and clears those of the previous one.
    fileprivate func prepare(_ question: PinentryQuestion) throws(PinentryError) {
        if let description = question.description {
            try command("RESET")
            try command("SETDESC", description)
        }
        try command("SETTITLE", question.title)
        try command("SETTIMEOUT", String(secondsLeft))
        try command("SETOK", question.ok)
        try command("SETCANCEL", question.cancel)
        if let notOK = question.notOK { try command("SETNOTOK", notOK) }
        if let prompt = question.prompt { try command("SETPROMPT", prompt) }
        if let error = question.error { try command("SETERROR", error) }
        if let repetition = question.repetition {
            try command("SETREPEAT", repetition)
            try command("SETREPEATERROR", "The two are not the same.")
        }
    }
}

/// The texts of a prompt. All are ours or were made visible before: pinentry shows them unchanged.
public struct PinentryQuestion: Sendable, Hashable {
    /// The window's title.
    public var title: String
    /// The text above the buttons, with its lines. `nil` if ``PinentryConversation/describe(_:)`` has set it.
    public var description: String?
    /// The word before the field, for a secret.
    public var prompt: String?
    /// The fault of the previous answer, for a secret.
    public var error: String?
    /// The label of the button that says yes.
    public var ok: String
    /// The label of the button that cancels everything.
    public var cancel: String
    /// The label of a third button that says no; some pinentries show none.
    public var notOK: String?
    /// The label of a second field in which to repeat a secret; some pinentries show none.
    public var repetition: String?
    /// The note below the text when a question is asked again, because the answer came before anyone can have read it. Without a
    /// note every answer counts, however soon.
    public var tooSoon: String?
    /// Shown while Caps Lock is on, by a window that can tell.
    public var capsLock: String?

    public init(
        title: String, description: String? = nil, prompt: String? = nil, error: String? = nil, ok: String,
        cancel: String, notOK: String? = nil, repetition: String? = nil, tooSoon: String? = nil,
        capsLock: String? = nil
    ) {
        self.title = title
        self.description = description
        self.prompt = prompt
        self.error = error
        self.ok = ok
        self.cancel = cancel
        self.notOK = notOK
        self.repetition = repetition
        self.tooSoon = tooSoon
        self.capsLock = capsLock
    }
}

/// A person's answer to a question.
public enum PinentryAnswer: Sendable, Hashable {
    case yes
    /// The third button.
    case no
    /// The cancel button, the Escape key, or the window closed.
    case cancelled
    /// No answer came within pinentry's own time limit.
    case timedOut
}

/// A person's answer to a question for a secret.
public enum PinentrySecret: ~Copyable, Sendable {
    /// 0 to 2,048 bytes, UTF-8 if the program follows its locale.
    case given(SecretBytes)
    case cancelled
    case timedOut
}

import JSONRPC
public import Pinentry
public import Salt
public import Screens
import WalletRuntime
import Wording

/// Asks a person outside the browser.
public protocol NativePrompt: Sendable {
    /// Opens a conversation on the display of a client's user.
    ///
    /// - Parameter limit: The longest time for all of it.
    /// - Throws: The reason the user can't be asked.
    func open(on display: DisplayEnvironment, limit: Duration) async throws(PinentryError) -> any PromptConversation
}

/// A series of questions to the same person.
public protocol PromptConversation: Sendable {
    /// Asks for yes or no.
    func confirm(_ question: PinentryQuestion) async throws(PinentryError) -> PinentryAnswer

    /// Asks for a secret that only the user may see.
    func secret(_ question: PinentryQuestion) async throws(PinentryError) -> PinentrySecret

    /// Sets the description of the next questions to a text that only the user may read.
    func describe(_ text: consuming SecretBytes) async throws(PinentryError)

    /// Ends the conversation and closes its window.
    func close() async
}

extension PinentryConversation: PromptConversation {}

/// A conversation in Sidekey's own window, which shows more than a text and two buttons.
public protocol ScreenConversation: PromptConversation {
    /// Shows a screen and waits for a press.
    ///
    /// - Parameters:
    ///   - text: The text of the screen's part for secrets.
    ///   - measuring: Measures what is typed in the screen's field.
    ///   - replacing: Waits for a screen that takes the place of this one; nil if none follows.
    ///   - screen: Gets the number of the screen.
    func ask(
        showing text: consuming SecretBytes?, measuring: WindowConversation.Measuring?,
        replacing: WindowConversation.Replacing?, _ screen: @Sendable (_ number: Int) -> Screen
    ) async throws(PinentryError) -> WindowConversation.Answer
}

extension ScreenConversation {
    /// Shows a screen that stays as it is, and waits for a press.
    func ask(
        showing text: consuming SecretBytes?, measuring: WindowConversation.Measuring?,
        _ screen: @Sendable (_ number: Int) -> Screen
    ) async throws(PinentryError) -> WindowConversation.Answer {
        try await ask(showing: text, measuring: measuring, replacing: nil, screen)
    }
}

/// A conversation whose faults are the protocol's errors.
struct PromptDialog: Sendable {
    static let title = "Sidekey"

    let conversation: any PromptConversation
    /// The command that does the same in a terminal.
    let command: String
    /// The texts in the user's language.
    let words: Phrasebook
    /// The user's own word, which each of its windows shows and no browser learns.
    let recognition: String?
    /// True if only the user can be before it, as far as the system tells (``PromptPlaces/Place/isCertain``).
    var isCertain = true
    /// Called when the passphrase was proven here.
    var proven: @Sendable () -> Void = {}

    /// The lines at the top of each window.
    var top: String {
        let word = recognition.map { "\n\(words(.promptRecognition, ["word": $0]))" } ?? ""
        return words(.promptHeading) + word
    }

    /// A question below the heading of all prompts.
    ///
    /// - Parameters:
    ///   - text: The text below the heading; nil if ``describe(_:)`` gave it.
    ///   - ok: The label of the button that says yes; the language's own "OK" if none is named.
    func question(
        _ text: String?, prompt: String? = nil, error: String? = nil, ok: TextKey = .promptOK,
        cancel: TextKey = .promptCancel, notOK: TextKey? = nil
    ) -> PinentryQuestion {
        page(
            text.map { "\(top)\n\n\($0)" }, prompt: prompt, error: error, ok: ok, cancel: cancel,
            notOK: notOK)
    }

    /// The same for a page that has its heading.
    func page(
        _ text: String?, prompt: String? = nil, error: String? = nil, ok: TextKey = .promptOK,
        cancel: TextKey = .promptCancel, notOK: TextKey? = nil
    ) -> PinentryQuestion {
        PinentryQuestion(
            title: Self.title, description: text, prompt: prompt, error: error, ok: words(ok), cancel: words(cancel),
            notOK: notOK.map { words($0) }, tooSoon: words(.promptTooSoon), capsLock: words(.capsLockOn))
    }

    func confirm(_ question: PinentryQuestion) async throws(RPCError) -> PinentryAnswer {
        do throws(PinentryError) { return try await conversation.confirm(question) } catch { throw fault(error) }
    }

    func secret(_ question: PinentryQuestion) async throws(RPCError) -> PinentrySecret {
        do throws(PinentryError) { return try await conversation.secret(question) } catch { throw fault(error) }
    }

    /// What the user typed; nil if they gave up.
    func typed(_ question: PinentryQuestion) async throws(RPCError) -> HeldSecret? {
        switch try await secret(question) {
        case .given(let typed): HeldSecret(typed)
        case .cancelled: nil
        case .timedOut: nil
        }
    }

    func describe(_ text: consuming SecretBytes) async throws(RPCError) {
        do throws(PinentryError) { try await conversation.describe(text) } catch { throw fault(error) }
    }

    /// Asks for a passphrase, and again if it was wrong, three times at most.
    ///
    /// - Parameter accept: Throws 4100 (`wrong-passphrase`) or -32000 (`passphrase-invalid`) if it can't be the one.
    /// - Returns: The result of `accept`; nil if the user gave up.
    /// - Throws: The error of `accept` at the third passphrase.
    func passphrase<Value: Sendable>(
        _ question: PinentryQuestion, accept: (consuming SecretBytes) async throws(RPCError) -> Value
    ) async throws(RPCError) -> Value? {
        var question = question
        var tries = PassphraseTries()
        while true {
            switch try await secret(question) {
            case .cancelled: return nil
            case .timedOut: return nil
            case .given(let passphrase):
                do throws(RPCError) {
                    let value = try await accept(passphrase)
                    proven()
                    return value
                } catch {
                    question.error = try tries.note(error, in: words)
                }
            }
        }
    }

    private func fault(_ error: PinentryError) -> RPCError { RPCError(error, command: command) }
}

extension RPCError {
    /// - Parameter command: The command that does the same in a terminal.
    init(_ error: PinentryError, command: String) {
        switch error {
        case .cancelled: self.init(.invalidInput, .cancelled, "the prompt was taken away")
        case .timedOut: self.init(.invalidInput, .expired, "nobody answered the prompt in time")
        default:
            self.init(
                .invalidInput, .promptUnavailable, "\(error); in a terminal: \(command)",
                data: ["command": .string(JSONString(command))])
        }
    }

    /// The error of a user who said no in a prompt.
    static let declined = RPCError(.userRejected, .rejected, "the user closed the prompt")
}

/// A text for a prompt that only the user may read, put together in closed memory.
struct PromptText: ~Copyable {
    /// A line of the protocol holds 1,000 bytes, in which a line feed takes three.
    private static let capacity = 900

    private let buffer: UnsafeMutableRawBufferPointer
    private var count = 0
    /// True if something was left out; later text would stand in its place.
    private var isFull = false

    private init(_ buffer: UnsafeMutableRawBufferPointer) {
        self.buffer = buffer
    }

    /// The text that `body` writes, cut to 900 bytes and never within a character.
    static func make(_ body: (inout PromptText) -> Void) -> SecretBytes {
        SecretBytes(capacity: capacity) { buffer in
            var text = PromptText(buffer)
            body(&text)
            return text.count
        }
    }

    mutating func write(_ text: String) { write(Array(text.utf8)) }

    mutating func write(_ secret: borrowing SecretBytes) { secret.withBytes { write($0) } }

    mutating func write(_ bytes: some Collection<UInt8>) {
        guard !isFull else { return }
        var fitting = bytes.prefix(buffer.count - count)
        isFull = fitting.count < bytes.count
        // The first byte that is left out tells whether it goes on with a character.
        while isFull, !fitting.isEmpty, bytes[fitting.endIndex] & 0xC0 == 0x80 { fitting = fitting.dropLast() }
        UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyBytes(from: fitting)
        count += fitting.count
    }
}

extension PromptPage {
    /// A page with the heading of all prompts.
    ///
    /// - Parameters:
    ///   - head: The lines below the user's own word.
    ///   - recognition: The user's own word.
    init(_ lines: [String], head: [String] = [], recognition: String?, in words: Phrasebook) throws(PromptPageError) {
        let word = recognition.map { [words(.promptRecognition, ["word": $0])] } ?? []
        try self.init(heading: words(.promptHeading), head: word + head, lines: lines)
    }
}

/// One page that asks for the passphrase outside the browser: the user's own word, the subject, and the field.
struct PassphrasePrompt: Sendable {
    let question: PinentryQuestion

    /// - Parameters:
    ///   - lines: The subject. Lines that begin with blanks and `| ` are another party's words.
    ///   - ok: The label of the button that says yes.
    ///   - recognition: The user's own word, which the browser never learns.
    ///   - words: The texts in the user's language.
    /// - Throws: -32000 (`prompt-too-long`) if a page can't hold it.
    init(_ lines: [String], ok: TextKey, recognition: String?, in words: Phrasebook) throws(RPCError) {
        let page: PromptPage
        do throws(PromptPageError) {
            page = try PromptPage(lines, recognition: recognition, in: words)
        } catch {
            throw RPCError(.invalidInput, .promptTooLong, "\(error)")
        }
        question = PinentryQuestion(
            title: PromptDialog.title, description: page.text, prompt: words(.promptPassphrase), ok: words(ok),
            cancel: words(.promptCancel), tooSoon: words(.promptTooSoon), capsLock: words(.capsLockOn))
    }

    /// Asks, three times at most.
    ///
    /// - Returns: The result of `accept`; nil if the user gave up.
    /// - Throws: as ``PromptDialog/passphrase(_:accept:)``.
    func ask<Value: Sendable>(
        _ dialog: PromptDialog, accept: (consuming SecretBytes) async throws(RPCError) -> Value
    ) async throws(RPCError) -> Value? {
        try await dialog.passphrase(question, accept: accept)
    }
}

/// The language of prompts: the one that the user chose, or that of the desktop on which they appear.
///
/// The choice is a setting that a browser may change, as it may change its own language. A hijacked browser can have a prompt in a language that the
/// user doesn't read, but no other amounts, addresses and sites in it.
struct PromptLanguage: Sendable {
    /// The storage of the module `settings`.
    let settings: any ModuleStorage

    /// The texts of prompts on a display; without a display, the choice alone decides.
    func words(on display: DisplayEnvironment?) async -> Phrasebook {
        // If the setting can't be read, a prompt in the desktop's language is better than none.
        if let chosen = try? await settings.value(for: "language")?.text, let language = Language(chosen) {
            return Phrasebook(language)
        }
        return Phrasebook(Language { display?[$0] })
    }
}

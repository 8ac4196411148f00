import JSONRPC
import Pinentry
import Salt
import Wording

/// A conversation whose faults are the protocol's errors.
struct PromptDialog: Sendable {
    static let title = "Sidekey"

    let conversation: any PromptConversation
    /// The command that does the same in a terminal.
    let command: String
    /// What it says, in the user's language.
    let words: Phrasebook
    /// The user's own word, which each of its windows shows and no browser learns.
    let recognition: String?
    /// True where the user alone can be before it, as far as the system tells (``PromptPlaces/Place/isCertain``).
    var isCertain = true
    /// Hears that the passphrase was proven here.
    var proven: @Sendable () -> Void = {}

    /// The lines at the top of each window.
    var top: String {
        let word = recognition.map { "\n\(words(.promptRecognition, ["word": $0]))" } ?? ""
        return words(.promptHeading) + word
    }

    /// A question below the heading of all prompts.
    ///
    /// - Parameters:
    ///   - text: What follows the heading; nil where it was given by ``describe(_:)``.
    ///   - ok: The label of the button that says yes; the language's own "OK" where none is named.
    func question(
        _ text: String?, prompt: String? = nil, error: String? = nil, ok: TextKey = .promptOK,
        cancel: TextKey = .promptCancel, notOK: TextKey? = nil
    ) -> PinentryQuestion {
        page(
            text.map { "\(top)\n\n\($0)" }, prompt: prompt, error: error, ok: ok, cancel: cancel,
            notOK: notOK)
    }

    /// The same of a page that has its heading.
    func page(
        _ text: String?, prompt: String? = nil, error: String? = nil, ok: TextKey = .promptOK,
        cancel: TextKey = .promptCancel, notOK: TextKey? = nil
    ) -> PinentryQuestion {
        PinentryQuestion(
            title: Self.title, description: text, prompt: prompt, error: error, ok: words(ok), cancel: words(cancel),
            notOK: notOK.map { words($0) }, tooSoon: words(.promptTooSoon))
    }

    func confirm(_ question: PinentryQuestion) async throws(RPCError) -> PinentryAnswer {
        do throws(PinentryError) { return try await conversation.confirm(question) } catch { throw fault(error) }
    }

    func secret(_ question: PinentryQuestion) async throws(RPCError) -> PinentrySecret {
        do throws(PinentryError) { return try await conversation.secret(question) } catch { throw fault(error) }
    }

    func describe(_ text: consuming SecretBytes) async throws(RPCError) {
        do throws(PinentryError) { try await conversation.describe(text) } catch { throw fault(error) }
    }

    /// Asks for a passphrase, again where it was wrong, three times at most.
    ///
    /// - Parameter accept: Throws 4100 (`wrong-passphrase`) or -32000 (`passphrase-invalid`) where it can't be the one.
    /// - Returns: What `accept` returned; nil where the user gave up.
    /// - Throws: What `accept` threw the third time.
    func passphrase<Value: Sendable>(
        _ question: PinentryQuestion, accept: (consuming SecretBytes) async throws(RPCError) -> Value
    ) async throws(RPCError) -> Value? {
        var question = question
        var attempts = 0
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
                    attempts += 1
                    guard error.reason == .wrongPassphrase || error.reason == .passphraseInvalid, attempts < 3 else {
                        throw error
                    }
                    question.error = words(.promptWrongPassphrase, 3 - attempts)
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

    /// The user said no in a prompt.
    static let declined = RPCError(.userRejected, .rejected, "the user closed the prompt")
}

import JSONRPC
import Pinentry
import Salt

/// One page that asks for the passphrase outside the browser: the user's own word, what it is about, and the field.
struct PassphrasePrompt: Sendable {
    let question: PinentryQuestion

    /// - Parameters:
    ///   - lines: What it is about. Lines that begin with blanks and `| ` are somebody else's words.
    ///   - ok: The label of the button that says yes.
    ///   - recognition: The user's own word, which the browser never learns.
    /// - Throws: -32000 (`prompt-too-long`), where a page can't hold it.
    init(_ lines: [String], ok: String, recognition: String?) throws(RPCError) {
        let word = recognition.map { ["your word: \($0)", ""] } ?? []
        let pages: [PromptPage]
        do throws(PromptPageError) {
            pages = try PromptPage.pages(heading: PromptDialog.heading, lines: word + lines)
        } catch {
            throw RPCError(.invalidInput, .promptTooLong, "\(error)")
        }
        guard pages.count == 1 else {
            throw RPCError(.invalidInput, .promptTooLong, "the text takes more than a page")
        }
        question = PinentryQuestion(
            title: PromptDialog.title, description: pages[0].text, prompt: "Passphrase:", ok: ok)
    }

    /// Asks, three times at most.
    ///
    /// - Returns: What `accept` made of the passphrase; nil where the user gave up.
    /// - Throws: as ``PromptDialog/passphrase(_:accept:)``.
    func ask<Value: Sendable>(
        _ dialog: PromptDialog, accept: (consuming SecretBytes) async throws(RPCError) -> Value
    ) async throws(RPCError) -> Value? {
        try await dialog.passphrase(question, accept: accept)
    }
}

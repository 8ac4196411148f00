import JSONRPC
import Pinentry
import Salt
import Wording

/// One page that asks for the passphrase outside the browser: the user's own word, what it is about, and the field.
struct PassphrasePrompt: Sendable {
    let question: PinentryQuestion

    /// - Parameters:
    ///   - lines: What it is about. Lines that begin with blanks and `| ` are somebody else's words.
    ///   - ok: The label of the button that says yes.
    ///   - recognition: The user's own word, which the browser never learns.
    ///   - words: In whose language.
    /// - Throws: -32000 (`prompt-too-long`), where a page can't hold it.
    init(_ lines: [String], ok: TextKey, recognition: String?, in words: Phrasebook) throws(RPCError) {
        let page = try PromptPage.page(lines, recognition: recognition, in: words)
        question = PinentryQuestion(
            title: PromptDialog.title, description: page, prompt: words(.promptPassphrase), ok: words(ok),
            cancel: words(.promptCancel), tooSoon: words(.promptTooSoon))
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

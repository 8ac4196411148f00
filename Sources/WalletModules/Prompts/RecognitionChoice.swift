import JSONRPC
import Pinentry
import Salt
import WalletCore

/// The choice of the word by which the user knows the wallet's own prompts.
struct RecognitionChoice: Sendable {
    let dialog: PromptDialog

    /// The word; nil where the user wants none.
    func ask() async throws(RPCError) -> String? {
        var question = PinentryQuestion(
            title: PromptDialog.title,
            description: """
                \(PromptDialog.heading)

                The wallet is made. Last, choose a word, or leave the field empty.

                Every window of Sidekey's outside the browser will show it, and no page and no
                browser learns it. So a window without your word isn't Sidekey's.
                """, prompt: "Word:", ok: "OK", cancel: "No word")
        while true {
            let word: String
            switch try await dialog.secret(question) {
            case .given(let answer):
                // No secret: every prompt shows it.
                word = answer.withBytes { String(decoding: $0, as: UTF8.self) }
            case .cancelled: return nil
            case .timedOut: return nil
            }
            if word.isEmpty { return nil }
            guard ApprovalPolicy.recognitionBounds.contains(word.utf8.count) else {
                question.error = "A word has at most \(ApprovalPolicy.recognitionBounds.upperBound) bytes."
                continue
            }
            switch try await confirm(word) {
            case .yes: return word
            case .no: question.error = nil
            case .cancelled, .timedOut: return nil
            }
        }
    }

    /// Shows it as prompts will: nobody saw what they typed.
    private func confirm(_ word: String) async throws(RPCError) -> PinentryAnswer {
        let page: String
        do throws(PromptPageError) {
            page = try PromptPage.pages(
                heading: PromptDialog.heading, lines: ["From now on these windows show:", "", "your word: \(word)"])[0]
                .text
        } catch {
            throw RPCError(.invalidInput, .promptTooLong, "\(error)")
        }
        return try await dialog.confirm(
            PinentryQuestion(
                title: PromptDialog.title, description: page, ok: "That's it", cancel: "No word", notOK: "Another"))
    }
}

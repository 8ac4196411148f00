import JSONRPC
import Pinentry
import Salt
import WalletState
import Wording

/// The choice of the word by which the user knows the wallet's own prompts.
struct RecognitionChoice: Sendable {
    let dialog: PromptDialog

    /// The word; nil where the user wants none.
    func ask() async throws(RPCError) -> String? {
        var question = dialog.question(
            dialog.words(.recognitionChoice), prompt: dialog.words(.promptWord), cancel: .recognitionNone)
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
                question.error = dialog.words(
                    .recognitionTooLong, ApprovalPolicy.recognitionBounds.upperBound)
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
        let words = dialog.words
        let page = try PromptPage.page(
            [words(.recognitionFromNow), "", words(.promptRecognition, ["word": word])],
            recognition: dialog.recognition, in: words)
        return try await dialog.confirm(
            dialog.page(page, ok: .recognitionRight, cancel: .recognitionNone, notOK: .recognitionAnother))
    }
}

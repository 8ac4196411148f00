import JSONRPC
import Pinentry
import Salt
import WalletKeys
import Wording

/// How many words a new phrase has, and whether it gets a passphrase of its own (BIP-39).
struct PhraseSize: Sendable {
    let wordCount: Int
    let hasPassphrase: Bool

    /// Asks for both in one field, where nothing stands for what nearly everybody wants; nil where the user gave up.
    static func ask(_ dialog: PromptDialog) async throws(RPCError) -> PhraseSize? {
        let usual: KeyValuePairs = ["count": "\(SeedPhrase.standardWordCount)"]
        var question = dialog.question(
            dialog.words(.phraseSize, usual), prompt: dialog.words(.phraseSizeField, usual))
        while true {
            switch try await dialog.secret(question) {
            case .given(let answer):
                if let size = PhraseSize(answer) { return size }
                question.error = dialog.words(.phraseNotANumber)
            case .cancelled: return nil
            case .timedOut: return nil
            }
        }
    }

    /// Compared in place: who takes the field for another may type a secret.
    private init?(_ answer: borrowing SecretBytes) {
        for count in SeedPhrase.wordCounts {
            for spelling in count == SeedPhrase.standardWordCount ? ["", String(count)] : [String(count)] {
                for (end, hasPassphrase) in [("", false), ("+", true), (" +", true)]
                where answer.isEqual(to: Array((spelling + end).utf8)) {
                    (wordCount, self.hasPassphrase) = (count, hasPassphrase)
                    return
                }
            }
        }
        return nil
    }
}

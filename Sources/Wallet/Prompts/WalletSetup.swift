import JSONRPC
import Pinentry
import Salt
import WalletKeys
import Wording

/// Making or restoring a wallet in prompts: the browser that started it learns the outcome and nothing else.
///
/// ```
/// create:  how many words, the phrase, three of its words, its BIP-39 passphrase (where one is wanted)
/// restore: replace (where a wallet is there), the words, their BIP-39 passphrase, the accounts
/// both:    the passphrase twice; the wallet is made; a word for prompts
/// ```
struct WalletSetup: Sendable {
    enum Kind: String, Sendable {
        case create
        case restore
    }

    /// The command that does the same in a terminal.
    static func command(_ kind: Kind, replacing: Bool) -> String {
        "sidekey \(kind.rawValue)" + (replacing ? " --replace" : "")
    }

    /// What is typed to replace a wallet, in every language: the prompt shows it, and every keyboard has its letters.
    private static let replacing = "replace"

    let dialog: PromptDialog
    /// Whether there is a wallet, which is set aside.
    let isReplacing: Bool
    /// Makes the vault with the accounts at these paths.
    let create: @Sendable (VaultSecret, [DerivationPath], consuming SecretBytes) async throws(RPCError) -> Void
    /// Settles the word that prompts show from now on.
    let recognize: @Sendable (String, consuming SecretBytes) async throws(RPCError) -> Void

    /// Goes through all of it; false where the user gave up.
    ///
    /// - Throws: What the dialog throws, and what making the vault throws.
    func run(_ kind: Kind) async throws(RPCError) -> Bool {
        switch kind {
        case .create:
            guard let size = try await PhraseSize.ask(dialog) else { return false }
            let phrase = try Self.newPhrase(size)
            guard try await PhraseShowing(dialog: dialog).show(phrase) else { return false }
            guard let seedPassphrase = try await newSeedPassphrase(size) else { return false }
            return try await finish(try Self.secret(phrase, passphrase: seedPassphrase), [.firstSolanaAccount])
        case .restore:
            if isReplacing { guard try await confirmReplacing() else { return false } }
            guard let phrase = try await PhraseAsking(dialog: dialog).ask() else { return false }
            guard let seedPassphrase = try await NewPassphrase.seed.ask(dialog) else { return false }
            let secret = try Self.secret(phrase, passphrase: seedPassphrase)
            guard let paths = try await AccountChoice(of: secret).ask(dialog) else { return false }
            return try await finish(secret, paths)
        }
    }

    private func finish(_ secret: VaultSecret, _ paths: [DerivationPath]) async throws(RPCError) -> Bool {
        guard let passphrase = try await NewPassphrase.vault.ask(dialog) else { return false }
        try await create(secret, paths, passphrase.clone())
        do throws(RPCError) {
            if let word = try await RecognitionChoice(dialog: dialog).ask() { try await recognize(word, passphrase) }
        } catch {
            // The wallet stands, whatever becomes of the word.
        }
        return true
    }

    /// Has a word typed, since Enter says yes in some pinentries; three times at most.
    private func confirmReplacing() async throws(RPCError) -> Bool {
        let word = Self.replacing
        let words = dialog.words
        let page = try PromptPage.page(
            [
                words(.setupReplaced), "", words(.setupSetAside), "", words(.setupOldPassphrase), "",
                words(.setupTypeWord, ["word": word]),
            ], recognition: dialog.recognition, in: words)
        var question = dialog.page(page, prompt: words(.promptWord), ok: .promptGoOn)
        for _ in 0..<3 {
            switch try await dialog.secret(question) {
            case .given(let answer): if answer.isEqual(to: Array(word.utf8)) { return true }
            case .cancelled: return false
            case .timedOut: return false
            }
            question.error = words(.promptOtherWord)
        }
        return false
    }

    private static func newPhrase(_ size: PhraseSize) throws(RPCError) -> SeedPhrase {
        do throws(SeedPhraseError) {
            return try .generate(wordCount: size.wordCount)
        } catch {
            throw RPCError(.internalError, .internal, "\(error)")
        }
    }

    private func newSeedPassphrase(_ size: PhraseSize) async throws(RPCError) -> SecretBytes? {
        guard size.hasPassphrase else { return SecretBytes(count: 0) { _ in } }
        return try await NewPassphrase.newSeed.ask(dialog)
    }

    private static func secret(
        _ phrase: borrowing SeedPhrase, passphrase: borrowing SecretBytes
    ) throws(RPCError) -> VaultSecret {
        do throws(WalletKeyError) {
            return try VaultSecret(phrase: phrase, passphrase: passphrase)
        } catch {
            throw RPCError(error)
        }
    }
}

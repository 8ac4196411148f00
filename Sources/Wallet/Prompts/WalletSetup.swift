import JSONRPC
import Pinentry
import Salt
import SolanaTransactions
import WalletKeys
import WalletState
import Wording

/// Making or restoring a wallet in prompts: the browser that started it learns the outcome and nothing else.
///
/// ```
/// create:  how many words, the phrase, three of its words, its BIP-39 passphrase (where one is wanted)
/// restore: replace (where a wallet is there), the words, their BIP-39 passphrase, the accounts
/// both:    the passphrase twice; the wallet is made; a word for prompts
/// ```
struct WalletSetup: Sendable {
    enum Kind: String, Sendable, CaseIterable {
        case create
        case restore
    }

    /// The command that does the same in a terminal.
    static func command(_ kind: Kind, replacing: Bool) -> String {
        "sidekey \(kind.rawValue)" + (replacing ? " --replace" : "")
    }

    /// The word that the user types to replace a wallet, in every language: the prompt shows it, and every keyboard has its letters.
    private static let replacing = "replace"

    let dialog: PromptDialog
    /// True if there is a wallet, which is set aside.
    let isReplacing: Bool
    /// Makes the vault with the accounts at these paths.
    let create: @Sendable (VaultSecret, [DerivationPath], consuming SecretBytes) async throws(RPCError) -> Void
    /// Sets the word that prompts show from now on.
    let recognize: @Sendable (String, consuming SecretBytes) async throws(RPCError) -> Void

    /// Goes through all of it; false if the user gave up.
    ///
    /// - Throws: The errors of the dialog, and those of making the vault.
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

    /// Asks for a typed word, since Enter says yes in some pinentries; three times at most.
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

/// The accounts of a phrase with which a wallet begins: wallets keep the first at different paths, and people know its address.
struct AccountChoice: Sendable {
    private let candidates: [(path: DerivationPath, publicKey: PublicKey)]

    /// Derives the first account at each of the usual kinds of paths.
    init(of secret: VaultSecret) throws(RPCError) {
        do throws(WalletKeyError) {
            candidates = try SessionLock.candidates(of: secret, at: DerivationPath.usualFirst)
        } catch {
            throw RPCError(error)
        }
    }

    /// Asks for numbers; nil if the user gave up.
    func ask(_ dialog: PromptDialog) async throws(RPCError) -> [DerivationPath]? {
        let list = candidates.enumerated().map {
            "\($0 + 1).  \($1.path == .seed ? "seed (solana-keygen)" : "\($1.path)")\n    \($1.publicKey)"
        }
        let text = dialog.words(
            .setupAccounts, ["list": list.joined(separator: "\n"), "command": "sidekey account add --path"])
        var question = dialog.question(text, prompt: dialog.words(.setupNumbers))
        while true {
            switch try await dialog.secret(question) {
            case .given(let answer): if let chosen = chosen(by: answer) { return chosen }
            case .cancelled: return nil
            case .timedOut: return nil
            }
            question.error = dialog.words(.setupNumbersRange, ["count": "\(candidates.count)"])
        }
    }

    private func chosen(by answer: borrowing SecretBytes) -> [DerivationPath]? {
        let numbers = answer.withBytes { bytes -> [Int]? in
            var numbers: [Int] = []
            for byte in bytes where byte != UInt8(ascii: " ") && byte != UInt8(ascii: ",") {
                // One digit says it: there are fewer than ten.
                guard (UInt8(ascii: "1")..<UInt8(ascii: "1") + UInt8(candidates.count)).contains(byte) else {
                    return nil
                }
                let number = Int(byte - UInt8(ascii: "1"))
                if !numbers.contains(number) { numbers.append(number) }
            }
            return numbers
        }
        guard let numbers else { return nil }
        return numbers.isEmpty ? [candidates[0].path] : numbers.map { candidates[$0].path }
    }
}

/// The choice of the word by which the user knows the wallet's own prompts.
struct RecognitionChoice: Sendable {
    let dialog: PromptDialog

    /// Asks for the word; nil if the user wants none.
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

    /// Shows the word as prompts will, since the user couldn't see their typing.
    private func confirm(_ word: String) async throws(RPCError) -> PinentryAnswer {
        let words = dialog.words
        let page = try PromptPage.page(
            [words(.recognitionFromNow), "", words(.promptRecognition, ["word": word])],
            recognition: dialog.recognition, in: words)
        return try await dialog.confirm(
            dialog.page(page, ok: .recognitionRight, cancel: .recognitionNone, notOK: .recognitionAnother))
    }
}

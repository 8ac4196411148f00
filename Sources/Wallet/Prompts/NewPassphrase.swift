import JSONRPC
import Pinentry
import Salt
import WalletKeys
import Wording

/// A new passphrase, typed twice in prompts until both are the same and it is valid.
struct NewPassphrase: Sendable {
    /// The passphrase that unlocks the wallet.
    static let vault = NewPassphrase(text: .passphraseVault, prompt: .promptPassphrase, mayBeEmpty: false)
    /// BIP-39's own passphrase, which is part of the phrase.
    static let seed = NewPassphrase(text: .passphraseSeed, prompt: .passphraseEmpty, mayBeEmpty: true)
    /// The same for a phrase that is being made.
    static let newSeed = NewPassphrase(text: .passphraseNewSeed, prompt: .passphraseEmpty, mayBeEmpty: true)

    private let text: TextKey
    private let prompt: TextKey
    /// True if an empty answer counts.
    private let mayBeEmpty: Bool

    /// Asks for it; nil if the user gave up.
    func ask(_ dialog: PromptDialog) async throws(RPCError) -> SecretBytes? {
        let words = dialog.words
        var error: String?
        while true {
            guard let first = try await typed(prompt, error, dialog) else { return nil }
            if mayBeEmpty, first.count == 0 { return first }
            if let fault = fault(in: first) {
                error = words(.passphraseRefused, ["fault": fault.text(in: words)])
                continue
            }
            guard let second = try await typed(.passphraseAgain, nil, dialog) else { return nil }
            if first.isEqual(to: second) { return first }
            error = words(.passphraseDifferent)
        }
    }

    private func typed(_ prompt: TextKey, _ error: String?, _ dialog: PromptDialog) async throws(RPCError)
        -> SecretBytes?
    {
        let question = dialog.question(dialog.words(text), prompt: dialog.words(prompt), error: error)
        switch try await dialog.secret(question) {
        case .given(let secret): return secret
        case .cancelled: return nil
        case .timedOut: return nil
        }
    }

    private func fault(in passphrase: borrowing SecretBytes) -> PassphraseFault? {
        do throws(PassphraseFault) {
            // What a person may choose as BIP-39's was chosen long ago.
            try Passphrase.check(passphrase, unattended: mayBeEmpty)
            return nil
        } catch {
            return error
        }
    }
}

extension PassphraseFault {
    fileprivate func text(in words: Phrasebook) -> String {
        switch self {
        case .empty: words(.passphraseIsEmpty)
        case .tooShort: words(.passphraseTooShort, Passphrase.minimumCount)
        case .tooLong: words(.passphraseTooLong, Passphrase.maximumCount)
        case .notUTF8: words(.passphraseIsNotUTF8)
        case .controlCharacter: words(.passphraseHasControl)
        case .guessable: words(.passphraseIsGuessable)
        }
    }
}

import JSONRPC
import Pinentry
import Salt
import Screens
import WalletKeys
import Wording

/// Choosing a passphrase.
extension ScreenDialog {
    enum PassphraseKind {
        /// The one that unlocks the wallet.
        case vault
        /// BIP-39's own, which is part of a new phrase.
        case seed
    }

    /// Asks for a new passphrase twice, and measures it while it is typed; nil if the user gave up.
    func newPassphrase(_ kind: PassphraseKind) async throws(RPCError) -> HeldSecret? {
        var problem: String?
        while true {
            let answer = try await ask(
                kind == .vault ? .setupPassphraseTitle : .setupSeedPassphraseTitle,
                [.text(Self.flowing(words(kind == .vault ? .passphraseVault : .passphraseNewSeed)), .plain)],
                field: Screen.Field(
                    label: words(.promptPassphrase), problem: problem,
                    repetition: .init(label: words(.passphraseAgain), mismatch: words(.passphraseDifferent)),
                    isMeasured: true, capsLock: words(.capsLockOn)),
                takesField: true, measuring: { [words] text, screen in words.measure(text, screen) })
            guard answer.button == ID.next, let typed = answer.secret() else { return nil }
            do throws(PassphraseFault) {
                // A person knows which passphrase they want for BIP-39.
                try WalletKeys.Passphrase.check(typed, unattended: kind == .seed)
                return HeldSecret(typed)
            } catch {
                problem = words(.passphraseRefused, ["fault": error.text(in: words)])
            }
        }
    }
}

extension ScreenDialog {
    /// A text that is broken for terminals, in paragraphs that a window breaks by itself.
    fileprivate static func flowing(_ text: String) -> String {
        text.split(separator: "\n\n").map { $0.replacing("\n", with: " ") }.joined(separator: "\n\n")
    }
}

extension Phrasebook {
    /// Measures a passphrase for the window that it is typed in.
    func measure(_ text: borrowing SecretBytes, _ screen: Int) -> ScreenMeasure {
        do throws(PassphraseFault) {
            try Passphrase.check(text, unattended: false)
        } catch {
            let isNothing = text.count == 0
            return ScreenMeasure(
                screen: screen, level: isNothing ? 0 : 1,
                text: isNothing ? "" : self(.passphraseRefused, ["fault": error.text(in: self)]))
        }
        switch Passphrase.grade(of: text) {
        case .fair: return ScreenMeasure(screen: screen, level: 2, text: self(.passphraseFair))
        case .good: return ScreenMeasure(screen: screen, level: 3, text: self(.passphraseGood))
        case .strong: return ScreenMeasure(screen: screen, level: 4, text: self(.passphraseStrong))
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

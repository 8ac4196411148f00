import WalletKeys
import Wording

extension WalletKeyError {
    /// The description in the user's language, where it is one of what was typed.
    var text: String {
        switch self {
        case .passphraseInvalid(let fault): say(.passphraseUnusable, ["fault": fault.text])
        case .phraseInvalid(let error): error.text
        default: description
        }
    }
}

extension PassphraseFault {
    /// The description in the user's language.
    var text: String {
        switch self {
        case .empty: say(.passphraseIsEmpty)
        case .tooShort: say(.passphraseTooShort, Passphrase.minimumCount)
        case .tooLong: say(.passphraseTooLong, Passphrase.maximumCount)
        case .notUTF8: say(.passphraseIsNotUTF8)
        case .controlCharacter: say(.passphraseHasControl)
        case .guessable: say(.passphraseIsGuessable)
        }
    }
}

extension SeedPhraseError {
    /// The description in the user's language; words are named by their position.
    var text: String {
        switch self {
        case .wordCount(let count): say(.phraseWordCount, ["count": "\(count)"])
        case .unknownWord(let position): say(.phraseWordUnknown, ["position": "\(position)"])
        case .checksum: say(.phraseChecksum)
        case .passphrase(let fault): say(.seedPassphraseUnusable, ["fault": fault.text])
        }
    }
}

extension PrivateKeyTextError {
    /// The description in the user's language; it holds nothing of the key.
    var text: String {
        switch self {
        case .tooLong: say(.countedKeyTooLong, PrivateKeyText.maximumCount)
        case .syntax(let offset): say(.keySyntax, ["offset": "\(offset)"])
        case .count(let count): say(.keyCount, ["count": "\(count)"])
        case .length: say(.keyLength)
        case .publicKeyDiffers: say(.keyHalvesDiffer)
        }
    }
}

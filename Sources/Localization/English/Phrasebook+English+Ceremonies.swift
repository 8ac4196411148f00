extension Phrasebook {
    static func english(_ key: CeremonyKey) -> String {
        switch key {
        case .askPassphrase: "Passphrase: "
        case .askPresentPassphrase: "Present passphrase: "
        case .askNewPassphrase: "New passphrase: "
        case .askBackupPassphrase: "Passphrase of the backup: "
        case .askSeedPassphrase: "BIP-39 passphrase: "
        case .askAgain: "The same again: "
        case .askPrivateKey: "Private key (base58, nothing is shown): "
        case .askWord: "Word: "
        case .askWordAt: "Word {position}: "
        case .askAccounts: "Numbers of the accounts to begin with [{suggested}]: "
        case .askApproval: "Approve?"
        case .askAccountRemoval: "Remove {account} from the wallet?"
        case .askReplacing: "Put the phrase's wallet in its place?"
        case .askBackup: "There is a wallet already. Set it aside and use the backup?"
        case .yesOrNo: "[y/N]"
        case .answerYes: "yes"
        case .enterWritten: "Press Enter when you have written them down. "
        case .enterOn: "Press Enter. "
        case .enterWipe: "Press Enter to wipe the screen. "
        case .passphraseMeans:
            "Choose a passphrase of at least {count} characters. It unlocks the wallet on this machine."
        case .seedPassphraseMeans:
            "The BIP-39 passphrase is part of the phrase: another one makes other accounts, which hold nothing."
        case .theyDiffer: "They differ."
        case .accountsMeans: "Wallets keep a phrase's accounts at these paths. More can be added later."
        case .accountsRange: "Type numbers from 1 to {count}, with spaces between them."
        case .replacingMeans: "There is a wallet already. Its file is set aside beside the new one, not deleted."
        case .phraseIsWallet:
            """
            These {count} words are your wallet. Whoever has them has what it holds;
            without them, a lost disk or passphrase is a lost wallet. Write them on
            paper, in this order, and show them to nobody.
            """
        case .phraseShownOnceMore: "That was another word. Look at your paper; the words are shown again."
        case .yourPhrase: "Your seed phrase:"
        case .yourPhraseNumbered: "Seed phrase {number} of {count}:"
        case .phraseHasPassphrase: "with the BIP-39 passphrase: "
        case .yourKey: "Your imported key, whose account is {account}:"
        case .yourKeyNumbered: "Imported key {number} of {count}, whose account is {account}:"
        case .keysOnly: "The wallet holds imported keys only, and no phrase."
        case .wordMeans:
            """
            Prompts outside the browser can show a word of yours, by which you know that they are Sidekey's. No page and
            no browser learns it. Enter leaves it out.
            """
        case .wordRange: "A word has at most {count} bytes and no control characters."
        case .wordNone: "The wallet has no word; sidekey policy set --recognition chooses one."
        case .typeWords: "Type the {count} words of your seed phrase."
        case .typePhrase: "Type your seed phrase: 12, 15, 18, 21 or 24 words."
        case .typeKeys: "Tab or space completes, Backspace and arrows go back, Enter ends, Ctrl-C leaves."
        case .typeEnter: "Enter goes on: "
        case .typedMissing: "Word {position} is missing."
        case .typedUnknown: "Word {position} is not in the list."
        case .typedWrongCount: "A seed phrase of {wanted} words isn't whole with {count}."
        case .anyWordCount: "12, 15, 18, 21 or 24"
        case .typedAll: "These are all {count} words."
        case .typedChecksum: "The checksum does not fit: a word is wrong, or stands in another's place."
        case .typedNoWord: "No word of the list begins so."
        case .typedTab: "Tab:"
        case .typedInList: "In the list:"
        case .typedNear: "Near:"
        case .typedFits: "{count} words whose checksum fits. Enter goes on."
        case .typedFitsIfAll: "{count} words whose checksum fits. Enter goes on, if these are all."
        case .typedNoSlip: "No single slip explains it. Compare every word with your paper."
        case .typedSlips: "Likely wrong: {positions}. Press ? to see what it may be."
        case .typedMeant: "Word {position}: did you mean {meant}, not {typed}? Enter changes it, ? shows another."
        case .typedExchanged:
            "Words {first} and {second}: did you mean {meant} {typed}? Enter changes it, ? shows more."
        case .slipWord: "word {position}"
        case .slipExchanged: "words {first} and {second} exchanged"
        case .slipOr: ", or "
        }
    }
}

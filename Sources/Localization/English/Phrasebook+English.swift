/// English, the language that the others are translated from.
extension Phrasebook {
    static func english(_ key: TextKey) -> String {
        switch key {
        case .requestHeading: "{origin} asks: {method}"
        case .requestApp: "An app asks: {method}"
        case .requestAppKey: "the app's key: {app}"
        case .requestAppClaims: "it says it is {url}; nobody has checked that"
        case .requestAppPlace: "answers go to {place}"
        case .requestAppDays: "for {days} days at most"
        case .requestBrowse: "opens {url} in your browser"
        case .requestExtension: "Extension {extension} asks: {method}"
        case .requestPunycode: "careful: letters in the site's name can pass for others"
        case .requestFrame: "{page} in a page of {top}"
        case .messageSigner: "also for {account} to sign"
        case .requestAccount: "account: {account}"
        case .requestCluster: "cluster: {cluster}"
        case .requestConnect: "it will know your first account and may ask it to sign; nothing is signed now"
        case .requestPrivate: "from a private window"
        case .requestItem: "{number} of {count}"
        case .requestIncomplete: "warning: not everything in it could be read; what is listed is not all it may do"
        case .lifeBlocks: "sent at once; it can be executed for about {seconds} s more"
        case .lifeNonce: "sent at once; it can be executed until its nonce is moved on"
        case .lifeExpired: "its blockhash is too old: it can no longer be executed"
        case .transactionHead: "transaction, version {version}, {bytes}, {signatures}"
        case .transactionFeePayer: "fee payer: {account}"
        case .transactionView: "the view of {account}"
        case .transactionChanges: "what changes:"
        case .instructionUnknown: "{program}: unknown instruction"
        case .instructionHiddenAccount: "an account of a lookup table"
        case .instructionSigner: ", signer"
        case .instructionWritable: ", writable"
        case .chainSucceeded: "tried on the chain, it would succeed, according to {source}"
        case .chainFailed: "tried on the chain, it would fail ({reason}), according to {source}"
        case .chainImpossible: "it could not be tried on the chain ({reason}), according to {source}"
        case .chainSource: "{node} at slot {slot}"
        case .chainTableOfOne: "lookup table {account}: according to {source} alone: one node's word"
        case .chainTableOfTwo: "lookup table {account}: according to {source} and {second}"
        case .effectTo: " for {account}"
        case .effectFrom: " from {account}"
        case .effectFavour: " in favour of {account}"
        case .effectMint: " (mint {mint})"
        case .effectBefore: " (until now {account}'s)"
        case .effectControl: "control"
        case .effectCreated: "{account} is made, for the program {to}"
        case .effectClosed: "{account} is closed"
        case .effectOwner: "{account} becomes the program {to}'s"
        case .effectAuthority: "{role} over {account}{before} goes to {to}"
        case .effectAuthorityEnded: "{role} over {account}{before} goes to nobody"
        case .effectUndelegated: "nobody but its owner may take tokens out of {account}"
        case .effectFrozen: "{account} is frozen"
        case .effectThawed: "{account} is thawed"
        case .effectWritten: "{account} is written to"
        case .effectCode: "the code of {account} becomes another"
        case .totalsOfOne: "what moves in your accounts:"
        case .totalsOfAll: "together:"
        case .totalsWarning: "{level} ({rule}) in {numbers}"
        case .amountSmallest: "{amount} of the smallest unit of {mint}"
        case .amountSmallestOfSome: "{amount} of a token's smallest unit"
        case .amountOfSome: "{amount} of a token"
        case .amountOfToken: "{amount} of the token {mint}"
        case .amountSomeSOL: "some SOL"
        case .amountSomeTokens: "some tokens"
        case .addressOwn: "{account} {label} (your account)"
        case .addressContact: "{account} {label} (contact)"
        case .fieldAmount: "amount"
        case .fieldUnitPrice: "price of a compute unit"
        case .effectOut: "{amount} leaves {account}"
        case .effectIn: "{amount} arrives at {account}"
        case .effectDelegate: "{to} may take {amount} out of {account}"
        case .totalsPays: "you pay {amount}"
        case .totalsPaysAtLeast: "you pay at least {amount}, and maybe more"
        case .totalsReceives: "you receive {amount}"
        case .totalsOpen: "and what the chain decides"
        case .totalsUnread: "you may pay more than Sidekey can read"
        case .totalsNothing: "nothing leaves your accounts"
        case .totalsHeavy: "dangerous: read the warnings"
        case .levelInfo: "info"
        case .levelWarning: "warning"
        case .levelDanger: "danger"
        case .levelForbidden: "forbidden"
        case .findingUnknown: "rule {rule}"
        case .findingR01: "{account} is made the property of the program {to}, which can then take all of it"
        case .findingR02: "{role} over {account} goes to {to}"
        case .findingR02Ended: "nobody has {role} over {account} any more"
        case .findingR03: "{to} may take up to {amount} out of {account} later, without being asked for"
        case .findingR04: "{account} is closed, and what it holds goes to {to}"
        case .findingR05: "it doesn't go out of date: it stands on the nonce {nonce} of {authority}"
        case .findingR07: "instruction {instruction} of {program} can't be read"
        case .findingR08: "no key belongs to {to}: only a program can move SOL from there"
        case .findingR09: "the fee is up to {lamports}"
        case .findingR10: "your account {account} is made anew, or given room for a program's data"
        case .findingR11: "{account} is frozen"
        case .findingR12: "{amount} out of {account} is destroyed"
        case .findingR13: "{signer} has to sign too, and may send it later"
        case .findingR14: "{payer} pays the fee"
        case .findingR15: "the code of {account} becomes another"
        case .findingR16: "SOL from {account} goes to {to}; the transaction doesn't say how much"
        case .findingR17: "a signature of {signer} is there already"
        case .findingR30: "tried on the chain, it fails: {reason}"
        case .findingR31: "it couldn't be tried on the chain: {reason}"
        case .findingR33: "tried on the chain, {role} over {account} goes to {to}, which no instruction says"
        case .findingR34: "tried on the chain, {account} is closed, which no instruction says"
        case .findingR35: "tried on the chain, {account} ends up with {amount} less than its instructions say"
        case .findingR36: "nobody has ever used {to}, so that what goes there by mistake is lost"
        case .findingR37: "{to} begins and ends as {like}, which you know or have sent to, and is another one"
        case .findingR38: "{to} is a {kind} and no wallet: nobody has a key to it"
        case .findingR39: "{to} may take or burn anybody's tokens of {mint} at any time"
        case .findingR40: "each transfer of the token {mint} calls the program {program}, which can refuse it"
        case .findingR41:
            "up to {basisPoints} hundredths of a per cent of each transfer of {mint} are kept back, {maximum} of its smallest units at most"
        case .findingR42: "new accounts for the token {mint} are frozen until somebody thaws them"
        case .findingR43: "the token {mint} can never be sent on"
        case .findingR44: "the token {mint} has extensions that Sidekey doesn't know: {types}"
        case .findingR45: "the lookup table {table} was ended: what takes accounts from it fails, or soon will"
        case .findingR47: "tried on the chain, the program code in {account} becomes another, which no instruction says"
        case .findingR48: "two nodes say different things of the lookup table {table}: one of them lies"
        case .findingR49: "almost everything in {account} goes to somebody else"
        case .findingR50: "{to} begins as {like}, an address of Solana itself, and is another one"
        case .findingM01: "it has control characters that no text has: it was not written to be read"
        case .findingM05: "it signs you in to {domain}"
        case .findingM06:
            "it has the form of a sign-in and isn't written as one: a careless site may take it all the same"
        case .findingM07: "the field {field} of the sign-in isn't what it has to be"
        case .findingM08: "the field {field} of the sign-in has characters that don't belong there"
        case .findingM09: "it signs you in to {domain}, and {origin} asks for it"
        case .findingM10: "it names another account: {address}"
        case .findingM11: "its address {uri} isn't one of {origin}"
        case .findingM12: "it is for another chain: {chain}"
        case .findingM13: "it was issued at {time}, more than ten minutes ago"
        case .findingM14: "by its field {field} it only begins to count at {time}"
        case .findingM15: "it expired at {time}"
        case .findingM16: "it has no nonce, so that it can be used more than once"
        case .findingM17: "it isn't for a Solana account, but for {kind}"
        case .findingM18:
            "a service may move your money with this signature: it looks like an order for a program, not like text for people"
        case .kindMint: "mint"
        case .kindToken: "token account"
        case .kindProgram: "program"
        case .reasonNoAnswer: "no answer"
        case .promptHeading: "Sidekey asks outside the browser"
        case .promptPage: " ({page} of {pages})"
        case .promptRecognition: "your word: {word}"
        case .promptPassphrase: "Passphrase:"
        case .promptWord: "Word:"
        case .promptOtherWord: "That is another word."
        case .promptProofEach: "You set every approval to take your passphrase."
        case .promptProofDanger: "Dangerous requests need your passphrase."
        case .promptProofIncomplete: "Sidekey can't read all of it. To approve it, enter your passphrase."
        case .promptProofUnbounded: "This may move more than SOL. To approve it, enter your passphrase."
        case .promptProofAmount:
            "This is more than a click may approve in 24 hours. To approve it, enter your passphrase."
        case .promptProofPlace:
            "Sidekey isn't sure that this is your screen. To approve it, enter your passphrase."
        case .promptTooSoon: "That answer came too soon to count. Read this first."
        case .lateBlockhash: "It can't be executed any more: its blockhash is too old. Nothing was signed."
        case .lateAsk: "The site can ask again, with a new one."
        case .lateAskButton: "Ask the site again"
        case .lateOwn: "You can begin again, with a new one."
        case .lateDecided: "This request was decided elsewhere before your answer came. Your answer changed nothing."
        case .lateTime: "The time for this request was over before your answer came. Nothing was signed."
        case .lateCancelled: "The site took this request back before your answer came. Nothing was signed."
        case .lateConnection:
            "The connection to the site is lost. Nothing was signed. Wait a moment, or reject the request."
        case .promptOK: "OK"
        case .promptCancel: "Cancel"
        case .promptApprove: "Approve"
        case .promptReject: "Reject"
        case .promptNext: "Next"
        case .promptBack: "Back"
        case .promptGoOn: "Go on"
        case .unlockQuestion: "Unlock the wallet?"
        case .unlockButton: "Unlock"
        case .passkeyAddition: "The browser asks to add a passkey:"
        case .passkeyAdditionMeans: "With it and that browser, the wallet can be unlocked without the passphrase."
        case .passkeyAdditionButton: "Add passkey"
        case .passkeyRemoval: "The browser asks to remove a passkey:"
        case .passkeyRemovalMeans: "It will unlock this wallet no more."
        case .passkeyRemovalButton: "Remove passkey"
        case .promptAllow: "To allow it, type the passphrase."
        case .extensionAsks: "An extension that isn't the wallet's own asks to use the wallet:"
        case .extensionAgain:
            "An extension that you allowed before asks for the wallet, which nobody has unlocked since it started:"
        case .extensionMethods: "Its id is the browser's word. It could then call:"
        case .extensionMeans: "Each signature is asked about here. It can't approve, unlock or change settings."
        case .extensionAccounts:
            """
            Which of these accounts may the extension see?

            {list}

            Type their numbers, such as 1 3. Empty stands for 1.
            """
        case .extensionButton: "Allow"
        case .contactAddition: "The browser asks to put an address into the address book:"
        case .contactAdditionName: "under the name"
        case .contactAdditionMeans: "Addresses that look like it will be warned of, and it will not."
        case .contactAdditionButton: "Add contact"
        case .contactRenaming: "The browser asks to give an address in the address book another name:"
        case .contactRenamingName: "is to be"
        case .contactRenamingButton: "Rename contact"
        case .contactRemoval: "The browser asks to take an address out of the address book:"
        case .contactRemovalMeans: "Addresses that look like it will no longer be warned of."
        case .contactRemovalButton: "Remove contact"
        case .accountMoving: "The browser asks to move an account in your list:"
        case .accountMovingPlace: "to place {place}"
        case .accountMovingMeans: "A site that you connect gets the first account unless you choose another."
        case .accountMovingButton: "Move account"
        case .passphraseVault:
            """
            Choose a passphrase. It unlocks the wallet on this computer, and
            without it nobody can use what lies on the disk.
            """
        case .passphraseSeed:
            """
            Some phrases have a passphrase of their own, also called the 25th word (BIP-39).
            Most have none: leave the field empty then.

            With another one the same words make other accounts, which hold nothing.
            """
        case .passphraseNewSeed:
            """
            Choose the passphrase that belongs to the words (BIP-39), and write it down too:
            without it, or with another one, the same words make other accounts.

            It isn't what unlocks the wallet on this computer; that one is asked for next.
            """
        case .passphraseEmpty: "Empty for none:"
        case .passphraseRefused: "It can't be that: {fault}."
        case .passphraseAgain: "Once more:"
        case .passphraseDifferent: "The two were not the same."
        case .passphraseIsEmpty: "it is empty"
        case .passphraseIsNotUTF8: "it is not UTF-8"
        case .passphraseHasControl: "it has a control character"
        case .passphraseIsGuessable: "it is easy to guess. Take four or more unrelated words"
        case .phraseNothing: "Nothing was typed."
        case .phraseNoWord: "No word of the list begins so."
        case .phraseMeant: "Word {position}, {typed}: did you mean {meant}?"
        case .phraseOr: " or "
        case .phraseExchanged: "Words {first} and {second}: did they change places?"
        case .phraseMismatch:
            """
            Every word is in the list, but they don't belong together: a word is wrong,
            or stands in the wrong place.
            """
        case .phraseTypeAll: "Type all of them again, slowly, in their order."
        case .phraseCompare: "Compare with your paper, and type again what stands there."
        case .phraseCorrect: "Correct it"
        case .phraseCount:
            """
            Restore a wallet from its words. How many are there?
            12, 15, 18, 21 or 24.
            """
        case .phraseNumber: "Number:"
        case .phraseNotANumber: "That is not one of the five numbers."
        case .phraseWord: "Word {position} of {count}. The first four letters are enough."
        case .phraseWordBack: " Type {word} to go back by one."
        case .phraseWordField: "Word {position}:"
        case .phraseStop: "{typed} of {count} words are typed, and nothing was made yet. Stop here?"
        case .phraseStopButton: "Stop"
        case .phraseOneBack: "One word back"
        case .phraseBegin:
            """
            These {count} words will be your wallet. Whoever has them has what it
            holds; without them, a lost disk or passphrase is a lost wallet.
            Have paper and pen ready, and nobody behind you.
            """
        case .phraseShow: "Show the words"
        case .phraseShownAgain: "That was another word. Look at your paper; the words are shown again."
        case .phraseWritten: "Written down"
        case .phrasePaper: "Type word {position} from your paper."
        case .phrasePage: "Words {first} to {last} of {count}:"
        case .phraseSize:
            """
            Make a wallet with new words. Leave the field empty for {count} of them.

            Or type how many: 12, 15, 18, 21 or 24, and + behind it for words with a
            passphrase of their own, also called the 25th word (BIP-39): 24+
            """
        case .phraseSizeField: "Empty for {count}:"
        case .setupAccounts:
            """
            Wallets keep the first account of these words at one of these paths:

            {list}

            Type the numbers of those that you know, such as 1 3. Empty stands for 1.
            Others can be added later: {command}
            """
        case .setupNumbers: "Numbers:"
        case .setupNumbersRange: "Type numbers from 1 to {count}, with spaces between them."
        case .setupReplaced: "There is a wallet already. This puts another in its place."
        case .setupSetAside:
            "The file of the old one is set aside beside the new one, and not deleted. Accounts of other words, imported keys, passkeys and connected sites stay behind with it."
        case .setupOldPassphrase: "If you know the old passphrase, you don't need this."
        case .setupTypeWord: "To go on, type: {word}"
        case .recognitionChoice:
            """
            The wallet is made. Last, choose a word, or leave the field empty.

            Every window of Sidekey's outside the browser will show it, and no page and no
            browser learns it. So a window without your word isn't Sidekey's.
            """
        case .recognitionNone: "No word"
        case .recognitionFromNow: "From now on these windows show:"
        case .recognitionRight: "That's it"
        case .recognitionAnother: "Another"
        }
    }

    static func english(_ key: CountedKey) -> PluralForms {
        switch key {
        case .bytes: PluralForms(one: "{count} byte", other: "{count} bytes")
        case .signaturesNeeded: PluralForms(one: "{count} signature needed", other: "{count} signatures needed")
        case .messageText: PluralForms(one: "message of {count} byte, text:", other: "message of {count} bytes, text:")
        case .messageHex:
            PluralForms(
                one: "message of {count} byte, not text, in hex:", other: "message of {count} bytes, not text, in hex:")
        case .transactionTable:
            PluralForms(
                one: "warning: takes {count} account out of lookup table {account}, unseen here",
                other: "warning: takes {count} accounts out of lookup table {account}, unseen here")
        case .totalsMore: PluralForms(one: "and in {count} account more", other: "and in {count} accounts more")
        case .findingR06:
            PluralForms(
                one: "{accounts} account is hidden in the lookup table {table}",
                other: "{accounts} accounts are hidden in the lookup table {table}")
        case .findingR32:
            PluralForms(
                one: "the chain's trial doesn't show what becomes of {accounts} account that it may write",
                other: "the chain's trial doesn't show what becomes of {accounts} accounts that it may write")
        case .findingR46:
            PluralForms(
                one: "the lookup table {table} lacks {accounts} account that this takes from it; its owner may add any",
                other:
                    "the lookup table {table} lacks {accounts} accounts that this takes from it; its owner may add any")
        case .findingM02:
            PluralForms(
                one: "{count} of its characters can't be seen, or turns the direction of writing",
                other: "{count} of its characters can't be seen, or turn the direction of writing")
        case .promptWrongPassphrase: PluralForms("That is not the passphrase. Try again ({count} left).")
        case .passphraseTooShort:
            PluralForms(one: "it has fewer than {count} byte", other: "it has fewer than {count} bytes")
        case .passphraseTooLong:
            PluralForms(one: "it has more than {count} byte", other: "it has more than {count} bytes")
        case .phraseManyWords:
            PluralForms(
                one: "{count} word of the list begins so. Type more of it.",
                other: "{count} words of the list begin so. Type more of it.")
        case .recognitionTooLong:
            PluralForms(one: "A word has at most {count} byte.", other: "A word has at most {count} bytes.")
        case .countedMessageTooLarge:
            PluralForms(one: "a message of {count} byte is too large", other: "a message of {count} bytes is too large")
        case .countedFileTooLong:
            PluralForms(one: "{path} holds more than {count} byte", other: "{path} holds more than {count} bytes")
        case .countedInputTooLong:
            PluralForms(
                one: "standard input holds more than {count} byte",
                other: "standard input holds more than {count} bytes")
        case .countedLineTooLong:
            PluralForms(one: "that line is longer than {count} byte", other: "that line is longer than {count} bytes")
        case .countedSecretTooLong:
            PluralForms(one: "the secret is longer than {count} byte", other: "the secret is longer than {count} bytes")
        case .countedKeyTooLong:
            PluralForms(one: "it has more than {count} byte", other: "it has more than {count} bytes")
        case .countedRestored:
            PluralForms(
                one: "restored a wallet; its account is {accounts}",
                other: "restored a wallet; its accounts are {accounts}")
        case .countedKeysHeld:
            PluralForms(
                one: "The wallet holds an imported key, which is not in any words.",
                other: "The wallet holds {count} imported keys, which are not in any words.")
        case .countedKeysShown:
            PluralForms(one: "Show it too?", other: "Show them too?")
        case .countedWordsBegin:
            PluralForms(one: "{count} word of the list begins so.", other: "{count} words of the list begin so.")
        case .countedUnreadable:
            PluralForms(
                one: "and {count} token account that can't be read",
                other: "and {count} token accounts that can't be read")
        case .countedAccounts:
            PluralForms(one: "{count} account", other: "{count} accounts")
        case .countedDays:
            PluralForms(one: "{count} day", other: "{count} days")
        case .countedLines:
            PluralForms(one: "{count} line", other: "{count} lines")
        case .countedExported:
            PluralForms(one: "{count} line is in {path}", other: "{count} lines are in {path}")
        case .countedExportHeld:
            PluralForms(
                one: "it holds all {count} line of the export", other: "it holds all {count} lines of the export")
        case .countedRevokedLeft:
            PluralForms("{count} more did not fit one transaction; run it again")
        case .countedStarts:
            PluralForms(
                one: "the agent was started {count} time and ended each time; see agent.log",
                other: "the agent was started {count} times and ended each time; see agent.log")
        case .countedPathTooLong:
            PluralForms(
                one: "the socket's path has {count} byte, the system allows {limit}: {path}",
                other: "the socket's path has {count} bytes, the system allows {limit}: {path}")
        }
    }
}

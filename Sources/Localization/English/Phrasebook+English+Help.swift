extension Phrasebook {
    static func english(_ key: HelpKey) -> String {
        switch key {
        case .helpSidekey: "A Solana wallet for Firefox and Chromium whose keys stay outside the browser."
        case .helpCreate: "Make a wallet with a new seed phrase."
        case .helpCreateMore:
            """
            Shows the words once, asks for three of them, and then for a passphrase.

            For scripts and tests: with --passphrase-file and --phrase-file it asks nothing. Such a wallet is marked unattended for ever, since whoever can read those files can approve with it.
            """
        case .helpPassphraseFile: "Read the passphrase from FILE (yours, mode 0600)."
        case .helpNewPassphraseFile: "Read the new passphrase from FILE (yours, mode 0600)."
        case .helpPhraseOut: "Write the phrase to FILE, which must be new, or empty with mode 0600."
        case .helpWordsNew: "Make a phrase of N words: 12, 15, 18, 21 or 24."
        case .helpSeedPassphrase: "Ask for a BIP-39 passphrase, which is part of the phrase."
        case .helpApprovals: "Where requests are decided: popup, risky or native."
        case .helpRestore: "Make a wallet from your seed phrase."
        case .helpRestoreMore:
            """
            Asks for the words one by one, completes and checks them, and then for a passphrase. The words leave the screen when the last one is right.

            For scripts and tests: with --passphrase-file and --phrase-file it asks nothing. Such a wallet is marked unattended for ever, since whoever can read those files can approve with it.
            """
        case .helpFirstPath: "Begin with the account at this path; may be given again."
        case .helpReplace:
            "Set the wallet aside that is there, as for one whose passphrase is lost. Nothing is deleted."
        case .helpWords: "The phrase has N words: 12, 15, 18, 21 or 24."
        case .helpPhraseFile: "Read the phrase from FILE (yours, mode 0600), on one line."
        case .helpSeedPassphraseFile: "Read the BIP-39 passphrase from FILE (yours, mode 0600)."
        case .helpUnlock: "Unlock the wallet for a session."
        case .helpUnlockMore:
            "The wallet locks again a set time after your last approval, and after an hour at the latest. In a new wallet that is 15 minutes; `sidekey policy set --session` changes it."
        case .helpLock: "Lock the wallet."
        case .helpStatus: "Show the wallet's state and accounts."
        case .helpJSON: "Print JSON, on one line."
        case .helpPending: "List the requests that wait for a decision."
        case .helpApprove: "Show a request and approve it."
        case .helpApproveMore:
            "Asks for a yes and for the passphrase, also while the wallet is unlocked: another program of yours could run this command too. Only a wallet that was made by script and is unlocked is approved by --yes alone. Dangerous requests need the passphrase there too."
        case .helpRequest: "The request's id, as `sidekey pending` lists it."
        case .helpYes: "Don't ask whether to approve."
        case .helpReject: "Reject a request."
        case .helpRecords: "Show the records of a request: what came, and what was answered."
        case .helpRecordsMore: "Records are evidence. Nothing is ever signed from one."
        case .helpRecordID: "The request's id."
        case .helpAccount: "List, add, import, name, hide, order and remove accounts."
        case .helpAccountArgument: "The account: its public key, its label, or its number in `sidekey account list`."
        case .helpAccountOrFirst:
            "The account: its public key, its label, or its number in `sidekey account list`. The first by default."
        case .helpAccountList: "List the accounts."
        case .helpAccountAdd: "Add an account of a seed phrase in the wallet."
        case .helpAccountAddMore:
            "Without --path it is the next of m/44'/501'/n'/0'. Asks for the passphrase while the wallet is locked."
        case .helpPath: #"The derivation path, such as "m/44'/501'/3'"."#
        case .helpSecret: "Which of the wallet's secrets, where it has several; the first is 0."
        case .helpAccountImport: "Import a private key or another seed phrase."
        case .helpAccountImportMore:
            """
            Reads a solana-keygen JSON file, or a file with a base58 private key; without FILE it asks for a base58 key and shows nothing of it. With --phrase it asks for the words of a phrase.

            What is imported is in this wallet's file only: the wallet's own phrase doesn't bring it back.
            """
        case .helpKeyFile: "A file of yours with mode 0600: solana-keygen JSON, or a base58 private key."
        case .helpImportPhrase: "Import a seed phrase, typed word by word."
        case .helpPhrasePath: "Begin with the phrase's account at this path; may be given again."
        case .helpAccountLabel: "Name an account; pages never learn the name."
        case .helpLabel: "The name, at most 128 bytes."
        case .helpAccountHide: "Leave an account out of the lists in the browser."
        case .helpAccountShow: "Show a hidden account in the lists again."
        case .helpAccountMove: "Move an account in the list."
        case .helpPlace: "Its new number in the list; the first is 1."
        case .helpAccountRemove: "Remove an account; asks for the passphrase."
        case .helpAccountRemoveMore:
            "What the account holds stays on the chain. An account of a phrase can be added again; an imported key is gone from this machine with it."
        case .helpRemoveYes: "Don't ask whether to remove it."
        case .helpPhrase: "Show the seed phrase again."
        case .helpPhraseShow: "Show the seed phrase; asks for the passphrase."
        case .helpPhraseShowMore:
            "The words stand on a screen that keeps nothing, until Enter is pressed. Whoever sees them has what the wallet holds. Imported keys aren't in the words; they are shown too, in base58, after a question of their own."
        case .helpVault: "Change the passphrase, rotate the key, back up and restore the wallet's file."
        case .helpVaultBackup: "Copy the encrypted wallet into a new file."
        case .helpVaultBackupMore:
            "The copy holds the keys, the accounts with their labels, contacts and limits. It opens with the passphrase of today, for ever: a passphrase that is changed later doesn't change the copy. The recovery phrase on paper is the better backup; imported keys, labels, contacts and limits are only here."
        case .helpNewFile: "The file, which must be new."
        case .helpVaultChangePassphrase: "Change the passphrase."
        case .helpVaultChangePassphraseMore:
            "The old passphrase opens neither the wallet nor its previous generation any longer. It still opens backups that were made before, and any other copy of the file."
        case .helpVaultRestore: "Put a backup in the wallet's place; the present wallet is set aside."
        case .helpVaultRestoreMore:
            "Says first which sites, apps, extensions and passkeys it disconnects. Asks for the passphrase that the backup was made under. Nothing is replaced unless it opens. Contacts and limits of the backup are added to those of this wallet."
        case .helpBackupFile: "A file that `sidekey vault backup` made."
        case .helpSetAsideYes: "Don't ask whether to set the present wallet aside."
        case .helpVaultRotate: "Draw a new vault key; passkeys have to be added again."
        case .helpPolicy: "Show and set what is decided in the browser and what outside it."
        case .helpPolicyShow: "Show the policy."
        case .helpPolicySet: "Change the policy; asks for the passphrase."
        case .helpPolicySetMore:
            "--approvals says what is decided outside the browser: nothing (popup), what is risky (risky, the default), or everything (native). The allowance is how much approvals in the browser may let out in 24 hours."
        case .helpPolicyAllowance: "Show what the browser may still approve."
        case .helpPolicyAllowanceMore:
            "The allowance counts everything that was approved in the browser within the last 24 hours. Only time refills it, or --reset with the passphrase."
        case .helpAllowanceReset: "Make the whole allowance available again; asks for the passphrase."
        case .helpLimit: "Add a limit on what an account signs or a site has signed."
        case .helpLimitMore:
            "What breaks a limit is refused before anybody is asked, and with --raise it is decided outside the browser. A limit never approves anything. Adding one takes no passphrase; taking it away does (sidekey policy unlimit). Amounts are what the review says can go: what can't be bounded, or not read whole, breaks a limit in SOL and a list of programs."
        case .helpLimitAccount: "The account that it is about, by its address; every one without it."
        case .helpLimitOrigin:
            "The site that it is about, such as https://example.com, or sidekey for what you send; every one without it."
        case .helpLimitCeiling: "The SOL that one request may let out."
        case .helpLimitSpend: "The SOL that may go out in a period, such as 0.5/24h or 2/7d."
        case .helpLimitSignatures: "The signatures that there may be in a period, such as 20/1h."
        case .helpLimitProgram:
            "A program that a transaction may call, by its address; no other. Give it several times for several."
        case .helpLimitExpires: "From when on nothing is signed any more: 30m, 8h or 7d from now."
        case .helpLimitRaise: "Ask outside the browser instead of refusing."
        case .helpLimitReplace: "The number of a limit whose place it takes, which may only become tighter."
        case .helpLimits: "Show the limits, and what is left of them."
        case .helpUnlimit: "Take limits away; asks for the passphrase."
        case .helpLimitNumbers: "The limits' numbers, as sidekey policy limits shows them."
        case .helpAllowance: "What browser approvals may let out, in SOL, such as 0.1."
        case .helpPressAllowance:
            "What clicks in Sidekey's window may approve in 24 hours, in SOL; above it, the window asks for the passphrase."
        case .helpSession: "Seconds from your last approval until the wallet locks (10 to 3600)."
        case .helpPerRequest: "Ask for passphrase or passkey for every request."
        case .helpRecognition: "Ask for a word by which you recognise prompts outside the browser."
        case .helpNetwork: "Show and choose clusters and the nodes that are asked."
        case .helpNetworkMore:
            "A node learns which addresses are asked about, and what it says is what the wallet shows of the chain. So a change takes the passphrase."
        case .helpNetworkShow: "Show the clusters and their endpoints."
        case .helpNetworkCheck: "Ask a cluster's endpoints whether they answer, and for which cluster."
        case .helpNetworkUse: "Choose the cluster that is meant where nobody names one; asks for the passphrase."
        case .helpNetworkEndpoints: "Choose by which nodes a cluster is reached; asks for the passphrase."
        case .helpNetworkEndpointsMore:
            "The first that answers is asked; where two are given, what hides accounts is asked of both. An address is https, or http for a node on this machine."
        case .helpURLs: "The addresses, in their order."
        case .helpPublic: "Go back to the cluster's public endpoint."
        case .helpNone: "Never reach this cluster."
        case .helpNetworkOff: "Ask nobody anything; asks for the passphrase."
        case .helpNetworkOn: "Reach the network again; asks for the passphrase."
        case .helpCluster: "mainnet, devnet, testnet or localnet."
        case .helpClusterOrChosen: "mainnet, devnet, testnet or localnet; without it the one that is chosen."
        case .helpOrigins: "List the connected sites, and choose what they see."
        case .helpOriginsList: "List the connected sites."
        case .helpOriginsRevoke: "Disconnect a site, in every browser profile or in one."
        case .helpOriginsBlock: "Refuse every request of a site, until it is unblocked."
        case .helpOriginsBlockMore: "It stays connected, if it is: revoke it too, so that it sees no accounts."
        case .helpOriginsUnblock: "Let a blocked site ask again."
        case .helpOriginsBlocked: "List the sites whose requests are refused."
        case .helpSite: "The site's domain or origin, such as dapp.example; all its subdomains are meant."
        case .helpOriginsSet: "Choose the accounts that a connected site sees."
        case .helpOriginsSetMore: "More accounts than it sees now take the passphrase."
        case .helpOrigin: "The site's origin, such as https://dapp.example."
        case .helpProfile: "Only in this browser profile."
        case .helpContainer: "Only in this container."
        case .helpOriginAccount: "An account's public key, label or number; may be given again."
        case .helpOpenURL: "Take a link by which an app asks the wallet."
        case .helpOpenURLMore:
            "The desktop calls this for sidekey: links. You are asked as for a site; the answer is opened at the place that you saw when the app first asked."
        case .helpLink: "The link, sidekey://v1/... or https://.../ul/v1/...."
        case .helpPrintLink: "Print the answer's link instead of opening it."
        case .helpApps: "Apps that ask the wallet by links."
        case .helpAppsList: "List the connected apps."
        case .helpAppsRevoke: "Disconnect an app; what waits of it is cancelled."
        case .helpApp: "The app's key, as the list shows it."
        case .helpExtensions: "List the other extensions that may use the wallet, and let them."
        case .helpExtensionsList: "List the other extensions that may use the wallet."
        case .helpExtensionsAllow: "Let another extension use the wallet."
        case .helpExtensionsAllowMore:
            "Takes the passphrase. Without --method it may call all that other extensions can be allowed; without --account it sees the first account. Every signature is still asked about, outside the browser. Its browser lets it reach the wallet after ./install.sh --allow-extension ID."
        case .helpExtensionsRevoke: "Take back everything that another extension may do."
        case .helpExtension: "The extension's id, as its browser names it."
        case .helpExtensionMethod: "A method that it may call; may be given again."
        case .helpPasskey: "List, allow and remove the passkeys that unlock the wallet."
        case .helpPasskeyList: "List the passkeys."
        case .helpPasskeyAllow: "Let the extension add or remove one passkey."
        case .helpPasskeyAllowMore:
            "Takes the passphrase. It counts for two minutes and one change, in whichever browser it is made."
        case .helpPasskeyRemove: "Remove a passkey. Takes the passphrase."
        case .helpPasskeyID: "The passkey's id, as `sidekey passkey list` shows it."
        case .helpSignOffchain: "Sign a text as an off-chain message."
        case .helpSignOffchainMore:
            "Prints the signature in base58, with --json the signed bytes too. Asks for the passphrase, but for a wallet that was made by script and is unlocked."
        case .helpVerifyOffchain: "Verify the signature of an off-chain message."
        case .helpVerifyOffchainMore:
            "Needs no wallet and no agent. The exit status is 0 only where the signature is right. Version 0 has two forms under one number: the proposal's, with signers and application domain, and the Rust SDK's, which `solana sign-offchain-message` makes. Both are tried; the answer names the one that fits."
        case .helpText: "The text."
        case .helpSignature: "The signature, base58."
        case .helpSigningAccount: "The public key of the account that signed."
        case .helpTextFile: "Read the text from FILE instead."
        case .helpEnvelope: "The version of the envelope: 0 or 1."
        case .helpDomain: "32 bytes in base58 that name the application; zeros by default. Version 0 only."
        case .helpSigner: "A signer's public key, once for each; the account alone by default."
        case .helpBalance: "Show what an account holds."
        case .helpBalanceMore:
            "Where no node answers, what was saved last is shown with its age, for less than seven days."
        case .helpHistory: "Show an account's transactions."
        case .helpHistoryMore:
            "Marked and never hidden: dust (less than 0.001 SOL from a stranger), unknown-token (one that the account has never used), many-recipients (one of many that got the same), named-only (nothing came: how a look-alike address gets into a history)."
        case .helpHistoryLimit: "How many, the newest first."
        case .helpSend: "Send SOL or tokens."
        case .helpSendMore:
            "TO is an address or a contact's name. Asks for a yes and for the passphrase, as `sidekey approve` does. Everything (--all) of SOL leaves nothing behind but pays the fee."
        case .helpSendWhat: "The amount, what it is of (SOL by default), and the recipient."
        case .helpSendAll: "Send everything that there is."
        case .helpMemo: "A text for everybody to read, at most 256 bytes."
        case .helpAllowOffCurve: "Send to an address that no key belongs to: a program's, or a multisignature wallet's."
        case .helpDryRun: "Show what would be sent, and send nothing."
        case .helpPriority: "What to offer on top of the fee: none, normal or high."
        case .helpPriorityCap: "The most to offer on top of the fee, 0.0001 by default."
        case .helpAirdrop: "Ask a test cluster for SOL."
        case .helpAirdropMore: "Mainnet gives none away; public faucets often refuse."
        case .helpAirdropAmount: "How much, in SOL."
        case .helpPermissions: "List who else may take an account's tokens."
        case .helpPermissionsMore: "A delegate may take tokens whenever it likes, until you revoke that."
        case .helpRevoke: "Revoke who else may take your tokens, by one transaction."
        case .helpRevokeMore: "Asks for a yes and for the passphrase, as `sidekey approve` does."
        case .helpRevokeAccounts: "The token accounts."
        case .helpRevokeAll: "All token accounts that somebody else may take from."
        case .helpContacts: "List, add, rename and remove contacts."
        case .helpContactsMore:
            "A review warns of addresses that look like a contact's. So every change asks for the passphrase, but for a wallet that was made by script and is unlocked."
        case .helpContactsList: "List the contacts."
        case .helpContactsAdd: "Give an address a name."
        case .helpContactsRename: "Give a contact another name."
        case .helpContactsRemove: "Remove a contact."
        case .helpAddress: "The address."
        case .helpContactName: "The name: one line of at most 64 bytes."
        case .helpContactNewName: "The new name: one line of at most 64 bytes."
        case .helpContact: "The contact: its address or its name."
        case .helpReceive: "Show an account's address, on a terminal as a QR code too."
        case .helpReceiveMore:
            "Into a pipe or a file goes the address alone. The code holds the address and nothing else."
        case .helpActivity: "List, verify and export what the wallet has done."
        case .helpActivityMore:
            "Every line follows from the one before it, and the last is sealed under a key of the vault's. Who can write to the whole folder can put an older one back: an export that you keep elsewhere shows it (sidekey activity verify FILE)."
        case .helpActivityList: "List what the wallet has done, the newest first."
        case .helpActivitySite: "Only what this site asked for (https://dapp.example)."
        case .helpActivityLimit: "How many lines."
        case .helpActivityExport: "Write the whole activity into a new file, or to standard output."
        case .helpActivityExportMore:
            "Nothing is shortened. Kept elsewhere, it is what a rollback shows against: sidekey activity verify FILE"
        case .helpFormat: "json or csv."
        case .helpExportFile: "A file that isn't there yet."
        case .helpActivityVerify: "Look whether anybody has changed the activity."
        case .helpActivityVerifyMore:
            "Says up to which line it is sealed, and how many came since. With a FILE that export wrote it says too whether every line of then is still there: an activity that was put back to an earlier state, vault and all, has nothing else to be found by."
        case .helpVerifyFile: "An earlier export, JSON or CSV."
        case .helpDecode: "Show what a transaction would do."
        case .helpDecodeMore:
            "Reads a transaction in base64 or base58 from FILE, or from standard input. Needs no wallet, no agent and no network: what only the chain knows isn't in it. The exit status says whether the transaction could be read, not whether it is harmless."
        case .helpDecodeFile: "The file; - or none is standard input."
        case .helpDecodeAccount:
            "Whose view it is: the account that signs first, then others of the same wallet. The fee payer by default."
        case .helpDoctor: "Look for faults in the installation."
        case .helpDoctorMore:
            "Changes nothing but that it starts the agent. The exit status is 1 if a check fails; warnings don't count."
        case .helpStop: "Lock the wallet and end the agent."
        case .exitDone:
            "The command did what it was asked."
        case .exitFailed:
            "It didn't, for a reason that has no number of its own."
        case .exitNoWallet:
            "There is no wallet yet."
        case .exitLocked:
            "The wallet is locked, or this takes a passphrase that wasn't given."
        case .exitWrongPassphrase:
            "The passphrase is wrong."
        case .exitDeclined:
            "The user said no."
        case .exitGone:
            "The request isn't waiting any more: it was decided elsewhere, taken back, or ran out of time."
        case .exitUnreachable:
            "The agent can't be reached, or gives no answer."
        case .exitNoNode:
            "No node of the cluster answers, or none is configured."
        case .exitNoTerminal:
            "Something would have to be asked, and there is no terminal to ask at."
        case .exitRefused:
            "The wallet's rules say no."
        case .exitNotExecuted:
            "A transaction wasn't executed, or failed."
        case .exitOutcomeUnknown:
            "A transaction went out, and nobody knows what became of it: doing it again may pay twice."
        case .exitUsage:
            "The line makes no sense."
        case .exitInterrupted:
            "Ctrl-C, or something told it to end."
        case .helpReview:
            "Show what a request asks for, and decide nothing."
        case .helpReviewMore:
            "It is the text that `sidekey approve` shows."
        case .helpRejectAll:
            "Reject every request that waits."
        case .helpSignMessage:
            "Sign a message as it is, as for a site."
        case .helpSignMessageMore:
            "The request goes through the queue, under the rules that hold for sites: nothing that is a transaction is signed as a message, and no sign-in to a site. What it would mean is shown on standard error; the signature stands alone on standard output."
        case .helpMessageFile:
            "Take the bytes of FILE; - is standard input."
        case .helpVerifyMessage:
            "Check the signature of a message."
        case .helpVerifyMessageMore:
            "Needs no wallet, no agent and no network. The exit status is 0 only where the signature is right."
        case .helpSignatureOrBase64:
            "The signature, in base58 or base64."
        case .helpSettings:
            "Show and set how the wallet looks."
        case .helpSettingsShow:
            "Show language, theme and explorer."
        case .helpSettingsSet:
            "Set language, theme or explorer."
        case .helpSettingsSetMore:
            "Every browser that is open follows when it asks next. What `sidekey` itself speaks is said by LC_ALL, `LC_MESSAGES` or LANG."
        case .helpLanguage:
            "The language of the wallet's screens and prompts; auto is the browser's."
        case .helpTheme:
            "Light or dark screens, or as the system has it."
        case .helpExplorer:
            "What shows a transaction to whoever asks for that."
        case .helpAbout:
            "Show what Sidekey is made of here, by version."
        case .helpAboutMore:
            "How it fares, `sidekey doctor` says."
        case .helpPolicyTighten:
            "Make rules stricter, without the passphrase."
        case .helpPolicyTightenMore:
            "What would let more through is refused: `sidekey policy set` asks for the passphrase and does both."
        case .helpCompletions:
            "Print a script that completes lines in a shell."
        case .helpCompletionsMore:
            "install.sh puts it where bash and fish look. For zsh: sidekey completions zsh > FOLDER/_sidekey, with FOLDER in fpath."
        case .helpShell:
            "The shell."
        case .helpManual:
            "Print the manual page."
        case .helpManualMore:
            "As roff, made from this help: sidekey man | man -l -"
        case .manualName:
            "NAME"
        case .manualSynopsis:
            "SYNOPSIS"
        case .manualDescription:
            "DESCRIPTION"
        case .manualCommand:
            "command"
        case .manualIntro:
            "Results go to standard output, errors and hints to standard error. No secret is taken from the line, from standard input or from the environment: a passphrase is typed at the terminal, or read from a file of yours with mode 0600."
        case .manualJSON:
            #"With --json a command prints one value on one line, in English in every language, and an error as one line on standard error: `{"error": {"status", "name", "message", "hints", "code", "reason", "data"}}`. Amounts are strings of digits, in the smallest unit. A list is an array, whole."#
        case .manualCommands:
            "COMMANDS"
        case .manualStatus:
            "EXIT STATUS"
        case .manualEnvironment:
            "ENVIRONMENT"
        case .manualHome:
            "Moves the wallet's folder and the agent's socket: for tests and demos."
        case .manualLocale:
            "The language: en, pt_BR, el or tr."
        case .manualFiles:
            "FILES"
        case .manualData:
            "The wallet, encrypted, and its database; below XDG_DATA_HOME where that is set."
        case .manualSocket:
            "The agent's socket."
        case .manualDefault:
            "Default:"
        case .manualValues:
            "One of:"
        case .helpMetrics: "Count calls and how long they took, on this machine only."
        case .helpModules: "List the installed modules and their methods."
        }
    }
}

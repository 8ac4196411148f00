extension Phrasebook {
    static func greek(_ key: CeremonyKey) -> String {
        switch key {
        case .askPassphrase: "Κωδικός πρόσβασης: "
        case .askPresentPassphrase: "Τωρινός κωδικός πρόσβασης: "
        case .askNewPassphrase: "Νέος κωδικός πρόσβασης: "
        case .askBackupPassphrase: "Κωδικός πρόσβασης του αντιγράφου: "
        case .askSeedPassphrase: "Κωδικός πρόσβασης BIP-39: "
        case .askAgain: "Ξανά το ίδιο: "
        case .askPrivateKey: "Ιδιωτικό κλειδί (base58, δεν εμφανίζεται τίποτα): "
        case .askWord: "Λέξη: "
        case .askWordAt: "Λέξη {position}: "
        case .askAccounts: "Αριθμοί των πρώτων λογαριασμών [{suggested}]: "
        case .askApproval: "Έγκριση;"
        case .askAccountRemoval: "Αφαίρεση του {account} από το πορτοφόλι;"
        case .askReplacing: "Να μπει στη θέση του το πορτοφόλι της φράσης;"
        case .askBackup: "Υπάρχει ήδη πορτοφόλι. Να μπει στην άκρη και να χρησιμοποιηθεί το αντίγραφο ασφαλείας;"
        case .yesOrNo: "[ν/Ο]"
        case .answerYes: "ναι"
        case .enterWritten: "Πατήστε Enter όταν τις έχετε γράψει. "
        case .enterOn: "Πατήστε Enter. "
        case .enterWipe: "Πατήστε Enter για να σβήσει η οθόνη. "
        case .passphraseMeans:
            "Επιλέξτε έναν κωδικό πρόσβασης με τουλάχιστον {count} χαρακτήρες. Ξεκλειδώνει το πορτοφόλι σε αυτόν τον υπολογιστή."
        case .seedPassphraseMeans:
            "Ο κωδικός πρόσβασης BIP-39 είναι μέρος της φράσης: ένας άλλος φτιάχνει άλλους λογαριασμούς, που δεν έχουν τίποτα."
        case .theyDiffer: "Διαφέρουν."
        case .accountsMeans:
            "Τα πορτοφόλια έχουν τους λογαριασμούς μιας φράσης σε αυτές τις διαδρομές. Άλλοι προστίθενται αργότερα."
        case .accountsRange: "Πληκτρολογήστε αριθμούς από 1 έως {count}, με κενά ανάμεσά τους."
        case .replacingMeans: "Υπάρχει ήδη πορτοφόλι. Το αρχείο του μένει δίπλα στο νέο, δεν διαγράφεται."
        case .phraseIsWallet:
            """
            Αυτές οι {count} λέξεις είναι το πορτοφόλι σας. Όποιος τις έχει, έχει ό,τι περιέχει·
            χωρίς αυτές, χαμένος δίσκος ή κωδικός πρόσβασης σημαίνει χαμένο πορτοφόλι.
            Γράψτε τις σε χαρτί, με αυτή τη σειρά, και μην τις δείξετε σε κανέναν.
            """
        case .phraseShownOnceMore: "Ήταν άλλη λέξη. Κοιτάξτε το χαρτί σας· οι λέξεις θα εμφανιστούν ξανά."
        case .yourPhrase: "Η φράση ανάκτησής σας:"
        case .yourPhraseNumbered: "Φράση ανάκτησης {number} από {count}:"
        case .phraseHasPassphrase: "με τον κωδικό πρόσβασης BIP-39: "
        case .yourKey: "Το κλειδί σας από εισαγωγή, με λογαριασμό τον {account}:"
        case .yourKeyNumbered: "Κλειδί από εισαγωγή {number} από {count}, με λογαριασμό τον {account}:"
        case .keysOnly: "Το πορτοφόλι έχει μόνο κλειδιά από εισαγωγή, και καμία φράση."
        case .wordMeans:
            """
            Τα παράθυρα εκτός του προγράμματος περιήγησης μπορούν να δείχνουν μια λέξη σας, για να ξέρετε ότι είναι του
            Sidekey. Καμία σελίδα και κανένα πρόγραμμα περιήγησης δεν τη μαθαίνει. Με Enter δεν ορίζεται λέξη.
            """
        case .wordRange: "Μια λέξη έχει το πολύ {count} bytes και κανέναν χαρακτήρα ελέγχου."
        case .wordNone: "Το πορτοφόλι δεν έχει λέξη· με sidekey policy set --recognition επιλέγετε μία."
        case .typeWords: "Πληκτρολογήστε τις {count} λέξεις της φράσης ανάκτησής σας."
        case .typePhrase: "Πληκτρολογήστε τη φράση ανάκτησής σας: 12, 15, 18, 21 ή 24 λέξεις."
        case .typeKeys: "Tab ή κενό: συμπλήρωση. Backspace, βέλη: πίσω. Enter: συνέχεια. Ctrl-C: έξοδος."
        case .typeEnter: "Enter για συνέχεια: "
        case .typedMissing: "Λείπει η λέξη {position}."
        case .typedUnknown: "Η λέξη {position} δεν είναι στη λίστα."
        case .typedWrongCount: "Μια φράση ανάκτησης {wanted} λέξεων δεν είναι ολόκληρη με {count}."
        case .anyWordCount: "12, 15, 18, 21 ή 24"
        case .typedAll: "Αυτές είναι και οι {count} λέξεις."
        case .typedChecksum: "Το άθροισμα ελέγχου δεν ταιριάζει: μια λέξη είναι λάθος ή στη θέση άλλης."
        case .typedNoWord: "Καμία λέξη της λίστας δεν αρχίζει έτσι."
        case .typedTab: "Tab:"
        case .typedInList: "Στη λίστα:"
        case .typedNear: "Παρόμοιες:"
        case .typedFits: "{count} λέξεις με σωστό άθροισμα ελέγχου. Enter για συνέχεια."
        case .typedFitsIfAll: "{count} λέξεις με σωστό άθροισμα ελέγχου. Enter για συνέχεια, αν είναι όλες."
        case .typedNoSlip: "Δεν το εξηγεί ένα μόνο λάθος. Συγκρίνετε κάθε λέξη με το χαρτί σας."
        case .typedSlips: "Πιθανό λάθος: {positions}. Πατήστε ? για να δείτε τι μπορεί να είναι."
        case .typedMeant: "Λέξη {position}: εννοείτε {meant}, όχι {typed}; Enter για αλλαγή, ? για άλλη."
        case .typedExchanged: "Λέξεις {first} και {second}: εννοείτε {meant} {typed}; Enter για αλλαγή, ? για άλλη."
        case .slipWord: "λέξη {position}"
        case .slipExchanged: "λέξεις {first} και {second} σε λάθος σειρά"
        case .slipOr: ", ή "
        }
    }
}

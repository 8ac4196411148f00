/// Greek.
extension Phrasebook {
    static func greek(_ key: TextKey) -> String {
        switch key {
        case .requestHeading: "Ο ιστότοπος {origin} ζητά: {method}"
        case .requestApp: "Μια εφαρμογή ζητά: {method}"
        case .requestAppKey: "κλειδί της εφαρμογής: {app}"
        case .requestAppClaims: "λέει ότι είναι {url}· δεν το έχει ελέγξει κανείς"
        case .requestAppPlace: "οι απαντήσεις πηγαίνουν στο {place}"
        case .requestAppDays: "για {days} ημέρες το πολύ"
        case .requestBrowse: "ανοίγει στο πρόγραμμα περιήγησης το {url}"
        case .requestExtension: "Η επέκταση {extension} ζητά: {method}"
        case .requestPunycode: "προσοχή: γράμματα στο όνομα του ιστότοπου μοιάζουν με άλλα"
        case .requestFrame: "{page} μέσα σε σελίδα του {top}"
        case .messageSigner: "να το υπογράψει και ο λογαριασμός {account}"
        case .requestAccount: "λογαριασμός: {account}"
        case .requestCluster: "δίκτυο: {cluster}"
        case .requestConnect:
            "θα γνωρίζει τον πρώτο σας λογαριασμό και θα μπορεί να του ζητά υπογραφές· τώρα δεν υπογράφεται τίποτα"
        case .requestPrivate: "από ιδιωτικό παράθυρο"
        case .requestItem: "{number} από {count}"
        case .requestIncomplete: "προσοχή: δεν διαβάστηκαν όλα· όσα αναφέρονται δεν είναι όλα όσα μπορεί να κάνει"
        case .lifeBlocks: "στέλνεται αμέσως· μπορεί να εκτελεστεί για περίπου {seconds} δ ακόμη"
        case .lifeNonce: "στέλνεται αμέσως· μπορεί να εκτελεστεί ώσπου να προχωρήσει το nonce της"
        case .lifeExpired: "το blockhash της είναι πολύ παλιό: δεν μπορεί πια να εκτελεστεί"
        case .transactionHead: "συναλλαγή, έκδοση {version}, {bytes}, {signatures}"
        case .transactionFeePayer: "τα τέλη πληρώνει: {account}"
        case .transactionView: "από τη σκοπιά του {account}"
        case .transactionChanges: "τι αλλάζει:"
        case .instructionUnknown: "{program}: άγνωστη οδηγία"
        case .instructionHiddenAccount: "λογαριασμός από πίνακα αναζήτησης"
        case .instructionSigner: ", υπογράφει"
        case .instructionWritable: ", μπορεί να αλλάξει"
        case .chainSucceeded: "σε δοκιμή στο blockchain, θα πετύχαινε, σύμφωνα με {source}"
        case .chainFailed: "σε δοκιμή στο blockchain, θα αποτύγχανε ({reason}), σύμφωνα με {source}"
        case .chainImpossible: "δεν μπόρεσε να δοκιμαστεί στο blockchain ({reason}), σύμφωνα με {source}"
        case .chainSource: "{node} στο slot {slot}"
        case .chainTableOfOne: "πίνακας αναζήτησης {account}: σύμφωνα μόνο με {source}: ο λόγος ενός κόμβου"
        case .chainTableOfTwo: "πίνακας αναζήτησης {account}: σύμφωνα με {source} και {second}"
        case .effectTo: " προς {account}"
        case .effectFrom: " από {account}"
        case .effectFavour: " υπέρ του {account}"
        case .effectMint: " (mint {mint})"
        case .effectBefore: " (ως τώρα του {account})"
        case .effectControl: "έλεγχος"
        case .effectCreated: "δημιουργείται ο {account}, για το πρόγραμμα {to}"
        case .effectClosed: "κλείνει ο {account}"
        case .effectOwner: "ο {account} περνά στο πρόγραμμα {to}"
        case .effectAuthority: "{role} στον {account}{before}: περνά στον {to}"
        case .effectAuthorityEnded: "{role} στον {account}{before}: δεν περνά σε κανέναν"
        case .effectUndelegated: "μόνο ο κάτοχός του μπορεί να πάρει token από τον {account}"
        case .effectFrozen: "παγώνει ο {account}"
        case .effectThawed: "ξεπαγώνει ο {account}"
        case .effectWritten: "γράφονται δεδομένα στον {account}"
        case .effectCode: "ο κώδικας του {account} γίνεται άλλος"
        case .totalsOfOne: "τι κινείται στους λογαριασμούς σας:"
        case .totalsOfAll: "συνολικά:"
        case .totalsWarning: "{level} ({rule}) στις {numbers}"
        case .amountSmallest: "{amount} της μικρότερης μονάδας του {mint}"
        case .amountSmallestOfSome: "{amount} της μικρότερης μονάδας ενός token"
        case .amountOfSome: "{amount} ενός token"
        case .amountOfToken: "{amount} του token {mint}"
        case .amountSomeSOL: "κάποια SOL"
        case .amountSomeTokens: "κάποια token"
        case .addressOwn: "{account} {label} (λογαριασμός σας)"
        case .addressContact: "{account} {label} (επαφή)"
        case .fieldAmount: "ποσό"
        case .fieldUnitPrice: "τιμή μονάδας υπολογισμού"
        case .effectOut: "από τον {account} φεύγουν {amount}"
        case .effectIn: "στον {account} έρχονται {amount}"
        case .effectDelegate: "ο {to} μπορεί να πάρει {amount} από τον {account}"
        case .totalsPays: "πληρώνετε {amount}"
        case .totalsPaysAtLeast: "πληρώνετε τουλάχιστον {amount}, ίσως και περισσότερα"
        case .totalsReceives: "λαμβάνετε {amount}"
        case .totalsOpen: "και ό,τι αποφασίσει το blockchain"
        case .totalsUnread: "ίσως πληρώσετε περισσότερα απ' όσα διαβάζει το Sidekey"
        case .totalsNothing: "τίποτα δεν φεύγει από τους λογαριασμούς σας"
        case .totalsHeavy: "επικίνδυνο: διαβάστε τις προειδοποιήσεις"
        case .levelInfo: "σημείωση"
        case .levelWarning: "προσοχή"
        case .levelDanger: "κίνδυνος"
        case .levelForbidden: "απαγορεύεται"
        case .findingUnknown: "κανόνας {rule}"
        case .findingR01: "ο {account} γίνεται ιδιοκτησία του προγράμματος {to}, που μπορεί έπειτα να τα πάρει όλα"
        case .findingR02: "{role} στον {account}: περνά στον {to}"
        case .findingR02Ended: "κανείς δεν έχει πια {role} στον {account}"
        case .findingR03: "ο {to} μπορεί να πάρει αργότερα έως {amount} από τον {account}, χωρίς να ερωτηθείτε"
        case .findingR04: "ο {account} κλείνει, και ό,τι έχει πηγαίνει στον {to}"
        case .findingR05: "δεν λήγει: στηρίζεται στο nonce {nonce} του {authority}"
        case .findingR07: "η οδηγία {instruction} του {program} δεν διαβάζεται"
        case .findingR08: "κανένα κλειδί δεν ανήκει στον {to}: μόνο ένα πρόγραμμα μπορεί να κινήσει SOL από εκεί"
        case .findingR09: "τα τέλη φτάνουν τα {lamports}"
        case .findingR10: "ο λογαριασμός σας {account} φτιάχνεται από την αρχή ή αποκτά χώρο για δεδομένα προγράμματος"
        case .findingR11: "ο {account} παγώνει"
        case .findingR12: "από τον {account} καταστρέφονται {amount}"
        case .findingR13: "πρέπει να υπογράψει και ο {signer}, που μπορεί να τη στείλει αργότερα"
        case .findingR14: "τα τέλη πληρώνει ο {payer}"
        case .findingR15: "ο κώδικας του {account} γίνεται άλλος"
        case .findingR16: "SOL του {account} πηγαίνουν στον {to}· η συναλλαγή δεν λέει πόσα"
        case .findingR17: "υπάρχει ήδη υπογραφή του {signer}"
        case .findingR30: "σε δοκιμή στο blockchain, αποτυγχάνει: {reason}"
        case .findingR31: "δεν μπόρεσε να δοκιμαστεί στο blockchain: {reason}"
        case .findingR33:
            "σε δοκιμή στο blockchain, {role} στον {account}: περνά στον {to}, κάτι που δεν λέει καμία οδηγία"
        case .findingR34: "σε δοκιμή στο blockchain, κλείνει ο {account}, κάτι που δεν λέει καμία οδηγία"
        case .findingR35: "σε δοκιμή στο blockchain, ο {account} μένει με {amount} λιγότερα από όσα λένε οι οδηγίες"
        case .findingR36: "κανείς δεν έχει χρησιμοποιήσει ποτέ τον {to}: ό,τι πάει εκεί κατά λάθος χάνεται"
        case .findingR37:
            "ο {to} αρχίζει και τελειώνει όπως ο {like}, που γνωρίζετε ή στον οποίο έχετε στείλει, και είναι άλλος"
        case .findingR38: "ο {to} είναι {kind} και όχι πορτοφόλι: κανείς δεν έχει το κλειδί του"
        case .findingR39: "ο {to} μπορεί ανά πάσα στιγμή να πάρει ή να κάψει τα token {mint} οποιουδήποτε"
        case .findingR40: "κάθε μεταφορά του token {mint} καλεί το πρόγραμμα {program}, που μπορεί να την αρνηθεί"
        case .findingR41:
            "παρακρατούνται έως {basisPoints} εκατοστά του ενός τοις εκατό από κάθε μεταφορά του {mint}, το πολύ {maximum} από τις μικρότερες μονάδες του"
        case .findingR42: "οι νέοι λογαριασμοί του token {mint} είναι παγωμένοι ώσπου κάποιος να τους ξεπαγώσει"
        case .findingR43: "το token {mint} δεν μπορεί ποτέ να σταλεί αλλού"
        case .findingR44: "το token {mint} έχει επεκτάσεις που το Sidekey δεν γνωρίζει: {types}"
        case .findingR45:
            "ο πίνακας αναζήτησης {table} έχει καταργηθεί: ό,τι παίρνει λογαριασμούς από αυτόν αποτυγχάνει ή θα αποτύχει σύντομα"
        case .findingR47:
            "σε δοκιμή στο blockchain, ο κώδικας προγράμματος στον {account} γίνεται άλλος, κάτι που δεν λέει καμία οδηγία"
        case .findingR48: "δύο κόμβοι λένε διαφορετικά πράγματα για τον πίνακα αναζήτησης {table}: ο ένας ψεύδεται"
        case .findingR49: "σχεδόν όλα όσα έχει ο {account} πηγαίνουν σε άλλον"
        case .findingR50: "ο {to} αρχίζει όπως ο {like}, μια διεύθυνση του ίδιου του Solana, και είναι άλλος"
        case .findingM01: "έχει χαρακτήρες ελέγχου που δεν έχει κανένα κείμενο: δεν γράφτηκε για να διαβαστεί"
        case .findingM05: "με αυτό κάνετε είσοδο στο {domain}"
        case .findingM06:
            "έχει τη μορφή εισόδου και δεν είναι γραμμένο σωστά: ένας απρόσεκτος ιστότοπος μπορεί και πάλι να το δεχτεί"
        case .findingM07: "το πεδίο {field} της εισόδου δεν είναι αυτό που πρέπει"
        case .findingM08: "το πεδίο {field} της εισόδου έχει χαρακτήρες που δεν ταιριάζουν εκεί"
        case .findingM09: "με αυτό κάνετε είσοδο στο {domain}, και το ζητά ο {origin}"
        case .findingM10: "αναφέρει άλλον λογαριασμό: {address}"
        case .findingM11: "η διεύθυνση {uri} δεν ανήκει στον {origin}"
        case .findingM12: "είναι για άλλο blockchain: {chain}"
        case .findingM13: "εκδόθηκε στις {time}, πριν από περισσότερα από δέκα λεπτά"
        case .findingM14: "σύμφωνα με το πεδίο {field}, ισχύει μόνο από {time}"
        case .findingM15: "έληξε στις {time}"
        case .findingM16: "δεν έχει nonce: μπορεί να χρησιμοποιηθεί πάνω από μία φορά"
        case .findingM17: "δεν είναι για λογαριασμό Solana, αλλά για {kind}"
        case .findingM18:
            "μια υπηρεσία μπορεί να κινήσει τα χρήματά σας με αυτή την υπογραφή: μοιάζει με εντολή για πρόγραμμα, όχι με κείμενο για ανθρώπους"
        case .kindMint: "mint"
        case .kindToken: "λογαριασμός token"
        case .kindProgram: "πρόγραμμα"
        case .reasonNoAnswer: "καμία απάντηση"
        case .promptHeading: "Το Sidekey ρωτά εκτός του προγράμματος περιήγησης"
        case .promptPage: " ({page} από {pages})"
        case .promptRecognition: "η λέξη σας: {word}"
        case .promptPassphrase: "Κωδικός:"
        case .promptWord: "Λέξη:"
        case .promptOtherWord: "Αυτή είναι άλλη λέξη."
        case .promptProofEach: "Έχετε ορίσει κάθε έγκριση να ζητά τον κωδικό πρόσβασης."
        case .promptProofDanger: "Τα επικίνδυνα αιτήματα χρειάζονται τον κωδικό πρόσβασης."
        case .promptProofIncomplete:
            "Το Sidekey δεν μπορεί να διαβάσει όλο το αίτημα. Για έγκριση, δώστε τον κωδικό πρόσβασης."
        case .promptProofUnbounded:
            "Αυτό μπορεί να μετακινήσει κάτι πέρα από SOL. Για έγκριση, δώστε τον κωδικό πρόσβασης."
        case .promptProofAmount:
            "Αυτό είναι περισσότερο απ' όσο εγκρίνεται με κλικ σε 24 ώρες. Για έγκριση, δώστε τον κωδικό πρόσβασης."
        case .promptProofPlace:
            "Το Sidekey δεν είναι βέβαιο ότι αυτή είναι η οθόνη σας. Για έγκριση, δώστε τον κωδικό πρόσβασης."
        case .promptTooSoon: "Πολύ γρήγορη απάντηση, δεν μετρά. Διαβάστε πρώτα."
        case .lateBlockhash: "Δεν μπορεί πια να εκτελεστεί: το blockhash της είναι πολύ παλιό. Δεν υπογράφηκε τίποτα."
        case .lateAsk: "Ο ιστότοπος μπορεί να ξαναζητήσει, με νέο."
        case .lateAskButton: "Να ξαναζητήσει ο ιστότοπος"
        case .lateOwn: "Μπορείτε να ξεκινήσετε πάλι, με νέο."
        case .lateDecided: "Το αίτημα κρίθηκε αλλού πριν από την απάντησή σας. Η απάντηση δεν άλλαξε τίποτα."
        case .lateTime: "Ο χρόνος του αιτήματος τελείωσε πριν από την απάντησή σας. Δεν υπογράφηκε τίποτα."
        case .lateCancelled: "Ο ιστότοπος απέσυρε το αίτημα πριν από την απάντησή σας. Δεν υπογράφηκε τίποτα."
        case .lateConnection:
            "Η σύνδεση με τον ιστότοπο χάθηκε. Δεν υπογράφηκε τίποτα. Περιμένετε λίγο ή απορρίψτε το αίτημα."
        case .promptOK: "OK"
        case .promptCancel: "Ακύρωση"
        case .promptApprove: "Έγκριση"
        case .promptReject: "Απόρριψη"
        case .promptNext: "Επόμενο"
        case .promptBack: "Πίσω"
        case .promptGoOn: "Συνέχεια"
        case .unlockQuestion: "Ξεκλείδωμα του πορτοφολιού;"
        case .unlockButton: "Ξεκλείδωμα"
        case .passkeyAddition: "Το πρόγραμμα περιήγησης ζητά να προστεθεί ένα κλειδί πρόσβασης:"
        case .passkeyAdditionMeans:
            "Με αυτό και αυτό το πρόγραμμα περιήγησης, το πορτοφόλι ξεκλειδώνει χωρίς τον κωδικό πρόσβασης."
        case .passkeyAdditionButton: "Προσθήκη κλειδιού πρόσβασης"
        case .passkeyRemoval: "Το πρόγραμμα περιήγησης ζητά να αφαιρεθεί ένα κλειδί πρόσβασης:"
        case .passkeyRemovalMeans: "Δεν θα ξεκλειδώνει πια αυτό το πορτοφόλι."
        case .passkeyRemovalButton: "Αφαίρεση κλειδιού πρόσβασης"
        case .promptAllow: "Για να το επιτρέψετε, πληκτρολογήστε τον κωδικό πρόσβασης."
        case .extensionAsks: "Μια επέκταση που δεν είναι του πορτοφολιού ζητά να το χρησιμοποιήσει:"
        case .extensionAgain:
            "Μια επέκταση που έχετε επιτρέψει ζητά το πορτοφόλι, που δεν έχει ξεκλειδωθεί από τότε που ξεκίνησε:"
        case .extensionMethods: "Το id το λέει το πρόγραμμα περιήγησης. Τότε θα μπορεί να καλεί:"
        case .extensionMeans:
            "Για κάθε υπογραφή ρωτάται εδώ. Δεν μπορεί να εγκρίνει, να ξεκλειδώσει ή να αλλάξει ρυθμίσεις."
        case .extensionAccounts:
            """
            Ποιους από αυτούς τους λογαριασμούς μπορεί να βλέπει η επέκταση;

            {list}

            Γράψτε τους αριθμούς τους, π.χ. 1 3. Κενό σημαίνει 1.
            """
        case .extensionButton: "Να επιτραπεί"
        case .contactAddition: "Το πρόγραμμα περιήγησης ζητά να μπει μια διεύθυνση στις επαφές:"
        case .contactAdditionName: "με το όνομα"
        case .contactAdditionMeans: "Θα υπάρχει προειδοποίηση για διευθύνσεις που της μοιάζουν, και για αυτήν όχι."
        case .contactAdditionButton: "Προσθήκη επαφής"
        case .contactRenaming: "Το πρόγραμμα περιήγησης ζητά άλλο όνομα για μια διεύθυνση στις επαφές:"
        case .contactRenamingName: "θα γίνει"
        case .contactRenamingButton: "Μετονομασία επαφής"
        case .contactRemoval: "Το πρόγραμμα περιήγησης ζητά να βγει μια διεύθυνση από τις επαφές:"
        case .contactRemovalMeans: "Δεν θα υπάρχει πια προειδοποίηση για διευθύνσεις που της μοιάζουν."
        case .contactRemovalButton: "Αφαίρεση επαφής"
        case .accountMoving: "Το πρόγραμμα περιήγησης ζητά να μετακινηθεί ένας λογαριασμός στη λίστα σας:"
        case .accountMovingPlace: "στη θέση {place}"
        case .accountMovingMeans:
            "Ένας ιστότοπος που συνδέετε παίρνει τον πρώτο λογαριασμό, αν δεν επιλέξετε άλλον."
        case .accountMovingButton: "Μετακίνηση λογαριασμού"
        case .passphraseVault:
            """
            Επιλέξτε έναν κωδικό πρόσβασης. Ξεκλειδώνει το πορτοφόλι σε αυτόν τον
            υπολογιστή, και χωρίς αυτόν κανείς δεν μπορεί να χρησιμοποιήσει ό,τι υπάρχει
            στον δίσκο.
            """
        case .passphraseSeed:
            """
            Κάποιες φράσεις έχουν δικό τους κωδικό πρόσβασης, που λέγεται και 25η λέξη
            (BIP-39). Οι περισσότερες δεν έχουν: τότε αφήστε το πεδίο κενό.

            Με άλλον οι ίδιες λέξεις δίνουν άλλους λογαριασμούς, που είναι άδειοι.
            """
        case .passphraseNewSeed:
            """
            Επιλέξτε τον κωδικό πρόσβασης που ανήκει στις λέξεις (BIP-39) και γράψτε τον κι
            αυτόν: χωρίς αυτόν, ή με άλλον, οι ίδιες λέξεις δίνουν άλλους λογαριασμούς.

            Δεν είναι αυτός που ξεκλειδώνει το πορτοφόλι στον υπολογιστή· εκείνος ζητείται
            μετά.
            """
        case .passphraseEmpty: "Κενό για κανέναν:"
        case .passphraseRefused: "Δεν γίνεται αυτός: {fault}."
        case .passphraseAgain: "Ξανά:"
        case .passphraseDifferent: "Οι δύο δεν ήταν ίδιοι."
        case .passphraseIsEmpty: "είναι κενός"
        case .passphraseIsNotUTF8: "δεν είναι UTF-8"
        case .passphraseHasControl: "έχει χαρακτήρα ελέγχου"
        case .passphraseIsGuessable:
            "είναι εύκολο να τον μαντέψει κανείς. Διαλέξτε τέσσερις ή περισσότερες άσχετες λέξεις"
        case .phraseNothing: "Δεν πληκτρολογήθηκε τίποτα."
        case .phraseNoWord: "Καμία λέξη της λίστας δεν αρχίζει έτσι."
        case .phraseMeant: "Λέξη {position}, {typed}: εννοείτε {meant};"
        case .phraseOr: " ή "
        case .phraseExchanged: "Λέξεις {first} και {second}: μήπως άλλαξαν θέση;"
        case .phraseMismatch:
            """
            Όλες οι λέξεις είναι στη λίστα, αλλά δεν ταιριάζουν: μία είναι λάθος
            ή σε λάθος θέση.
            """
        case .phraseTypeAll: "Πληκτρολογήστε τις όλες ξανά, αργά, με τη σειρά τους."
        case .phraseCompare: "Συγκρίνετε με το χαρτί και πληκτρολογήστε ξανά ό,τι γράφει."
        case .phraseCorrect: "Διόρθωση"
        case .phraseCount:
            """
            Επαναφορά πορτοφολιού από τις λέξεις του. Πόσες είναι;
            12, 15, 18, 21 ή 24.
            """
        case .phraseNumber: "Αριθμός:"
        case .phraseNotANumber: "Δεν είναι ένας από τους πέντε αριθμούς."
        case .phraseWord: "Λέξη {position} από {count}. Αρκούν τα τέσσερα πρώτα γράμματα."
        case .phraseWordBack: " Για την προηγούμενη, πληκτρολογήστε {word}."
        case .phraseWordField: "Λέξη {position}:"
        case .phraseStop: "Πληκτρολογήθηκαν {typed} από {count} λέξεις και δεν φτιάχτηκε τίποτα ακόμη. Διακοπή εδώ;"
        case .phraseStopButton: "Διακοπή"
        case .phraseOneBack: "Μία λέξη πίσω"
        case .phraseBegin:
            """
            Αυτές οι {count} λέξεις θα είναι το πορτοφόλι σας. Όποιος τις έχει, έχει ό,τι
            περιέχει· χωρίς αυτές, χαμένος δίσκος ή κωδικός πρόσβασης σημαίνει χαμένο
            πορτοφόλι. Να έχετε χαρτί και στυλό, και κανέναν πίσω σας.
            """
        case .phraseShow: "Εμφάνιση λέξεων"
        case .phraseShownAgain: "Ήταν άλλη λέξη. Κοιτάξτε το χαρτί· οι λέξεις θα εμφανιστούν ξανά."
        case .phraseWritten: "Τις έγραψα"
        case .phrasePaper: "Πληκτρολογήστε τη λέξη {position} από το χαρτί σας."
        case .phrasePage: "Λέξεις {first} έως {last} από {count}:"
        case .phraseSize:
            """
            Νέο πορτοφόλι με νέες λέξεις. Αφήστε το πεδίο κενό για {count} λέξεις.

            Ή γράψτε πόσες: 12, 15, 18, 21 ή 24, και πίσω τους + για λέξεις με δικό τους
            κωδικό πρόσβασης, που λέγεται και 25η λέξη (BIP-39): 24+
            """
        case .phraseSizeField: "Κενό για {count}:"
        case .setupAccounts:
            """
            Κάθε πορτοφόλι έχει τον πρώτο λογαριασμό των λέξεων σε μία από αυτές τις
            διαδρομές:

            {list}

            Γράψτε τους αριθμούς όσων γνωρίζετε, π.χ. 1 3. Κενό σημαίνει 1.
            Άλλοι προστίθενται αργότερα: {command}
            """
        case .setupNumbers: "Αριθμοί:"
        case .setupNumbersRange: "Γράψτε αριθμούς από 1 έως {count}, με κενά ανάμεσά τους."
        case .setupReplaced: "Υπάρχει ήδη πορτοφόλι. Αυτό βάζει άλλο στη θέση του."
        case .setupSetAside:
            "Το αρχείο του παλιού μένει δίπλα στο νέο και δεν διαγράφεται. Λογαριασμοί άλλων λέξεων, εισαγμένα κλειδιά, κλειδιά πρόσβασης και συνδεδεμένοι ιστότοποι μένουν με αυτό."
        case .setupOldPassphrase: "Αν ξέρετε τον παλιό κωδικό πρόσβασης, αυτό δεν χρειάζεται."
        case .setupTypeWord: "Για συνέχεια, πληκτρολογήστε: {word}"
        case .recognitionChoice:
            """
            Το πορτοφόλι φτιάχτηκε. Τελευταίο βήμα: επιλέξτε μια λέξη ή αφήστε το πεδίο κενό.

            Κάθε παράθυρο του Sidekey εκτός του προγράμματος περιήγησης θα τη δείχνει, και
            καμία σελίδα και κανένα πρόγραμμα περιήγησης δεν τη μαθαίνει. Παράθυρο χωρίς τη
            λέξη σας δεν είναι του Sidekey.
            """
        case .recognitionNone: "Χωρίς λέξη"
        case .recognitionFromNow: "Από εδώ και πέρα αυτά τα παράθυρα δείχνουν:"
        case .recognitionRight: "Αυτή είναι"
        case .recognitionAnother: "Άλλη"
        }
    }

    static func greek(_ key: CountedKey) -> PluralForms {
        switch key {
        case .bytes: PluralForms(one: "{count} byte", other: "{count} bytes")
        case .signaturesNeeded: PluralForms(one: "χρειάζεται {count} υπογραφή", other: "χρειάζονται {count} υπογραφές")
        case .messageText: PluralForms(one: "μήνυμα {count} byte, κείμενο:", other: "μήνυμα {count} bytes, κείμενο:")
        case .messageHex:
            PluralForms(
                one: "μήνυμα {count} byte, όχι κείμενο, σε δεκαεξαδικό:",
                other: "μήνυμα {count} bytes, όχι κείμενο, σε δεκαεξαδικό:")
        case .transactionTable:
            PluralForms(
                one: "προσοχή: παίρνει {count} λογαριασμό από τον πίνακα αναζήτησης {account}, που δεν φαίνεται εδώ",
                other:
                    "προσοχή: παίρνει {count} λογαριασμούς από τον πίνακα αναζήτησης {account}, που δεν φαίνονται εδώ")
        case .totalsMore:
            PluralForms(one: "και σε {count} λογαριασμό ακόμη", other: "και σε {count} λογαριασμούς ακόμη")
        case .findingR06:
            PluralForms(
                one: "{accounts} λογαριασμός κρύβεται στον πίνακα αναζήτησης {table}",
                other: "{accounts} λογαριασμοί κρύβονται στον πίνακα αναζήτησης {table}")
        case .findingR32:
            PluralForms(
                one: "η δοκιμή στο blockchain δεν δείχνει τι γίνεται με {accounts} λογαριασμό που μπορεί να αλλάξει",
                other: "η δοκιμή στο blockchain δεν δείχνει τι γίνεται με {accounts} λογαριασμούς που μπορεί να αλλάξει"
            )
        case .findingR46:
            PluralForms(
                one:
                    "από τον πίνακα αναζήτησης {table} λείπει {accounts} λογαριασμός που αυτή παίρνει από εκεί· ο κάτοχός του μπορεί να βάλει όποιον θέλει",
                other:
                    "από τον πίνακα αναζήτησης {table} λείπουν {accounts} λογαριασμοί που αυτή παίρνει από εκεί· ο κάτοχός του μπορεί να βάλει όποιους θέλει"
            )
        case .findingM02:
            PluralForms(
                one: "{count} από τους χαρακτήρες του δεν φαίνεται ή αλλάζει τη φορά της γραφής",
                other: "{count} από τους χαρακτήρες του δεν φαίνονται ή αλλάζουν τη φορά της γραφής")
        case .promptWrongPassphrase:
            PluralForms(
                one: "Δεν είναι αυτός ο κωδικός πρόσβασης. Δοκιμάστε ξανά (μένει {count}).",
                other: "Δεν είναι αυτός ο κωδικός πρόσβασης. Δοκιμάστε ξανά (μένουν {count}).")
        case .passphraseTooShort:
            PluralForms(one: "έχει λιγότερα από {count} byte", other: "έχει λιγότερα από {count} bytes")
        case .passphraseTooLong:
            PluralForms(one: "έχει περισσότερα από {count} byte", other: "έχει περισσότερα από {count} bytes")
        case .phraseManyWords:
            PluralForms(
                one: "{count} λέξη της λίστας αρχίζει έτσι. Γράψτε περισσότερα.",
                other: "{count} λέξεις της λίστας αρχίζουν έτσι. Γράψτε περισσότερα.")
        case .recognitionTooLong:
            PluralForms(one: "Μια λέξη έχει το πολύ {count} byte.", other: "Μια λέξη έχει το πολύ {count} bytes.")
        case .countedMessageTooLarge:
            PluralForms(
                one: "ένα μήνυμα με {count} byte είναι πολύ μεγάλο",
                other: "ένα μήνυμα με {count} bytes είναι πολύ μεγάλο")
        case .countedFileTooLong:
            PluralForms(one: "το {path} έχει πάνω από {count} byte", other: "το {path} έχει πάνω από {count} bytes")
        case .countedInputTooLong:
            PluralForms(
                one: "η τυπική είσοδος (stdin) έχει πάνω από {count} byte",
                other: "η τυπική είσοδος (stdin) έχει πάνω από {count} bytes")
        case .countedLineTooLong:
            PluralForms(
                one: "αυτή η γραμμή έχει πάνω από {count} byte", other: "αυτή η γραμμή έχει πάνω από {count} bytes")
        case .countedSecretTooLong:
            PluralForms(one: "το μυστικό έχει πάνω από {count} byte", other: "το μυστικό έχει πάνω από {count} bytes")
        case .countedKeyTooLong:
            PluralForms(one: "έχει πάνω από {count} byte", other: "έχει πάνω από {count} bytes")
        case .countedRestored:
            PluralForms(
                one: "το πορτοφόλι επανήλθε· ο λογαριασμός του είναι {accounts}",
                other: "το πορτοφόλι επανήλθε· οι λογαριασμοί του είναι {accounts}")
        case .countedKeysHeld:
            PluralForms(
                one: "Το πορτοφόλι έχει ένα κλειδί από εισαγωγή, που δεν είναι σε καμία λέξη.",
                other: "Το πορτοφόλι έχει {count} κλειδιά από εισαγωγή, που δεν είναι σε καμία λέξη.")
        case .countedKeysShown:
            PluralForms(one: "Να εμφανιστεί κι αυτό;", other: "Να εμφανιστούν κι αυτά;")
        case .countedWordsBegin:
            PluralForms(one: "{count} λέξη της λίστας αρχίζει έτσι.", other: "{count} λέξεις της λίστας αρχίζουν έτσι.")
        case .countedUnreadable:
            PluralForms(
                one: "και {count} λογαριασμός token που δεν διαβάζεται",
                other: "και {count} λογαριασμοί token που δεν διαβάζονται")
        case .countedAccounts:
            PluralForms(one: "{count} λογαριασμός", other: "{count} λογαριασμοί")
        case .countedDays:
            PluralForms(one: "{count} ημέρα", other: "{count} ημέρες")
        case .countedLines:
            PluralForms(one: "{count} γραμμή", other: "{count} γραμμές")
        case .countedExported:
            PluralForms(one: "{count} γραμμή είναι στο {path}", other: "{count} γραμμές είναι στο {path}")
        case .countedExportHeld:
            PluralForms(
                one: "έχει και τη {count} γραμμή της εξαγωγής", other: "έχει και τις {count} γραμμές της εξαγωγής")
        case .countedRevokedLeft:
            PluralForms(
                one: "{count} ακόμη δεν χώρεσε σε μία συναλλαγή· εκτελέστε το ξανά",
                other: "{count} ακόμη δεν χώρεσαν σε μία συναλλαγή· εκτελέστε το ξανά")
        case .countedStarts:
            PluralForms(
                one: "ο πράκτορας ξεκίνησε {count} φορά και τερματίστηκε κάθε φορά· δείτε το agent.log",
                other: "ο πράκτορας ξεκίνησε {count} φορές και τερματίστηκε κάθε φορά· δείτε το agent.log")
        case .countedPathTooLong:
            PluralForms(
                one: "η διαδρομή του socket έχει {count} byte, το σύστημα επιτρέπει {limit}: {path}",
                other: "η διαδρομή του socket έχει {count} bytes, το σύστημα επιτρέπει {limit}: {path}")
        }
    }
}

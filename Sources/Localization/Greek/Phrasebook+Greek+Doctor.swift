extension Phrasebook {
    static func greek(_ key: DoctorKey) -> String {
        switch key {
        case .markOK: "εντάξει"
        case .markWarning: "προσοχή"
        case .markFailure: "ΒΛΑΒΗ"
        case .markHint: "υπόδειξη"
        case .foundPrograms: "Sidekey {version}, πρωτόκολλο {number}, στο {folder}"
        case .foundNoFolder: "ο φάκελος αυτού του προγράμματος δεν μπορεί να βρεθεί"
        case .foundProgramsMissing: "λείπουν από το {folder}: {names}"
        case .listAnd: " και "
        case .foundAgentSilent: "καμία απάντηση από τον πράκτορα: {error}"
        case .foundAgentOther: "ο πράκτορας που εκτελείται είναι {version}, πρωτόκολλο {number}, και αυτό είναι {own}"
        case .hintStopStarts: "sidekey stop· η επόμενη εντολή ή το πρόγραμμα περιήγησης ξεκινά τον εγκατεστημένο"
        case .foundAgent: "ο πράκτορας απαντά, διεργασία {process}"
        case .foundSwap: "ο πράκτορας δεν μπορεί να κρατήσει κάθε μυστικό εκτός της μνήμης ανταλλαγής (swap)"
        case .hintMemoryLimit: "αυξήστε το όριο κλειδωμένης μνήμης (ulimit -l), έπειτα: sidekey stop"
        case .foundNoSwap: "τα μυστικά μένουν εκτός της μνήμης ανταλλαγής (swap)"
        case .foundNoLogind:
            "το logind δεν υπάρχει: το πορτοφόλι δεν κλειδώνει όταν ο υπολογιστής αναστέλλεται ή η επιφάνεια εργασίας κλειδώνεται"
        case .hintLockYourself: "κλειδώστε το εσείς (sidekey lock), ή περιμένετε να λήξει η συνεδρία"
        case .foundLogind:
            "το πορτοφόλι κλειδώνει όταν ο υπολογιστής αναστέλλεται και όταν η επιφάνεια εργασίας κλειδώνεται"
        case .foundActivityBroken: "κάποιος άλλος έγραψε στη γραμμή {line} του αρχείου δραστηριότητας ή πριν από αυτήν"
        case .hintVerifyExport: "το sidekey activity verify FILE το συγκρίνει με μια εξαγωγή σας"
        case .hintLookThrough:
            "δείτε sidekey policy show και sidekey account list (λογαριασμοί), έπειτα: sidekey policy set"
        case .foundRules: "οι κανόνες και οι άδειες είναι όπως ορίστηκαν"
        case .foundNoWallet: "δεν υπάρχει ακόμη πορτοφόλι"
        case .hintCreate: "sidekey create"
        case .foundLocked: "υπάρχει πορτοφόλι, κλειδωμένο"
        case .foundUnlocked: "υπάρχει πορτοφόλι, ξεκλειδωμένο"
        case .foundUnknown: "η κατάσταση του πορτοφολιού είναι άγνωστη"
        case .foundVaultDamaged: "το αρχείο του πορτοφολιού έχει βλάβη: {error}"
        case .foundVaultNewer: "το αρχείο του πορτοφολιού είναι νεότερου Sidekey (μορφή {number})"
        case .foundVaultUnread: "το αρχείο του πορτοφολιού δεν μπορεί να χρησιμοποιηθεί: {error}"
        case .hintPrevious: "η προηγούμενη γενιά είναι ακέραιη: `sidekey vault restore {path}`"
        case .hintBackupOrPhrase:
            "με αντίγραφο ασφαλείας: `sidekey vault restore FILE`· με τη φράση ανάκτησης: `sidekey restore`"
        case .hintCloseVault: "αν δεν το έχει χρησιμοποιήσει άλλος: chmod 600 {path}"
        case .hintOwnVault: "αν το πορτοφόλι είναι δικό σας: sudo chown {user} {path}"
        case .hintUnlinkVault: "βάλτε εκεί το ίδιο το αρχείο του πορτοφολιού και όχι σύνδεσμο: {path}"
        case .hintNewerOrPrevious:
            "εγκαταστήστε ξανά το νεότερο Sidekey, ή γυρίστε στην προηγούμενη γενιά: `sidekey vault restore {path}`"
        case .hintInstallNewer: "εγκαταστήστε ξανά το νεότερο Sidekey"
        case .foundDatabaseLost:
            "η βάση δεδομένων είχε βλάβη. Φυλάσσεται ως {file}· δραστηριότητα, αποθηκευμένο ιστορικό, επαφές, συνδέσεις και κανόνες χάθηκαν. Τα κλειδιά σας είναι ασφαλή και ισχύουν οι αυστηρότεροι κανόνες"
        case .foundDatabaseNewer:
            "η βάση δεδομένων είναι νεότερου Sidekey. Φυλάσσεται ως {file}· χωρίς αυτήν λείπουν δραστηριότητα, αποθηκευμένο ιστορικό, επαφές, συνδέσεις και κανόνες. Τα κλειδιά σας είναι ασφαλή και ισχύουν οι αυστηρότεροι κανόνες"
        case .hintPutBack:
            "για να τα πάρετε πίσω, εγκαταστήστε το νεότερο Sidekey, κλείστε το πρόγραμμα περιήγησης, εκτελέστε sidekey stop και αφαιρέστε το `{ending}` από τα ονόματα των {files} στον φάκελο {folder}· αλλιώς δείτε το sidekey policy show και επιβεβαιώστε: sidekey policy set"
        case .foundUnattended:
            "το πορτοφόλι φτιάχτηκε από σενάριο εντολών και δίνει εγκρίσεις χωρίς τον κωδικό πρόσβασης"
        case .hintForTests: "κατάλληλο για δοκιμές· φτιάξτε άλλο για χρήματα"
        case .foundHomeMoved: "το SIDEKEY_HOME μεταφέρει το πορτοφόλι στο {path}: δοκιμή ή επίδειξη"
        case .hintUnsetHome: "αφαιρέστε το SIDEKEY_HOME για το δικό σας πορτοφόλι"
        case .foundFolder: "ο φάκελος του πορτοφολιού {path} είναι μόνο δικός σας"
        case .foundOtherSocket: "ο πράκτορας εξυπηρετεί άλλο socket και όχι το {path}"
        case .hintRuntimeFolder:
            "ξεκίνησε με άλλο XDG_RUNTIME_DIR· μετά το sidekey stop τον ξεκινά εκ νέου η επόμενη εντολή"
        case .foundSocketOpen: "το {path} είναι ανοιχτό σε άλλους (κάτοχος {owner}, δικαιώματα {mode})"
        case .hintSocketFolder: "sidekey stop, έπειτα δείτε ποιος μπορεί να γράψει στον φάκελό του"
        case .foundSocket: "το socket του πράκτορα {path} είναι μόνο δικό σας"
        case .foundGatewayDead: "το πρόγραμμα που έχει πρόσβαση στο δίκτυο, {path}, δεν ξεκινά"
        case .foundConfined:
            "ό,τι έχει πρόσβαση στο δίκτυο δεν μπορεί να διαβάσει αρχείο σας ούτε να ανοίξει Unix socket (Landlock {version}, seccomp)"
        case .foundNoSeccomp:
            "αυτός ο πυρήνας δεν έχει seccomp: ό,τι έχει πρόσβαση στο δίκτυο θα μπορούσε να ανοίξει Unix sockets"
        case .hintSeccomp: "χρησιμοποιήστε πυρήνα με CONFIG_SECCOMP_FILTER"
        case .foundNoLandlock:
            "αυτός ο πυρήνας δεν έχει Landlock: ό,τι έχει πρόσβαση στο δίκτυο θα μπορούσε να διαβάσει τα αρχεία σας"
        case .foundUnconfined:
            "αυτός ο πυρήνας δεν έχει ούτε Landlock ούτε seccomp: τίποτα δεν περιορίζει ό,τι έχει πρόσβαση στο δίκτυο"
        case .hintLandlock: "χρησιμοποιήστε Linux 5.13 ή νεότερο, με το landlock ανάμεσα στις μονάδες ασφαλείας του"
        case .foundNoPinentry:
            "δεν υπάρχει pinentry με παράθυρο: εκτός του προγράμματος περιήγησης, αποφασίζετε σε τερματικό"
        case .hintPinentry:
            "εγκαταστήστε pinentry-gnome3, pinentry-qt ή pinentry-gtk2, ή χρησιμοποιήστε για έγκριση: sidekey approve"
        case .foundPinentry: "το {path} ρωτά εκτός του προγράμματος περιήγησης"
        case .foundScheme: "οι εφαρμογές φτάνουν στο πορτοφόλι με συνδέσμους sidekey:"
        case .foundNoScheme: "οι εφαρμογές δεν φτάνουν στο πορτοφόλι: οι σύνδεσμοι sidekey: δεν είναι καταχωρισμένοι"
        case .foundOtherScheme: "οι σύνδεσμοι sidekey: πηγαίνουν σε άλλο πρόγραμμα: {path}"
        case .foundNoBrowser: "δεν βρέθηκε πρόγραμμα περιήγησης"
        case .hintInstallThen: "εκτελέστε ξανά το ./install.sh όταν υπάρχει ένα"
        case .foundNoHost: "κανένα πρόγραμμα περιήγησης δεν μπορεί να ξεκινήσει το host του Sidekey"
        case .hintInstall: "εκτελέστε το ./install.sh"
        case .foundUnregistered: "το {browser} δεν γνωρίζει το host του Sidekey"
        case .foundOtherHost: "το {browser} ξεκινά το host άλλης εγκατάστασης: {path}"
        case .hintInstallThere: "εκτελέστε το ./install.sh στην εγκατάσταση που θέλετε"
        case .foundHost: "το {browser} μπορεί να ξεκινήσει το host"
        case .foundManifestUnread: "{browser}: το {path} δεν διαβάζεται ως JSON"
        case .foundManifestOfOther: "{browser}: το {path} δεν είναι για το {name}"
        case .foundManifestClosed: "{browser}: το {path} δεν επιτρέπει την επέκταση του Sidekey"
        case .foundManifestOpen: "{browser}: το {path} επιτρέπει και άλλες επεκτάσεις"
        case .foundManifestEmpty: "{browser}: το {path} δείχνει σε πρόγραμμα που δεν υπάρχει"
        case .foundSandboxed:
            "το {browser} είναι εγκατεστημένο ως {kind}, που δεν μπορεί να ξεκινήσει προγράμματα του συστήματος: το Sidekey δεν θα λειτουργήσει εκεί"
        case .hintPackages: "εγκαταστήστε το {browser} ως πακέτο του συστήματος: {source}"
        case .foundExtensionForAll: "το {browser} έχει μόνιμα την επέκταση, όπως κάθε χρήστης εδώ"
        case .foundExtension: "το {browser} έχει την επέκταση σε ένα προφίλ"
        case .foundNoExtension: "το {browser} δεν έχει την επέκταση, ή την έχει μόνο ώσπου να κλείσει"
        case .hintLoad: "το ./install.sh λέει πώς φορτώνεται"
        case .hintInstallOver:
            "εκτελέστε ξανά το ./install.sh"
        case .hintStartByPath:
            "ξεκινήστε το με τη διαδρομή όπου εγκαταστάθηκε: ~/.local/bin/sidekey doctor"
        case .hintStopAgain:
            "sidekey stop, και μετά: sidekey doctor. Ό,τι έγραψε τελευταίο είναι στο `agent.log`, στον φάκελο του πορτοφολιού"
        case .foundFolderUnusable:
            "ο φάκελος του πορτοφολιού δεν μπορεί να χρησιμοποιηθεί: {error}"
        case .hintOwnFolder:
            "κάντε τον μόνο δικό σας (chown, chmod 700), ή ορίστε στο XDG_DATA_HOME έναν που είναι"
        case .foundRulesReset:
            "κάποιος άλλος άλλαξε κανόνες και άδειες: ισχύουν οι αυστηρότεροι μέχρι να τους ορίσετε ξανά"
        }
    }
}

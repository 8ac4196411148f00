extension Phrasebook {
    static func english(_ key: DoctorKey) -> String {
        switch key {
        case .markOK: "ok"
        case .markWarning: "warning"
        case .markFailure: "FAILURE"
        case .markHint: "hint"
        case .foundPrograms: "Sidekey {version}, protocol {number}, in {folder}"
        case .foundNoFolder: "the folder of this program can't be found out"
        case .foundProgramsMissing: "{folder} lacks {names}"
        case .listAnd: " and "
        case .foundAgentSilent: "no answer from the agent: {error}"
        case .foundAgentOther: "the running agent is {version}, protocol {number}, and this is {own}"
        case .hintStopStarts: "sidekey stop; the next command or browser starts the installed one"
        case .foundAgent: "the agent answers, process {process}"
        case .foundSwap: "the agent can't keep every secret out of swap"
        case .hintMemoryLimit: "raise the limit of locked memory (ulimit -l), then: sidekey stop"
        case .foundNoSwap: "secrets are kept out of swap"
        case .foundNoLogind:
            "logind isn't there: the wallet doesn't lock when the machine sleeps or the desktop is locked"
        case .hintLockYourself: "lock it yourself (sidekey lock), or wait for the session's end"
        case .foundLogind: "the wallet locks when the machine sleeps and when the desktop is locked"
        case .foundActivityBroken: "somebody else wrote in line {line} of the activity log or before it"
        case .hintVerifyExport: "sidekey activity verify FILE compares it with an export of yours"
        case .hintLookThrough: "look through sidekey policy show and sidekey account list, then: sidekey policy set"
        case .foundRules: "policy and grants are what was settled"
        case .foundNoWallet: "there is no wallet yet"
        case .hintCreate: "sidekey create"
        case .foundLocked: "there is a wallet, locked"
        case .foundUnlocked: "there is a wallet, unlocked"
        case .foundUnknown: "the wallet's state is unknown"
        case .foundVaultDamaged: "the wallet file is damaged: {error}"
        case .foundVaultNewer: "a newer Sidekey wrote the wallet file (format {number})"
        case .foundVaultUnread: "the wallet file cannot be used: {error}"
        case .hintPrevious: "the generation before is whole: `sidekey vault restore {path}`"
        case .hintBackupOrPhrase:
            "with a backup: `sidekey vault restore FILE`; with your recovery phrase: `sidekey restore`"
        case .hintCloseVault: "if nobody else has used it: chmod 600 {path}"
        case .hintOwnVault: "if it is your wallet: sudo chown {user} {path}"
        case .hintUnlinkVault: "put the wallet file itself there, not a link: {path}"
        case .hintNewerOrPrevious:
            "install the newer Sidekey again, or go back to the generation before: `sidekey vault restore {path}`"
        case .hintInstallNewer: "install the newer Sidekey again"
        case .foundDatabaseLost:
            "the database was damaged. It is kept as {file}; activity, saved history, contacts, connections and rules are lost. Your keys are safe, and the strictest rules hold"
        case .foundDatabaseNewer:
            "a newer Sidekey wrote the database. It is kept as {file}; without it, activity, saved history, contacts, connections and rules are gone. Your keys are safe, and the strictest rules hold"
        case .hintPutBack:
            "to have them back, install the newer Sidekey, close your browser, run sidekey stop, and take `{ending}` off the names of {files} in {folder}; else look through sidekey policy show and confirm: sidekey policy set"
        case .foundUnattended: "the wallet was made by script and is approved without its passphrase"
        case .hintForTests: "fine for tests; make another for money"
        case .foundHomeMoved: "SIDEKEY_HOME moves the wallet to {path}: a test or a demo"
        case .hintUnsetHome: "unset SIDEKEY_HOME for your own wallet"
        case .foundFolder: "the wallet's folder {path} is yours alone"
        case .foundOtherSocket: "the agent serves another socket than {path}"
        case .hintRuntimeFolder:
            "it was started with another XDG_RUNTIME_DIR; sidekey stop starts it anew with the next command"
        case .foundSocketOpen: "{path} is open to others (owner {owner}, mode {mode})"
        case .hintSocketFolder: "sidekey stop, then look who can write to its folder"
        case .foundSocket: "the agent's socket {path} is yours alone"
        case .foundGatewayDead: "the program that reaches the network, {path}, doesn't start"
        case .foundConfined:
            "what reaches the network can read no file of yours and open no Unix socket (Landlock {version}, seccomp)"
        case .foundNoSeccomp: "this kernel has no seccomp: what reaches the network could open Unix sockets"
        case .hintSeccomp: "use a kernel with CONFIG_SECCOMP_FILTER"
        case .foundNoLandlock: "this kernel has no Landlock: what reaches the network could read your files"
        case .foundUnconfined: "this kernel has neither Landlock nor seccomp: nothing confines what reaches the network"
        case .hintLandlock: "use Linux 5.13 or later, with landlock among its security modules"
        case .foundNoPinentry: "there is no pinentry with a window: outside the browser, a terminal decides"
        case .hintPinentry: "install pinentry-gnome3, pinentry-qt or pinentry-gtk2, or use: sidekey approve"
        case .foundPinentry: "{path} asks outside the browser"
        case .foundScheme: "apps reach the wallet by sidekey: links"
        case .foundNoScheme: "apps do not reach the wallet: sidekey: links are not registered"
        case .foundOtherScheme: "sidekey: links go to another program: {path}"
        case .foundNoBrowser: "no browser was found"
        case .hintInstallThen: "run ./install.sh again when there is one"
        case .foundNoHost: "no browser can start Sidekey's host"
        case .hintInstall: "run ./install.sh"
        case .foundUnregistered: "{browser} doesn't know Sidekey's host"
        case .foundOtherHost: "{browser} starts the host of another installation: {path}"
        case .hintInstallThere: "run ./install.sh where you want it from"
        case .foundHost: "{browser} can start the host"
        case .foundManifestUnread: "{browser}: {path} can't be read as JSON"
        case .foundManifestOfOther: "{browser}: {path} is not for {name}"
        case .foundManifestClosed: "{browser}: {path} doesn't let Sidekey's extension in"
        case .foundManifestOpen: "{browser}: {path} lets other extensions in too"
        case .foundManifestEmpty: "{browser}: {path} names a program that isn't there"
        case .foundSandboxed:
            "{browser} is there as a {kind}, which can't start programs of the system: Sidekey won't work in it"
        case .hintPackages: "install {browser} as a package of the system: {source}"
        case .foundExtensionForAll: "{browser} has the extension for good, as every user here has"
        case .foundExtension: "{browser} has the extension in a profile"
        case .foundNoExtension: "{browser} doesn't have the extension, or has it only until it is closed"
        case .hintLoad: "./install.sh says how to load it"
        case .hintInstallOver:
            "run ./install.sh again"
        case .hintStartByPath:
            "start it by its path, where it was installed: ~/.local/bin/sidekey doctor"
        case .hintStopAgain:
            "sidekey stop, then: sidekey doctor. What it wrote last stands in `agent.log` in the wallet's folder"
        case .foundFolderUnusable:
            "the wallet's folder can't be used: {error}"
        case .hintOwnFolder:
            "make it yours alone (chown, chmod 700), or set XDG_DATA_HOME to a folder that is"
        case .foundRulesReset:
            "somebody else changed policy and grants: the strictest rules hold until you settle them anew"
        }
    }
}

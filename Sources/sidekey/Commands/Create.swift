import ArgumentParser
import JSONRPC
import Salt
import WalletKeys
import Wording

/// `sidekey create`: makes a wallet with a new recovery phrase.
struct Create: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: say(.helpCreate),
        discussion: say(.helpCreateMore))

    @Option(help: ArgumentHelp(say(.helpPassphraseFile), valueName: "file"), completion: .file())
    var passphraseFile: String?

    @Option(
        help: ArgumentHelp(say(.helpPhraseOut), valueName: "file"))
    var phraseFile: String?

    @Option(help: ArgumentHelp(say(.helpWordsNew), valueName: "n"))
    var words = SeedPhrase.standardWordCount

    @Flag(help: ArgumentHelp(say(.helpSeedPassphrase)))
    var seedPassphrase = false

    @Option(help: Approvals.help)
    var approvals: Approvals?

    @Option(help: ArgumentHelp(say(.helpWalletOption), valueName: "name"))
    var wallet: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try PhraseOptions.check(words)
        guard (passphraseFile == nil) == (phraseFile == nil) else {
            throw ValidationError(say(.usagePassphraseAndPhrase))
        }
        guard phraseFile == nil || !seedPassphrase else {
            throw ValidationError(say(.usageSeedPassphraseAsks))
        }
    }

    func run() throws {
        let status: JSON
        if let passphraseFile, let phraseFile {
            status = try makeUnattended(
                passphrase: PrivateFile(path: passphraseFile), phrase: PrivateFile(path: phraseFile))
        } else {
            status = try makeAttended()
        }
        let account = status["accounts"]?[0]?["publicKey"]?.text ?? "?"
        output.write(status, or: say(.walletMade, ["account": account.visible]) + "\n" + say(.walletMadeNext) + "\n")
    }

    private func makeAttended() throws(CommandError) -> JSON {
        var agent = try AgentClient.connect()
        try Wallet.requireRoom(for: wallet, with: &agent)
        let phrase = try newPhrase()
        let terminal = try Terminal(for: .purposeMakingWallet, hint: .hintScriptGives)
        try PhraseCeremony.run(phrase, on: terminal)
        let seedPassphrase = seedPassphrase ? try terminal.seedPassphrase() : nil
        let passphrase = try terminal.newPassphrase()
        if let wallet { try AddedWallet.open(wallet, with: &agent) }
        // The phrase goes with the call: nothing that is asked later needs it.
        let status = try NewWallet(
            phrase: phrase, seedPassphrase: seedPassphrase, passphrase: passphrase.clone(), isUnattended: false,
            approvals: approvals
        ).make(with: &agent)
        RecognitionWord.offer(on: terminal, unlockedBy: passphrase, with: &agent)
        return status
    }

    private func makeUnattended(
        passphrase file: PrivateFile, phrase out: PrivateFile
    ) throws(CommandError) -> JSON {
        let passphrase = try file.line()
        try NewWallet.check(passphrase, unattended: true)
        var agent = try AgentClient.connect()
        try Wallet.requireRoom(for: wallet, with: &agent)
        let phrase = try newPhrase()
        let text = phrase.withText { SecretBytes(copying: $0) }
        let isNew = try out.write(text)
        do throws(CommandError) {
            if let wallet { try AddedWallet.open(wallet, with: &agent) }
            return try NewWallet(
                phrase: phrase, seedPassphrase: nil, passphrase: passphrase, isUnattended: true, approvals: approvals
            ).make(with: &agent)
        } catch {
            // A phrase without a wallet would be taken for one that has one.
            out.takeBack(wasNew: isNew)
            throw error
        }
    }

    private func newPhrase() throws(CommandError) -> SeedPhrase {
        do throws(SeedPhraseError) { return try .generate(wordCount: words) } catch {
            throw CommandError(error.text)
        }
    }
}

/// `sidekey restore`: makes a wallet from an existing recovery phrase.
struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: say(.helpRestore),
        discussion: say(.helpRestoreMore))

    @OptionGroup var phrase: PhraseOptions

    @Option(help: ArgumentHelp(say(.helpNewPassphraseFile), valueName: "file"), completion: .file())
    var passphraseFile: String?

    @Option(help: ArgumentHelp(say(.helpFirstPath), valueName: "path"))
    var path: [String] = []

    @Flag(help: ArgumentHelp(say(.helpReplace)))
    var replace = false

    @Option(help: Approvals.help)
    var approvals: Approvals?

    @Option(help: ArgumentHelp(say(.helpWalletOption), valueName: "name"))
    var wallet: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (passphraseFile == nil) == (phrase.phraseFile == nil) else {
            throw ValidationError(say(.usagePassphraseAndPhrase))
        }
        guard wallet == nil || !replace else { throw ValidationError(say(.usageWalletOrReplace)) }
    }

    func run() throws {
        let status = passphraseFile == nil ? try makeAttended() : try makeUnattended()
        let accounts = status["accounts"]?.array ?? []
        let names = accounts.map { $0["publicKey"]?.text?.visible ?? "?" }.joined(separator: ", ")
        output.write(status, or: say(.countedRestored, accounts.count, ["accounts": names]) + "\n")
    }

    private func makeAttended() throws(CommandError) -> JSON {
        var agent = try AgentClient.connect()
        try checkReplacing(with: &agent)
        let terminal = try Terminal(for: .purposeRestoringWallet, hint: .hintScriptGives)
        if wallet == nil, agent.greeting["vault"]?.text != "none" { try confirmReplacing(on: terminal) }
        let given = try phrase.read(on: terminal)
        let paths = path.isEmpty ? try AccountCandidates(of: given, from: &agent).choose(on: terminal) : path
        let passphrase = try terminal.newPassphrase()
        if let wallet { try AddedWallet.open(wallet, with: &agent) }
        // The phrase goes with the call: nothing that is asked later needs it.
        let status = try NewWallet(
            phrase: given.phrase, seedPassphrase: given.passphrase, passphrase: passphrase.clone(),
            isUnattended: false, paths: paths, isReplacing: replace, approvals: approvals
        ).make(with: &agent)
        RecognitionWord.offer(on: terminal, unlockedBy: passphrase, with: &agent)
        return status
    }

    private func makeUnattended() throws(CommandError) -> JSON {
        let passphrase = try PrivateFile(path: passphraseFile ?? "").line()
        try NewWallet.check(passphrase, unattended: true)
        let given = try phrase.readFiles()
        var agent = try AgentClient.connect()
        try checkReplacing(with: &agent)
        if let wallet { try AddedWallet.open(wallet, with: &agent) }
        let made = NewWallet(
            phrase: given.phrase, seedPassphrase: given.passphrase, passphrase: passphrase, isUnattended: true,
            paths: path.isEmpty ? nil : path, isReplacing: replace, approvals: approvals)
        return try made.make(with: &agent)
    }

    private func checkReplacing(with agent: inout AgentClient) throws(CommandError) {
        if !replace { try Wallet.requireRoom(for: wallet, with: &agent) }
    }

    private func confirmReplacing(on terminal: borrowing Terminal) throws(CommandError) {
        terminal.write(say(.replacingMeans) + "\n")
        guard try terminal.confirms(say(.askReplacing)) else {
            throw CommandError(say(.nothingChanged), status: .declined)
        }
    }
}

/// A wallet that is about to be made from a phrase.
struct NewWallet: ~Copyable {
    let phrase: SeedPhrase
    /// The BIP-39 passphrase, if there is one.
    let seedPassphrase: SecretBytes?
    let passphrase: SecretBytes
    /// True if a script makes it.
    let isUnattended: Bool
    /// The derivation paths of its first accounts; nil for the agent's choice.
    var paths: [String]?
    /// True if an existing wallet is set aside.
    var isReplacing = false
    /// The surface that decides on its requests; nil for the agent's default.
    var approvals: Approvals?

    /// Makes the agent create the wallet, and returns the answer of `vault.create`.
    func make(with agent: inout AgentClient) throws(CommandError) -> JSON {
        let request = try phrase.withText { phrase throws(CommandError) in
            try seedPassphrase.lend { seedPassphrase throws(CommandError) in
                try passphrase.withBytes { passphrase throws(CommandError) in
                    try SecretRequest(
                        id: "create", method: "vault.create",
                        params: [
                            "phrase": .secret(phrase), "seedPassphrase": .secret(seedPassphrase),
                            "passphrase": .secret(passphrase), "unattended": .json(.bool(isUnattended)),
                            "paths": .json(paths.map { .array($0.map { .string($0) }) }),
                            "replace": .json(isReplacing ? true : nil),
                            "approvals": .json(approvals.map { .string($0.rawValue) }),
                            "environment": .json(AgentClient.place),
                        ])
                }
            }
        }
        return try agent.call(request)
    }

    /// Refuses a passphrase that the wallet can't have.
    static func check(_ passphrase: borrowing SecretBytes, unattended: Bool) throws(CommandError) {
        do throws(PassphraseFault) {
            try Passphrase.check(passphrase, unattended: unattended)
        } catch {
            throw CommandError(WalletKeyError.passphraseInvalid(error).text)
        }
    }
}

extension Terminal {
    /// Asks for a new passphrase twice, until both entries are the same and valid.
    func newPassphrase(_ prompt: TextKey = .askPassphrase) throws(CommandError) -> SecretBytes {
        write(say(.passphraseMeans, ["count": "\(Passphrase.minimumCount)"]) + "\n")
        return try twice(prompt) { (secret: borrowing SecretBytes) throws(CommandError) in
            try NewWallet.check(secret, unattended: false)
        }
    }

    /// Asks for the BIP-39 passphrase of a phrase twice: a different one makes a different wallet, and nothing shows that it is wrong.
    func seedPassphrase() throws(CommandError) -> SecretBytes {
        write(say(.seedPassphraseMeans) + "\n")
        return try twice(.askSeedPassphrase) { (secret: borrowing SecretBytes) throws(CommandError) in
            try NewWallet.check(secret, unattended: true)
        }
    }

    private func twice(
        _ prompt: TextKey, check: (borrowing SecretBytes) throws(CommandError) -> Void
    ) throws(CommandError) -> SecretBytes {
        while true {
            let first = try passphrase(say(prompt))
            do throws(CommandError) {
                try check(first)
            } catch {
                write("\(error.message)\n")
                continue
            }
            let second = try passphrase(say(.askAgain))
            if first.isEqual(to: second) { return first }
            write(say(.theyDiffer) + "\n")
        }
    }
}

import ArgumentParser
import JSONRPC
import Salt
import WalletKeys

/// `sidekey create`: makes a wallet with a new seed phrase.
struct Create: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a wallet with a new seed phrase.",
        discussion: """
            Shows the words once, asks for three of them, and then for a passphrase.

            For scripts and tests: with --passphrase-file and --phrase-file it asks nothing. Such a wallet is marked \
            unattended for ever, since whoever can read those files can approve with it.
            """)

    @Option(help: ArgumentHelp("Read the passphrase from FILE (yours, mode 0600).", valueName: "file"))
    var passphraseFile: String?

    @Option(
        help: ArgumentHelp("Write the phrase to FILE, which must be new, or empty with mode 0600.", valueName: "file"))
    var phraseFile: String?

    @Option(help: ArgumentHelp("Make a phrase of N words: 12, 15, 18, 21 or 24.", valueName: "n"))
    var words = SeedPhrase.standardWordCount

    @Flag(help: "Ask for a BIP-39 passphrase, which is part of the phrase.")
    var seedPassphrase = false

    @Option(help: Approvals.help)
    var approvals: Approvals?

    func validate() throws {
        try PhraseOptions.check(words)
        guard (passphraseFile == nil) == (phraseFile == nil) else {
            throw ValidationError("--passphrase-file and --phrase-file go together")
        }
        guard phraseFile == nil || !seedPassphrase else {
            throw ValidationError("--seed-passphrase asks at the terminal; --phrase-file doesn't")
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
        StandardOutput.write("made a wallet; its account is \(account.visible)\n")
    }

    private func makeAttended() throws(CommandError) -> JSON {
        var agent = try AgentClient.connect()
        try Wallet.requireNone(agent.greeting)
        let phrase = try newPhrase()
        let terminal = try Terminal(for: "making a wallet", hint: "a script gives --passphrase-file and --phrase-file")
        try PhraseCeremony.run(phrase, on: terminal)
        let seedPassphrase = seedPassphrase ? try terminal.seedPassphrase() : nil
        let passphrase = try terminal.newPassphrase()
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
        try Wallet.requireNone(agent.greeting)
        let phrase = try newPhrase()
        let text = phrase.withText { SecretBytes(copying: $0) }
        let isNew = try out.write(text)
        do throws(CommandError) {
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
            throw CommandError(error.description)
        }
    }
}

import ArgumentParser
import JSONRPC
import Salt
import WalletKeys

/// `sidekey restore`: makes a wallet from a seed phrase that exists already.
struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a wallet from your seed phrase.",
        discussion: """
            Asks for the words one by one, completes and checks them, and then for a passphrase. The words leave the \
            screen when the last one is right.

            For scripts and tests: with --passphrase-file and --phrase-file it asks nothing. Such a wallet is marked \
            unattended for ever, since whoever can read those files can approve with it.
            """)

    @OptionGroup var phrase: PhraseOptions

    @Option(help: ArgumentHelp("Read the new passphrase from FILE (yours, mode 0600).", valueName: "file"))
    var passphraseFile: String?

    func validate() throws {
        guard (passphraseFile == nil) == (phrase.phraseFile == nil) else {
            throw ValidationError("--passphrase-file and --phrase-file go together")
        }
    }

    func run() throws {
        let status: JSON
        if let passphraseFile, let phraseFile = phrase.phraseFile {
            status = try makeUnattended(
                passphrase: PrivateFile(path: passphraseFile), phrase: PrivateFile(path: phraseFile))
        } else {
            status = try makeAttended()
        }
        let account = status["accounts"]?[0]?["publicKey"]?.text ?? "?"
        StandardOutput.write("restored a wallet; its account is \(account.visible)\n")
    }

    private func makeAttended() throws(CommandError) -> JSON {
        var agent = try AgentClient.connect()
        try Wallet.requireNone(agent.greeting)
        let terminal = try Terminal(
            for: "restoring a wallet", hint: "a script gives --passphrase-file and --phrase-file")
        let words = try PhraseEntry.run(phrase.words, on: terminal)
        let seedPassphrase = phrase.seedPassphrase ? try terminal.seedPassphrase() : nil
        let wallet = NewWallet(
            phrase: words, seedPassphrase: seedPassphrase, passphrase: try terminal.newPassphrase(),
            isUnattended: false)
        return try wallet.make(with: &agent)
    }

    private func makeUnattended(
        passphrase file: PrivateFile, phrase phraseFile: PrivateFile
    ) throws(CommandError) -> JSON {
        let passphrase = try file.line()
        try NewWallet.check(passphrase, unattended: true)
        let wallet = NewWallet(
            phrase: try PhraseOptions.phrase(in: phraseFile), seedPassphrase: try phrase.seedPassphraseFromFile(),
            passphrase: passphrase, isUnattended: true)
        var agent = try AgentClient.connect()
        try Wallet.requireNone(agent.greeting)
        return try wallet.make(with: &agent)
    }
}

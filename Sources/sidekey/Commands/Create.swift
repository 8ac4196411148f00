import ArgumentParser
import JSONRPC
import Salt
import WalletKeys
import Wording

/// `sidekey create`: makes a wallet with a new seed phrase.
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
        output.write(status, or: say(.walletMade, ["account": account.visible]) + "\n")
    }

    private func makeAttended() throws(CommandError) -> JSON {
        var agent = try AgentClient.connect()
        try Wallet.requireNone(agent.greeting)
        let phrase = try newPhrase()
        let terminal = try Terminal(for: .purposeMakingWallet, hint: .hintScriptGives)
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
            throw CommandError(error.text)
        }
    }
}

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

    @Option(help: ArgumentHelp("Begin with the account at this path; may be given again.", valueName: "path"))
    var path: [String] = []

    @Flag(help: "Set the wallet aside that is there, as for one whose passphrase is lost. Nothing is deleted.")
    var replace = false

    @Option(help: Approvals.help)
    var approvals: Approvals?

    func validate() throws {
        guard (passphraseFile == nil) == (phrase.phraseFile == nil) else {
            throw ValidationError("--passphrase-file and --phrase-file go together")
        }
    }

    func run() throws {
        let status = passphraseFile == nil ? try makeAttended() : try makeUnattended()
        let accounts = status["accounts"]?.array ?? []
        let names = accounts.map { $0["publicKey"]?.text?.visible ?? "?" }.joined(separator: ", ")
        StandardOutput.write("restored a wallet; its account\(accounts.count == 1 ? " is" : "s are") \(names)\n")
    }

    private func makeAttended() throws(CommandError) -> JSON {
        var agent = try AgentClient.connect()
        try checkReplacing(agent.greeting)
        let terminal = try Terminal(
            for: "restoring a wallet", hint: "a script gives --passphrase-file and --phrase-file")
        if agent.greeting["vault"]?.text != "none" { try confirmReplacing(on: terminal) }
        let given = try phrase.read(on: terminal)
        let paths = path.isEmpty ? try AccountCandidates(of: given, from: &agent).choose(on: terminal) : path
        let passphrase = try terminal.newPassphrase()
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
        try checkReplacing(agent.greeting)
        let wallet = NewWallet(
            phrase: given.phrase, seedPassphrase: given.passphrase, passphrase: passphrase, isUnattended: true,
            paths: path.isEmpty ? nil : path, isReplacing: replace, approvals: approvals)
        return try wallet.make(with: &agent)
    }

    private func checkReplacing(_ greeting: JSON) throws(CommandError) {
        if !replace { try Wallet.requireNone(greeting) }
    }

    private func confirmReplacing(on terminal: borrowing Terminal) throws(CommandError) {
        terminal.write("There is a wallet already. Its file is set aside beside the new one, not deleted.\n")
        guard try terminal.confirms("Put the phrase's wallet in its place?") else {
            throw CommandError("nothing was changed")
        }
    }
}

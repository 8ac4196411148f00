import ArgumentParser
import JSONRPC
import Salt
import WalletKeys
import Wording

/// `sidekey restore`: makes a wallet from a seed phrase that exists already.
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

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (passphraseFile == nil) == (phrase.phraseFile == nil) else {
            throw ValidationError(say(.usagePassphraseAndPhrase))
        }
    }

    func run() throws {
        let status = passphraseFile == nil ? try makeAttended() : try makeUnattended()
        let accounts = status["accounts"]?.array ?? []
        let names = accounts.map { $0["publicKey"]?.text?.visible ?? "?" }.joined(separator: ", ")
        output.write(status, or: say(.countedRestored, accounts.count, ["accounts": names]) + "\n")
    }

    private func makeAttended() throws(CommandError) -> JSON {
        var agent = try AgentClient.connect()
        try checkReplacing(agent.greeting)
        let terminal = try Terminal(for: .purposeRestoringWallet, hint: .hintScriptGives)
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
        terminal.write(say(.replacingMeans) + "\n")
        guard try terminal.confirms(say(.askReplacing)) else {
            throw CommandError(say(.nothingChanged), status: .declined)
        }
    }
}

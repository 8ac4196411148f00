import ArgumentParser
import JSONRPC
import Salt
import WalletKeys

/// `sidekey create`: makes a wallet with a new seed phrase.
struct Create: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a wallet with a new seed phrase.",
        discussion: """
            Shows 24 words once, asks for three of them, and then for a passphrase.

            For scripts and tests: with --passphrase-file and --phrase-file it asks nothing. Such a wallet is marked \
            unattended for ever, since whoever can read those files can approve with it.
            """)

    @Option(help: ArgumentHelp("Read the passphrase from FILE (yours, mode 0600).", valueName: "file"))
    var passphraseFile: String?

    @Option(
        help: ArgumentHelp("Write the phrase to FILE, which must be new, or empty with mode 0600.", valueName: "file"))
    var phraseFile: String?

    func validate() throws {
        guard (passphraseFile == nil) == (phraseFile == nil) else {
            throw ValidationError("--passphrase-file and --phrase-file go together")
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
        let phrase = SeedPhrase.generate()
        let passphrase: SecretBytes
        do {
            let terminal = try Terminal(
                for: "making a wallet", hint: "a script gives --passphrase-file and --phrase-file")
            try PhraseCeremony.run(phrase, on: terminal)
            passphrase = try Self.newPassphrase(on: terminal)
        }
        return try Self.create(phrase, passphrase, unattended: false, with: &agent)
    }

    private func makeUnattended(
        passphrase file: PrivateFile, phrase out: PrivateFile
    ) throws(CommandError) -> JSON {
        let passphrase = try file.line()
        try Self.check(passphrase, unattended: true)
        var agent = try AgentClient.connect()
        try Wallet.requireNone(agent.greeting)
        let phrase = SeedPhrase.generate()
        let text = phrase.withText { SecretBytes(copying: $0) }
        let isNew = try out.write(text)
        do throws(CommandError) {
            return try Self.create(phrase, passphrase, unattended: true, with: &agent)
        } catch {
            // A phrase without a wallet would be taken for one that has one.
            out.takeBack(wasNew: isNew)
            throw error
        }
    }

    private static func create(
        _ phrase: borrowing SeedPhrase, _ passphrase: borrowing SecretBytes, unattended: Bool,
        with agent: inout AgentClient
    ) throws(CommandError) -> JSON {
        let request = try phrase.withText { phrase throws(CommandError) in
            try passphrase.withBytes { passphrase throws(CommandError) in
                try SecretRequest(
                    id: "create", method: "vault.create",
                    params: [
                        "phrase": .secret(phrase), "passphrase": .secret(passphrase),
                        "unattended": .json(.bool(unattended)),
                    ])
            }
        }
        return try agent.call(request)
    }

    private static func newPassphrase(on terminal: borrowing Terminal) throws(CommandError) -> SecretBytes {
        terminal.write(
            "Choose a passphrase of at least \(Passphrase.minimumCount) characters. It unlocks the wallet on this machine.\n"
        )
        while true {
            let first = try terminal.passphrase("Passphrase: ")
            do {
                try check(first, unattended: false)
            } catch {
                terminal.write("\(error.message)\n")
                continue
            }
            let second = try terminal.passphrase("The same again: ")
            if first.isEqual(to: second) { return first }
            terminal.write("They differ.\n")
        }
    }

    private static func check(_ passphrase: borrowing SecretBytes, unattended: Bool) throws(CommandError) {
        do throws(WalletKeyError) {
            try Passphrase.check(passphrase, unattended: unattended)
        } catch {
            throw CommandError(error.description)
        }
    }
}

import ArgumentParser
import JSONRPC
import Salt

/// `sidekey vault change-passphrase`: another passphrase for the same wallet.
struct VaultChangePassphrase: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "change-passphrase", abstract: "Change the passphrase.",
        discussion: """
            The old passphrase opens neither the wallet nor its previous generation any longer. It still opens backups \
            that were made before, and any other copy of the file.
            """)

    @OptionGroup var passphrase: PassphraseOptions

    @Option(help: ArgumentHelp("Read the new passphrase from FILE (yours, mode 0600).", valueName: "file"))
    var newPassphraseFile: String?

    func validate() throws {
        guard (passphrase.passphraseFile == nil) == (newPassphraseFile == nil) else {
            throw ValidationError("--passphrase-file and --new-passphrase-file go together")
        }
    }

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let old = try passphrase.read("Present passphrase: ")
        let new = try newPassphrase()
        let request = try old.withBytes { old throws(CommandError) in
            try new.withBytes { new throws(CommandError) in
                try SecretRequest(
                    id: "change", method: "vault.changePassphrase",
                    params: ["passphrase": .secret(old), "newPassphrase": .secret(new)])
            }
        }
        _ = try agent.call(request)
        StandardOutput.write("the passphrase is changed\n")
    }

    private func newPassphrase() throws(CommandError) -> SecretBytes {
        if let newPassphraseFile { return try PrivateFile(path: newPassphraseFile).line() }
        let terminal = try Terminal(for: "choosing a passphrase", hint: "give --new-passphrase-file")
        return try terminal.newPassphrase("New passphrase: ")
    }
}

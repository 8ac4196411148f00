import ArgumentParser
import JSONRPC
import Salt
import Wording

/// `sidekey vault change-passphrase`: another passphrase for the same wallet.
struct VaultChangePassphrase: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "change-passphrase", abstract: say(.helpVaultChangePassphrase),
        discussion: say(.helpVaultChangePassphraseMore))

    @OptionGroup var passphrase: PassphraseOptions

    @Option(help: ArgumentHelp(say(.helpNewPassphraseFile), valueName: "file"), completion: .file())
    var newPassphraseFile: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (passphrase.passphraseFile == nil) == (newPassphraseFile == nil) else {
            throw ValidationError(say(.usagePassphraseAndNew))
        }
    }

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let old = try passphrase.read(.askPresentPassphrase)
        let new = try newPassphrase()
        let request = try old.withBytes { old throws(CommandError) in
            try new.withBytes { new throws(CommandError) in
                try SecretRequest(
                    id: "change", method: "vault.changePassphrase",
                    params: ["passphrase": .secret(old), "newPassphrase": .secret(new)])
            }
        }
        output.write(try agent.call(request), or: say(.passphraseChanged) + "\n")
    }

    private func newPassphrase() throws(CommandError) -> SecretBytes {
        if let newPassphraseFile { return try PrivateFile(path: newPassphraseFile).line() }
        let terminal = try Terminal(for: .purposePassphraseChoice, hint: .hintGiveNewPassphraseFile)
        return try terminal.newPassphrase(.askNewPassphrase)
    }
}

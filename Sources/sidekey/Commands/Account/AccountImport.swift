import ArgumentParser
import JSONRPC
import Salt
import WalletKeys
import Wording

/// `sidekey account import`: a private key or a phrase from another wallet.
struct AccountImport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: say(.helpAccountImport),
        discussion: say(.helpAccountImportMore))

    @Argument(help: ArgumentHelp(say(.helpKeyFile)), completion: .file())
    var file: String?

    @Flag(help: ArgumentHelp(say(.helpImportPhrase)))
    var phrase = false

    @OptionGroup var words: PhraseOptions

    @Option(help: ArgumentHelp(say(.helpPhrasePath), valueName: "path"))
    var path: [String] = []

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    private var isPhrase: Bool { phrase || words.phraseFile != nil }

    func validate() throws {
        guard !isPhrase || file == nil else { throw ValidationError(say(.usagePhraseFile)) }
        guard isPhrase || (words.words == nil && !words.seedPassphrase && path.isEmpty) else {
            throw ValidationError(say(.usagePhraseOptions))
        }
    }

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let request = isPhrase ? try phraseRequest() : try keyRequest()
        AccountTable(try agent.call(request)).write(to: output)
    }

    private func keyRequest() throws(CommandError) -> SecretRequest {
        let key = try privateKey()
        let passphrase = try passphrase.read()
        return try key.withBytes { key throws(CommandError) in
            try passphrase.withBytes { passphrase throws(CommandError) in
                try SecretRequest(
                    id: "import", method: "accounts.import",
                    params: ["key": .secret(key), "passphrase": .secret(passphrase)])
            }
        }
    }

    private func phraseRequest() throws(CommandError) -> SecretRequest {
        let given = try words.read(for: .purposePhraseImport)
        let passphrase = try passphrase.read()
        return try given.phrase.withText { phrase throws(CommandError) in
            try given.passphrase.lend { seedPassphrase throws(CommandError) in
                try passphrase.withBytes { passphrase throws(CommandError) in
                    try SecretRequest(
                        id: "import", method: "accounts.import",
                        params: [
                            "phrase": .secret(phrase), "seedPassphrase": .secret(seedPassphrase),
                            "passphrase": .secret(passphrase),
                            "paths": .json(path.isEmpty ? nil : .array(path.map { .string($0) })),
                        ])
                }
            }
        }
    }

    /// The 32 bytes of the key, once its public half has been compared.
    private func privateKey() throws(CommandError) -> SecretBytes {
        let text: SecretBytes
        if let file {
            text = try PrivateFile(path: file).contents(limit: PrivateKeyText.maximumCount)
        } else {
            let terminal = try Terminal(for: .purposeKeyImport, hint: .hintGiveKeyFile)
            text = try terminal.line(say(.askPrivateKey), echo: false)
        }
        do throws(PrivateKeyTextError) { return try PrivateKeyText.privateKey(in: text) } catch {
            throw CommandError(
                file.map { say(.fileIsNoKey, ["path": $0.visible, "fault": error.text]) }
                    ?? say(.typedIsNoKey, ["fault": error.text]))
        }
    }
}

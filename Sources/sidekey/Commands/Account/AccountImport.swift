import ArgumentParser
import JSONRPC
import Salt
import WalletKeys

/// `sidekey account import`: a private key or a phrase from another wallet.
struct AccountImport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import a private key or another seed phrase.",
        discussion: """
            Reads a solana-keygen JSON file, or a file with a base58 private key; without FILE it asks for a base58 key \
            and shows nothing of it. With --phrase it asks for the words of a phrase.

            What is imported is in this wallet's file only: the wallet's own phrase doesn't bring it back.
            """)

    @Argument(help: "A file of yours with mode 0600: solana-keygen JSON, or a base58 private key.")
    var file: String?

    @Flag(help: "Import a seed phrase, typed word by word.")
    var phrase = false

    @OptionGroup var words: PhraseOptions

    @Option(help: ArgumentHelp("Begin with the phrase's account at this path; may be given again.", valueName: "path"))
    var path: [String] = []

    @OptionGroup var passphrase: PassphraseOptions

    private var isPhrase: Bool { phrase || words.phraseFile != nil }

    func validate() throws {
        guard !isPhrase || file == nil else { throw ValidationError("a phrase is read from --phrase-file FILE") }
        guard isPhrase || (words.words == nil && !words.seedPassphrase && path.isEmpty) else {
            throw ValidationError("--words, --seed-passphrase and --path go with --phrase")
        }
    }

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let request = isPhrase ? try phraseRequest() : try keyRequest()
        StandardOutput.write(AccountTable(try agent.call(request)).text)
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
        let given = try words.read(for: "importing a phrase")
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
            let terminal = try Terminal(for: "importing a key", hint: "give a file with mode 0600")
            text = try terminal.line("Private key (base58, nothing is shown): ", echo: false)
        }
        do throws(PrivateKeyTextError) { return try PrivateKeyText.privateKey(in: text) } catch {
            throw CommandError("\(file?.visible ?? "this") is no private key: \(error)")
        }
    }
}

import ArgumentParser
import JSONRPC
import Salt
import WalletKeys
import Wording

/// `sidekey account add`: adds an account of a phrase that is in the wallet.
struct AccountAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: say(.helpAccountAdd),
        discussion: say(.helpAccountAddMore))

    @Option(help: ArgumentHelp(say(.helpPath), valueName: "path"))
    var path: String?

    @Option(help: ArgumentHelp(say(.helpSecret), valueName: "n"))
    var secret: Int?

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let proof =
            path == nil && secret == nil
            ? try passphrase.readIfLocked(agent.greeting) : try passphrase.readUnlessUnattended(agent.greeting)
        let request = try proof.lend { proof throws(CommandError) in
            try SecretRequest(
                id: "add", method: "accounts.add",
                params: [
                    "path": .json(path.map { .string($0) }), "secret": .json(secret.map { .number($0) }),
                    "passphrase": .secret(proof),
                ])
        }
        AccountTable(try agent.call(request)).write(to: output)
    }
}

/// `sidekey account import`: imports a private key or a phrase from another wallet.
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
        let request = isPhrase ? try phraseRequest(&agent) : try keyRequest()
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

    private func phraseRequest(_ agent: inout AgentClient) throws(CommandError) -> SecretRequest {
        guard words.phraseFile == nil else { return try request(words.readFiles(), paths: path) }
        let terminal = try Terminal(for: .purposePhraseImport, hint: .hintGivePhraseFile)
        let given = try words.read(on: terminal)
        let paths = path.isEmpty ? try AccountCandidates(of: given, from: &agent).choose(on: terminal) : path
        return try request(given, paths: paths)
    }

    private func request(
        _ given: consuming GivenPhrase, paths: [String]
    ) throws(CommandError) -> SecretRequest {
        let passphrase = try passphrase.read()
        return try given.phrase.withText { phrase throws(CommandError) in
            try given.passphrase.lend { seedPassphrase throws(CommandError) in
                try passphrase.withBytes { passphrase throws(CommandError) in
                    try SecretRequest(
                        id: "import", method: "accounts.import",
                        params: [
                            "phrase": .secret(phrase), "seedPassphrase": .secret(seedPassphrase),
                            "passphrase": .secret(passphrase),
                            "paths": .json(paths.isEmpty ? nil : .array(paths.map { .string($0) })),
                        ])
                }
            }
        }
    }

    /// Reads the 32 bytes of the key and compares its public half.
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

/// The accounts of a phrase at the paths that wallets use, from which the user chooses.
struct AccountCandidates {
    /// The accounts, each `{path, publicKey, balance?, used?}`, with the last two if a node could be asked; the balance in lamports.
    private let candidates: [JSON]

    /// Asks the agent, which keeps nothing of the phrase.
    init(of given: borrowing GivenPhrase, from agent: inout AgentClient) throws(CommandError) {
        let request = try given.phrase.withText { phrase throws(CommandError) in
            try given.passphrase.lend { seedPassphrase throws(CommandError) in
                try SecretRequest(
                    id: "discover", method: "vault.discover",
                    params: ["phrase": .secret(phrase), "seedPassphrase": .secret(seedPassphrase)])
            }
        }
        candidates = try agent.call(request)["candidates"]?.array ?? []
    }

    /// The numbers that Enter selects: the accounts that were used, or else the first.
    private var suggestion: [Int] {
        let used = candidates.indices.filter { candidates[$0]["used"]?.bool == true }
        return used.isEmpty ? [0] : Array(used)
    }

    /// Asks which accounts the wallet begins with, and returns their paths in the order in which they were named.
    func choose(on terminal: borrowing Terminal) throws(CommandError) -> [String] {
        guard !candidates.isEmpty else { throw CommandError(say(.agentPathMissing)) }
        terminal.write(say(.accountsMeans) + "\n")
        // Without an answer nobody may think that the others were never used.
        if candidates.contains(where: { $0["used"] == nil }) { terminal.write(say(.accountsUnknown) + "\n") }
        for (index, candidate) in candidates.enumerated() {
            let balance = lamports(of: candidate).flatMap { $0.count > 0 ? "\($0) SOL" : nil }
            let used = candidate["used"]?.bool == true ? say(.accountUsedBefore) : nil
            let state = (balance ?? used).map { "  \($0)" } ?? ""
            terminal.write(
                "\(String(index + 1).padded(to: 3)) \(Self.path(word("path", of: candidate)).padded(to: 20)) "
                    + "\(word("publicKey", of: candidate))\(state)\n")
        }
        let suggested = suggestion.map { "\($0 + 1)" }.joined(separator: " ")
        while true {
            let typed = try terminal.line(say(.askAccounts, ["suggested": suggested]), echo: true)
            // No secret: it stands on the screen and is repeated in the list of accounts.
            let text = typed.withBytes { String(decoding: $0, as: UTF8.self) }
            if let chosen = chosen(by: text) { return chosen.map { word("path", of: candidates[$0]) } }
            terminal.write(say(.accountsRange, ["count": "\(candidates.count)"]) + "\n")
        }
    }

    /// Returns a path, with the program that it comes from if its name means nothing to a person who restores from there.
    private static func path(_ text: String) -> String { text == "seed" ? "seed (solana-keygen)" : text }

    private func chosen(by text: String) -> [Int]? {
        let words = text.split { $0 == " " || $0 == "," || $0 == "\t" }
        guard !words.isEmpty else { return suggestion }
        var chosen: [Int] = []
        for word in words {
            guard let number = Int(word), candidates.indices.contains(number - 1) else { return nil }
            if !chosen.contains(number - 1) { chosen.append(number - 1) }
        }
        return chosen
    }

    private func lamports(of candidate: JSON) -> Lamports? {
        candidate["balance"]?.text.flatMap { UInt64($0) }.map { Lamports(count: $0) }
    }

    private func word(_ name: String, of candidate: JSON) -> String { candidate[name]?.text?.visible ?? "?" }
}

import ArgumentParser
import JSONRPC
import Salt

/// `sidekey account add`: one more account of a phrase that is in the wallet.
struct AccountAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add an account of a seed phrase in the wallet.",
        discussion: """
            Without --path it is the next of m/44'/501'/n'/0'. Asks for the passphrase while the wallet is locked.
            """)

    @Option(help: ArgumentHelp("The derivation path, such as \"m/44'/501'/3'\".", valueName: "path"))
    var path: String?

    @Option(help: ArgumentHelp("Which of the wallet's secrets, where it has several; the first is 0.", valueName: "n"))
    var secret: Int?

    @OptionGroup var passphrase: PassphraseOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let proof = try passphrase.readIfLocked(agent.greeting)
        let request = try proof.lend { proof throws(CommandError) in
            try SecretRequest(
                id: "add", method: "accounts.add",
                params: [
                    "path": .json(path.map { .string($0) }), "secret": .json(secret.map { .number($0) }),
                    "passphrase": .secret(proof),
                ])
        }
        StandardOutput.write(AccountTable(try agent.call(request)).text)
    }
}

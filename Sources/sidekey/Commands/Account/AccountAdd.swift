import ArgumentParser
import JSONRPC
import Salt
import Wording

/// `sidekey account add`: one more account of a phrase that is in the wallet.
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

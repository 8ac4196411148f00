import ArgumentParser
import JSONRPC
import Salt
import Wording

/// `sidekey extensions allow`: what a prompt outside the browser asks, where none can be shown or something else is wanted.
struct ExtensionsAllow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "allow", abstract: say(.helpExtensionsAllow), discussion: say(.helpExtensionsAllowMore))

    @OptionGroup var id: ExtensionArgument

    @Option(name: .customLong("method"), help: ArgumentHelp(say(.helpExtensionMethod), valueName: "method"))
    var methods: [String] = []

    @Option(name: .customLong("account"), help: ArgumentHelp(say(.helpOriginAccount), valueName: "account"))
    var accounts: [String] = []

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        var keys: [String] = []
        for account in accounts { keys.append(try AccountArgument(account).publicKey(from: &agent)) }
        let secret = try passphrase.read()
        let request = try secret.withBytes { secret throws(CommandError) in
            try SecretRequest(
                id: "allow", method: "permissions.allow",
                params: [
                    "extension": .json(.string(id.id)),
                    "methods": .json(methods.isEmpty ? nil : .array(methods.map { .string($0) })),
                    "accounts": .json(keys.isEmpty ? nil : .array(keys.map { .string($0) })),
                    "passphrase": .secret(secret),
                ])
        }
        let grant = try agent.call(request)
        output.write(grant, or: say(.extensionAllowed, ["id": grant["extension"]?.text?.visible ?? "?"]) + "\n")
    }
}

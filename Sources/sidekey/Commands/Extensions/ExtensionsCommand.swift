import ArgumentParser
import JSONRPC
import Wording

/// `sidekey extensions ...`: manages what other extensions may ask of the wallet.
struct ExtensionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extensions", abstract: say(.helpExtensions),
        subcommands: [
            ExtensionsList.self, ExtensionsAllow.self, ExtensionsRevoke.self, ExtensionsCopies.self,
            ExtensionsTrustFolder.self, ExtensionsUntrustFolder.self,
        ],
        defaultSubcommand: ExtensionsList.self)
}

/// `sidekey extensions list`.
struct ExtensionsList: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: say(.helpExtensionsList))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let extensions = try agent.call("permissions.list")["extensions"]?.array ?? []
        output.write(
            .array(extensions),
            or: extensions.isEmpty ? say(.extensionsNone) + "\n" : extensions.map(Self.text).joined())
    }

    private static func text(_ grant: JSON) -> String {
        let names = ["methods", "accounts"].flatMap { grant[$0]?.array ?? [] }
        return (grant["extension"]?.text?.visible ?? "?") + "\n"
            + names.map { "    \($0.text?.visible ?? "?")\n" }.joined()
    }
}

/// `sidekey extensions revoke`: ends an extension's access with its next call, and cancels its waiting requests.
struct ExtensionsRevoke: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "revoke", abstract: say(.helpExtensionsRevoke))

    @OptionGroup var id: ExtensionArgument
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let result = try agent.call("permissions.revoke", ["extension": .string(id.id)])
        guard result["revoked"]?.bool == true else {
            throw CommandError(say(.extensionMissing, ["id": id.id.visible]), hint: say(.hintExtensions))
        }
        output.write(result, or: say(.doneRemoved) + "\n")
    }
}

/// Another extension, as its browser names it.
struct ExtensionArgument: ParsableArguments {
    @Argument(help: ArgumentHelp(say(.helpExtension)))
    var id: String
}

/// `sidekey extensions allow`: grants what a prompt outside the browser asks about, if none can be shown or the user wants something else.
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
        let grant = try agent.call(
            "permissions.allow",
            [
                "extension": .string(id.id),
                "methods": methods.isEmpty ? nil : .array(methods.map { .string($0) }),
                "accounts": keys.isEmpty ? nil : .array(keys.map { .string($0) }),
            ], passphrase: secret)
        output.write(grant, or: say(.extensionAllowed, ["id": grant["extension"]?.text?.visible ?? "?"]) + "\n")
    }
}

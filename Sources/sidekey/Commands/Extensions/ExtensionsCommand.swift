import ArgumentParser
import JSONRPC
import Wording

/// `sidekey extensions ...`: what other extensions may ask of the wallet.
struct ExtensionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extensions", abstract: say(.helpExtensions),
        subcommands: [ExtensionsList.self, ExtensionsAllow.self, ExtensionsRevoke.self],
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

/// `sidekey extensions revoke`: over with its next call, and what waits of it is cancelled.
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

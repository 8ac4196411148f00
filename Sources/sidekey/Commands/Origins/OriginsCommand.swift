import ArgumentParser
import JSONRPC

/// `sidekey origins ...`: the sites that are connected.
struct OriginsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "origins", abstract: "List the connected sites, and choose what they see.",
        subcommands: [OriginsList.self, OriginsSet.self, OriginsRevoke.self], defaultSubcommand: OriginsList.self)
}

/// `sidekey origins list`.
struct OriginsList: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the connected sites.")

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let origins = try agent.all("origins.list", member: "origins")
        if output.json {
            StandardOutput.write(.array(origins))
        } else if origins.isEmpty {
            StandardOutput.write("no site is connected\n")
        } else {
            for origin in origins { StandardOutput.write(Self.text(origin)) }
        }
    }

    private static func text(_ origin: JSON) -> String {
        let place = ["profile", "container"].compactMap { name in
            origin[name]?.text.flatMap { $0.isEmpty ? nil : "\(name) \($0.visible)" }
        }
        let accounts = (origin["accounts"]?.array ?? []).map { "    \($0.text?.visible ?? "?")\n" }.joined()
        return (origin["origin"]?.text?.visible ?? "?") + (place.isEmpty ? "" : "  (\(place.joined(separator: ", ")))")
            + "\n" + accounts
    }
}

/// `sidekey origins revoke`: the page is told at once.
struct OriginsRevoke: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Disconnect a site, in every browser profile or in one.")

    @OptionGroup var origin: OriginArgument

    func run() throws {
        var agent = try AgentClient.connect()
        let revoked = try agent.call("origins.revoke", origin.params)["revoked"]?.int ?? 0
        guard revoked > 0 else {
            throw CommandError("\(origin.origin.visible) is not connected", hint: "sidekey origins list shows what is")
        }
        StandardOutput.write("disconnected\n")
    }
}

/// A site on the command line.
struct OriginArgument: ParsableArguments {
    @Argument(help: "The site's origin, such as https://dapp.example.")
    var origin: String

    @Option(help: "Only in this browser profile.")
    var profile: String?

    @Option(help: "Only in this container.")
    var container: String?

    var params: JSONObject {
        var params: JSONObject = ["origin": .string(origin)]
        params["profile"] = profile.map { .string($0) }
        params["container"] = container.map { .string($0) }
        return params
    }
}

import ArgumentParser
import JSONRPC
import Wording

/// `sidekey origins ...`: the sites that are connected.
struct OriginsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "origins", abstract: say(.helpOrigins),
        subcommands: [
            OriginsList.self, OriginsSet.self, OriginsRevoke.self, OriginsBlock.self, OriginsUnblock.self,
            OriginsBlocked.self,
        ], defaultSubcommand: OriginsList.self)
}

/// `sidekey origins list`.
struct OriginsList: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: say(.helpOriginsList))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let origins = try agent.all("origins.list", member: "origins")
        if output.json {
            StandardOutput.write(.array(origins))
        } else if origins.isEmpty {
            StandardOutput.write(say(.sitesNone) + "\n")
        } else {
            for origin in origins { StandardOutput.write(Self.text(origin)) }
        }
    }

    private static func text(_ origin: JSON) -> String {
        let places: [(String, TextKey)] = [("profile", .siteProfile), ("container", .siteContainer)]
        let place = places.compactMap { name, key in
            origin[name]?.text.flatMap { $0.isEmpty ? nil : say(key, ["name": $0.visible]) }
        }
        let accounts = (origin["accounts"]?.array ?? []).map { "    \($0.text?.visible ?? "?")\n" }.joined()
        return (origin["origin"]?.text?.visible ?? "?") + (place.isEmpty ? "" : "  (\(place.joined(separator: ", ")))")
            + "\n" + accounts
    }
}

/// `sidekey origins revoke`: the page is told at once.
struct OriginsRevoke: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: say(.helpOriginsRevoke))

    @OptionGroup var origin: OriginArgument
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let answer = try agent.call("origins.revoke", origin.params)
        guard let revoked = answer["revoked"]?.int, revoked > 0 else {
            throw CommandError(say(.siteMissing, ["origin": origin.origin.visible]), hint: say(.hintSites))
        }
        output.write(answer, or: say(.doneDisconnected) + "\n")
    }
}

/// A site on the command line.
struct OriginArgument: ParsableArguments {
    @Argument(help: ArgumentHelp(say(.helpOrigin)), completion: .sites)
    var origin: String

    @Option(help: ArgumentHelp(say(.helpProfile)))
    var profile: String?

    @Option(help: ArgumentHelp(say(.helpContainer)))
    var container: String?

    var params: JSONObject {
        var params: JSONObject = ["origin": .string(origin)]
        params["profile"] = profile.map { .string($0) }
        params["container"] = container.map { .string($0) }
        return params
    }
}

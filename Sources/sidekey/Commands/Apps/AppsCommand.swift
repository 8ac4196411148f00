import ArgumentParser
import JSONRPC
import Wording

/// `sidekey apps ...`: the apps that ask the wallet by links.
struct AppsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps", abstract: say(.helpApps), subcommands: [AppsList.self, AppsRevoke.self],
        defaultSubcommand: AppsList.self)
}

/// `sidekey apps list`.
struct AppsList: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: say(.helpAppsList))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let apps = try agent.call("deeplinks.list")["apps"]?.array ?? []
        output.write(.array(apps), or: apps.isEmpty ? say(.appsNone) + "\n" : apps.map(Self.text).joined())
    }

    private static func text(_ app: JSON) -> String {
        func word(_ name: String) -> String { app[name]?.text?.visible ?? "?" }
        let end = app["expires"]?.int.flatMap { UTCDate(milliseconds: $0)?.text } ?? "?"
        let line = say(
            .appLine,
            ["url": word("url"), "place": word("redirect"), "cluster": word("cluster"), "date": end])
        return "\(word("app"))\n    \(line)\n    \(word("account"))\n"
    }
}

/// `sidekey apps revoke`: over with its next link, and what waits of it is cancelled.
struct AppsRevoke: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "revoke", abstract: say(.helpAppsRevoke))

    @Argument(help: ArgumentHelp(say(.helpApp)))
    var app: String

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let result = try agent.call("deeplinks.revoke", ["app": .string(app)])
        guard result["revoked"]?.bool == true else {
            throw CommandError(say(.appMissing, ["app": app.visible]), hint: say(.hintApps))
        }
        output.write(result, or: say(.doneDisconnected) + "\n")
    }
}

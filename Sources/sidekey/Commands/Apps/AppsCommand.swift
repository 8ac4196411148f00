import ArgumentParser
import JSONRPC
import Wording

/// `sidekey apps ...`: manages the apps that ask the wallet by links.
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

/// `sidekey apps revoke`: ends an app's access with its next link, and cancels its waiting requests.
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

/// `sidekey open-url`: the command that the desktop calls for the wallet's links. The agent decides; this process opens the answer.
struct OpenURL: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open-url", abstract: say(.helpOpenURL), discussion: say(.helpOpenURLMore))

    @Argument(help: ArgumentHelp(say(.helpLink)))
    var url: String

    @Flag(name: .customLong("print"), help: ArgumentHelp(say(.helpPrintLink)))
    var prints = false

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let answer = try agent.call(
            "deeplinks.open", ["url": .string(url), "environment": AgentClient.place], within: Self.patience)
        let link = answer["link"]?.text ?? answer["browse"]?.text
        let refusal = answer["error"].flatMap { RPCError(json: $0) }.map { CommandError($0) }
        if prints {
            if let link { StandardOutput.write(link + "\n") }
            if let refusal { throw refusal }
            return
        }
        if let link { try LinkOpener.open(link) }
        // The app has its answer, which is all that the desktop asks about: by another status it would say that the link wasn't opened.
        if let refusal, !output.json { return refusal.report(asJSON: false) }
        let done: TextKey = answer["browse"] == nil ? .appAnswered : .addressOpened
        output.write(answer, or: say(done) + "\n")
    }

    /// The time for a decision, which takes five minutes at most, and some more before and after it.
    private static let patience = Duration.seconds(420)
}

/// The opener of links with the desktop's program: `xdg-open`, or `open` on macOS.
enum LinkOpener {
    #if os(macOS)
        private static let program = "open"
    #else
        private static let program = "xdg-open"
    #endif

    /// Waits until the opener has ended, which is before the app ends.
    ///
    /// - Throws: if there is no opener, or it reports a failure.
    static func open(_ link: String) throws(CommandError) {
        guard let path = FileSystem.program(program) else {
            throw CommandError(say(.openerMissing), hint: say(.hintOpener))
        }
        // The link is one argument, with no shell in between; it begins with a scheme, so no opener takes it for an option.
        guard let code = ChildProgram(path: path, arguments: [link]).run() else {
            throw CommandError(say(.openerMissing), hint: say(.hintOpener))
        }
        guard code == 0 else {
            throw CommandError(say(.openerFailed, ["status": "\(code)"]), hint: say(.hintOpener))
        }
    }
}

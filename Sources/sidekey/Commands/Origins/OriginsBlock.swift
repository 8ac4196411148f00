import ArgumentParser
import JSONRPC
import Wording

/// `sidekey origins block`: a site's requests are refused, and nobody is asked.
struct OriginsBlock: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "block", abstract: say(.helpOriginsBlock), discussion: say(.helpOriginsBlockMore))

    @OptionGroup var site: SiteArgument
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let answer = try agent.call("origins.block", site.params)
        let blocked = answer["site"]?.text?.visible ?? "?"
        output.write(answer, or: say(.doneBlocked, ["site": blocked]) + "\n")
    }
}

/// `sidekey origins unblock`.
struct OriginsUnblock: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unblock", abstract: say(.helpOriginsUnblock))

    @OptionGroup var site: SiteArgument
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let answer = try agent.call("origins.unblock", site.params)
        guard answer["unblocked"]?.bool == true else {
            throw CommandError(say(.blockMissing, ["site": site.site.visible]), hint: say(.hintBlocked))
        }
        output.write(answer, or: say(.doneUnblocked) + "\n")
    }
}

/// `sidekey origins blocked`.
struct OriginsBlocked: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "blocked", abstract: say(.helpOriginsBlocked))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let blocks = try agent.call("origins.blocks")["blocks"]?.array ?? []
        if output.json { return StandardOutput.write(.array(blocks)) }
        if blocks.isEmpty { return StandardOutput.write(say(.blockedNone) + "\n") }
        for block in blocks {
            let site = block["site"]?.text?.visible ?? "?"
            let rest = block["remaining"]?.int.map { say(.blockedFor, ["seconds": String(($0 + 999) / 1000)]) }
            StandardOutput.write("\(site)\(rest.map { "  (\($0))" } ?? "")\n")
        }
    }
}

/// A site that may ask or not.
struct SiteArgument: ParsableArguments {
    @Argument(help: ArgumentHelp(say(.helpSite)))
    var site: String

    var params: JSONObject { ["site": .string(site)] }
}

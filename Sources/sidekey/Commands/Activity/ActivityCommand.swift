import ArgumentParser
import JSONRPC
import Wording

/// `sidekey activity ...`: what the wallet was asked, who decided, and what it signed.
struct ActivityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "activity", abstract: say(.helpActivity),
        discussion: say(.helpActivityMore),
        subcommands: [ActivityList.self, ActivityVerify.self, ActivityExport.self],
        defaultSubcommand: ActivityList.self)
}

/// `sidekey activity list`: the newest lines.
struct ActivityList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: say(.helpActivityList))

    @Option(help: ArgumentHelp(say(.helpActivitySite)))
    var site: String?

    @Option(help: ArgumentHelp(say(.helpActivityLimit)))
    var limit = 20

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (1...100_000).contains(limit) else { throw ValidationError(say(.usageLimit)) }
    }

    func run() throws {
        var agent = try AgentClient.connect()
        let lines = try ActivityLines.read(from: &agent, site: site, limit: limit)
        if output.json { return StandardOutput.write(.array(lines)) }
        guard !lines.isEmpty else { return StandardOutput.write(say(.activityNone) + "\n") }
        StandardOutput.write(lines.map(ActivityLines.text).joined())
    }
}

/// `sidekey activity export`: every line, the oldest first.
struct ActivityExport: ParsableCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case json
        case csv
    }

    static let configuration = CommandConfiguration(
        commandName: "export", abstract: say(.helpActivityExport),
        discussion: say(.helpActivityExportMore))

    @Option(help: ArgumentHelp(say(.helpFormat)))
    var format: Format

    @Argument(help: ArgumentHelp(say(.helpExportFile)), completion: .file())
    var file: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        // What is exported is the answer then, and nothing can stand beside it.
        guard !output.json || file != nil else { throw ValidationError(say(.usageExportFile)) }
    }

    func run() throws {
        var agent = try AgentClient.connect()
        let lines = Array(try ActivityLines.read(from: &agent).reversed())
        let bytes =
            switch format {
            case .json: ActivityFile.json(lines)
            case .csv: ActivityFile.csv(lines)
            }
        guard let file else { return StandardOutput.write(String(decoding: bytes, as: UTF8.self)) }
        try PrivateFile(path: file).write(bytes)
        guard !output.json else {
            return StandardOutput.write(["lines": .number(lines.count), "path": .string(file)])
        }
        StandardError.write("sidekey: \(say(.countedExported, lines.count, ["path": file.visible]))\n")
    }
}

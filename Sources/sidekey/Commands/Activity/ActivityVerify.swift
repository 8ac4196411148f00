import ArgumentParser
import JSONRPC
import Wording

/// `sidekey activity verify [FILE]`: whether the activity is what was written, and still holds what was exported.
struct ActivityVerify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: say(.helpActivityVerify),
        discussion: say(.helpActivityVerifyMore))

    @Argument(help: ArgumentHelp(say(.helpVerifyFile)), completion: .file())
    var file: String?

    @OptionGroup var output: OutputOptions

    func run() throws {
        let exported = try file.map { path throws(CommandError) in try ActivityFile.hashes(in: path) }
        var agent = try AgentClient.connect()
        let found = try agent.call("activity.verify")
        var missing: Int?
        if let exported {
            var present: [Int: String] = [:]
            for line in try ActivityLines.read(from: &agent) {
                if let number = line["sequence"]?.int { present[number] = line["hash"]?.text }
            }
            missing = exported.filter { present[$0.sequence] != $0.hash }.map(\.sequence).min()
        }
        if output.json {
            var answer = found.object ?? [:]
            if let exported {
                answer["export"] = ["lines": .number(exported.count), "holds": .bool(missing == nil)]
                if let missing { answer["missing"] = .number(missing) }
            }
            StandardOutput.write(.object(answer))
        } else {
            StandardOutput.write(Self.text(found))
            if let exported, missing == nil {
                StandardOutput.write(say(.countedExportHeld, exported.count) + "\n")
            }
        }
        if let line = found["break"]?.int { throw Self.broken(at: line) }
        if let missing {
            throw CommandError(
                say(.exportLineMissing, ["line": "\(missing)"]),
                hint: say(.hintTrustExport))
        }
    }

    private static func text(_ found: JSON) -> String {
        let lines = say(.countedLines, found["entries"]?.int ?? 0)
        guard let sealed = found["sealed"]?.int else { return say(.activityChainHolds, ["lines": lines]) + "\n" }
        let since = found["since"]?.int ?? 0
        return say(.activitySealed, ["lines": lines, "sealed": "\(sealed)", "since": "\(since)"]) + "\n"
    }

    private static func broken(at line: Int) -> CommandError {
        CommandError(
            say(.activityBroken, ["line": "\(line)"]), hint: say(.hintTrustWithExport))
    }
}

import ArgumentParser
import JSONRPC
import Wording

/// `sidekey update [--check]`: says how this installation is updated; with `--check`, after a look at the list of releases.
struct UpdateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update", abstract: say(.helpUpdate), discussion: say(.helpUpdateMore))

    @Flag(help: ArgumentHelp(say(.helpUpdateCheck)))
    var check = false

    @OptionGroup var output: OutputOptions

    /// The time for a list and its signature.
    private static let patience = Duration.seconds(150)

    func run() throws {
        var agent = try AgentClient.connect()
        let status =
            try check ? agent.call("updates.check", [:], within: Self.patience) : agent.call("updates.status")
        output.write(status, or: Self.text(status))
        if check, status["release"]?["newer"]?.bool == true {
            throw ExitCode(ExitStatus.updateAvailable.rawValue)
        }
    }

    private static func text(_ status: JSON) -> String {
        let (release, named) = (status["release"], status["named"]?.bool == true)
        let version = ["version": release?["version"]?.text?.visible ?? "?"] as KeyValuePairs
        let own = ["version": status["version"]?.text?.visible ?? "?"] as KeyValuePairs
        var lines: [String] = []
        if release?["newer"]?.bool == true {
            lines.append(say(release?["urgent"]?.bool == true ? .updateUrgent : .updateNewer, version))
            lines.append(say(.updateNotes, ["url": release?["notes"]?.text?.visible ?? "?"]))
        } else if release != nil {
            lines.append(say(.updateCurrent, own))
        } else {
            lines.append(say(named ? .updateNever : .refusal_release_unnamed))
        }
        if let date = status["looked"]?.int.flatMap({ UTCDate(milliseconds: $0)?.text }) {
            lines.append(say(.updateLooked, ["time": date]))
        }
        if let reason = status["failure"]?.text {
            lines.append(say(.updateFailed, ["reason": TextKey("refusal", reason).map { say($0) } ?? reason.visible]))
        }
        lines.append(say(.updateByHand))
        if let how = status["kind"]?.text.flatMap({ TextKey("updateHow", $0) }) {
            lines.append("\(say(how))\n    \(status["command"]?.text?.visible ?? "?")")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

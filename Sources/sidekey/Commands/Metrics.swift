import ArgumentParser
import JSONRPC
import Wording

/// `sidekey metrics`: how often each method was called since the agent's start, and how long it took.
struct Metrics: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: say(.helpMetrics))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let metrics = try agent.call("agent.metrics")
        if output.json { return StandardOutput.write(metrics) }
        var lines = NamedLines()
        for method in metrics["methods"]?.array ?? [] {
            lines.append(
                named: method["method"]?.text ?? "?",
                say(
                    .metricsLine,
                    [
                        "count": "\(method["count"]?.int ?? 0)", "errors": "\(method["errors"]?.int ?? 0)",
                        "median": Self.milliseconds(method["median"]), "maximum": Self.milliseconds(method["maximum"]),
                    ]))
        }
        StandardOutput.write(lines.text(width: 13))
        if let unknown = metrics["unknown"]?.int, unknown > 0 {
            StandardOutput.write(say(.metricsUnknown, ["count": "\(unknown)"]) + "\n")
        }
    }

    /// Microseconds as milliseconds with three digits behind the point.
    private static func milliseconds(_ microseconds: JSON?) -> String {
        let value = max(0, microseconds?.int ?? 0)
        let rest = String(value % 1000)
        return "\(value / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}

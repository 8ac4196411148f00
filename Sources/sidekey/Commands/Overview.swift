import ArgumentParser
import JSONRPC
import Wording

/// `sidekey` alone: the wallet's state, what waits, and what can be done next.
struct Overview: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "overview", abstract: say(.helpOverview), shouldDisplay: false)

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let status = try agent.call("vault.status")
        let requests = status["vault"]?.text == "none" ? [] : try agent.all("approvals.list", member: "requests")
        let next = Self.next(status, requests)
        guard !output.json else {
            return StandardOutput.write([
                "status": status, "requests": .array(requests), "next": .array(next.map { .string($0.command) }),
            ])
        }
        var text = Status.text(status)
        if !requests.isEmpty {
            text += "\n" + say(.countedRequestsWait, requests.count) + "\n"
            text += requests.map { "  " + Pending.line($0) }.joined()
        }
        text += "\n"
        let width = (next.map(\.command.count).max() ?? 0) + 2
        for step in next { text += "\(step.command.padded(to: width))\(say(step.means))\n" }
        StandardOutput.write(text + say(.overviewHelp) + "\n")
    }

    private struct Step {
        let name: String
        let means: TextKey

        var command: String { "sidekey \(name)" }
    }

    private static func next(_ status: JSON, _ requests: [JSON]) -> [Step] {
        if status["vault"]?.text == "none" {
            return [
                Step(name: "create", means: .helpCreate),
                Step(name: "restore", means: .helpRestore),
            ]
        }
        if !requests.isEmpty {
            return [
                Step(name: "approve", means: .helpApprove),
                Step(name: "reject", means: .helpReject),
            ]
        }
        let unlock = Step(name: "unlock", means: .helpUnlock)
        let usual = [
            Step(name: "balance", means: .helpBalance),
            Step(name: "receive", means: .helpReceive),
        ]
        return (status["vault"]?.text == "locked" ? [unlock] : []) + usual
    }
}

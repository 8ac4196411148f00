import ArgumentParser
import JSONRPC
import Localization

/// `sidekey reject ID`: tells a page no.
struct Reject: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: say(.helpReject))

    @Argument(help: ArgumentHelp(say(.helpRequest)))
    var id: String

    func run() throws {
        var agent = try AgentClient.connect()
        let result = try agent.call("approvals.reject", ["id": .string(id)])
        StandardOutput.write(say.state(result["state"]?.text ?? "rejected") + "\n")
    }
}

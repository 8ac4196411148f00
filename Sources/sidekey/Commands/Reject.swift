import ArgumentParser
import JSONRPC
import Wording

/// `sidekey reject ID`: tells a page no.
struct Reject: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: say(.helpReject))

    @Argument(help: ArgumentHelp(say(.helpRequest)), completion: .waitingRequests)
    var id: String?

    @Flag(help: ArgumentHelp(say(.helpRejectAll)))
    var all = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard all == (id == nil) else { throw ValidationError(say(.usageReject)) }
    }

    func run() throws {
        var agent = try AgentClient.connect()
        guard let id else { return try rejectAll(with: &agent) }
        let result = try agent.call("approvals.reject", ["id": .string(JSONString(id))])
        output.write(result, or: say.state(result["state"]?.text ?? "rejected") + "\n")
    }

    /// What waits now, as one no: several in a row would have the sites wait.
    private func rejectAll(with agent: inout AgentClient) throws(CommandError) {
        let ids = try agent.all("approvals.list", member: "requests").compactMap { $0["id"] }
        let requests = ids.isEmpty ? [] : try agent.call("approvals.rejectAll", ["ids": .array(ids)])["requests"]
        let lines = (requests?.array ?? []).map { request in
            "\(request["id"]?.text?.visible ?? "?")  \(say.state(request["state"]?.text ?? "?"))\n"
        }
        output.write(requests ?? [], or: lines.isEmpty ? say(.requestsNone) + "\n" : lines.joined())
    }
}

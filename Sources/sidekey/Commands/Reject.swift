import ArgumentParser
import JSONRPC

/// `sidekey reject ID`: tells a page no.
struct Reject: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Reject a request.")

    @Argument(help: "The request's id, as `sidekey pending` lists it.")
    var id: String

    func run() throws {
        var agent = try AgentClient.connect()
        let result = try agent.call("approvals.reject", ["id": .string(id)])
        StandardOutput.write("\(result["state"]?.text?.visible ?? "rejected")\n")
    }
}

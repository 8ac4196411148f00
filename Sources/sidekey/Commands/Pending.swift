import ArgumentParser
import JSONRPC
import Wording

/// `sidekey pending`: the requests that wait for a decision.
struct Pending: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: say(.helpPending))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let requests = try agent.all("approvals.list", member: "requests")
        if output.json {
            StandardOutput.write(.array(requests))
        } else if requests.isEmpty {
            StandardOutput.write(say(.requestsNone) + "\n")
        } else {
            for request in requests { StandardOutput.write(Self.line(request)) }
        }
    }

    private static func line(_ request: JSON) -> String {
        let texts = ["id", "method", "origin"].map { request[$0]?.text?.visible ?? "?" }
        let state = say.state(request["state"]?.text ?? "?")
        let left = request["remaining"]?.int.map { say(.requestLeft, ["seconds": "\($0.seconds)"]) } ?? ""
        return "\(texts[0])  \(texts[1].padded(to: 19))  \(texts[2])  (\(state)\(left))\n"
    }
}

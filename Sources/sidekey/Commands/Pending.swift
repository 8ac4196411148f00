import ArgumentParser
import JSONRPC

/// `sidekey pending`: the requests that wait for a decision.
struct Pending: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the requests that wait for a decision.")

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let requests = try agent.all("approvals.list", member: "requests")
        if output.json {
            StandardOutput.write(.array(requests))
        } else if requests.isEmpty {
            StandardOutput.write("nothing waits\n")
        } else {
            for request in requests { StandardOutput.write(Self.line(request)) }
        }
    }

    private static func line(_ request: JSON) -> String {
        let texts = ["id", "method", "origin", "state"].map { request[$0]?.text?.visible ?? "?" }
        let left = request["remaining"]?.int.map { ", \($0.seconds) s left" } ?? ""
        return "\(texts[0])  \(texts[1].padded(to: 19))  \(texts[2])  (\(texts[3])\(left))\n"
    }
}

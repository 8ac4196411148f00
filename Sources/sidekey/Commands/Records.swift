import ArgumentParser
import JSONRPC

/// `sidekey records ID`: a request as it came and the answer as it went, kept for 30 days.
struct Records: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the records of a request: what came, and what was answered.",
        discussion: "Records are evidence. Nothing is ever signed from one.")

    @Argument(help: "The request's id.")
    var id: String

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let records = try agent.call("records.get", ["id": .string(id)])
        if output.json {
            StandardOutput.write(records)
            return
        }
        StandardOutput.write("state: \(records["state"]?.text?.visible ?? "?")\n")
        StandardOutput.write("\npending_request_\(id.visible)\n\(Self.text(records["pending"]))\n")
        StandardOutput.write("\nresponse_\(id.visible)\n\(Self.text(records["response"]))\n")
    }

    private static func text(_ record: JSON?) -> String {
        guard let record, !record.isNull else { return "none" }
        return String(decoding: record.serialized(), as: UTF8.self).visible
    }
}

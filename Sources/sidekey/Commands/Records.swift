import ArgumentParser
import JSONRPC
import Wording

/// `sidekey records ID`: a request as it came and the answer as it went, kept for 30 days.
struct Records: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: say(.helpRecords),
        discussion: say(.helpRecordsMore))

    @Argument(help: ArgumentHelp(say(.helpRecordID)))
    var id: String

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let records = try agent.call("records.get", ["id": .string(id)])
        if output.json {
            StandardOutput.write(records)
            return
        }
        StandardOutput.write("\(say(.nameState)): \(say.state(records["state"]?.text ?? "?"))\n")
        StandardOutput.write("\npending_request_\(id.visible)\n\(Self.text(records["pending"]))\n")
        StandardOutput.write("\nresponse_\(id.visible)\n\(Self.text(records["response"]))\n")
    }

    private static func text(_ record: JSON?) -> String {
        guard let record, !record.isNull else { return say(.recordNone) }
        return String(decoding: record.serialized(), as: UTF8.self).visible
    }
}

import JSONRPC
import Wording

/// Lines of the activity as the agent gives them, and as people read them.
enum ActivityLines {
    /// The newest lines, the newest first; all of them where no limit is given.
    ///
    /// - Throws: where a page doesn't go on from the one before it.
    static func read(
        from agent: inout AgentClient, site: String? = nil, limit: Int = .max
    ) throws(CommandError) -> [JSON] {
        var lines: [JSON] = []
        var params: JSONObject = [:]
        params["origin"] = site.map { .string($0) }
        var last = Int.max
        while lines.count < limit {
            params["limit"] = .number(min(100, limit - lines.count))
            let page = try agent.call("activity.list", params)
            for line in page["entries"]?.array ?? [] {
                guard let number = line["sequence"]?.int, number < last else {
                    throw CommandError(say(.agentAnswerUnclear))
                }
                last = number
                lines.append(line)
            }
            guard let cursor = page["cursor"] else { break }
            params["cursor"] = cursor
        }
        return lines
    }

    static func text(_ line: JSON) -> String {
        func text(_ name: String) -> String? { line[name]?.text?.visible }
        let date = line["time"]?.int.flatMap { UTCDate(milliseconds: $0)?.text } ?? say(.historyDateless)
        let head = [date, line["kind"]?.text.map(say.entry), text("origin"), text("method")].compactMap(\.self).joined(
            separator: "  ")
        let rows = [
            (TextKey.nameAccount, text("account")),
            (Self.name(of: line), text("signature") ?? text("detail")), (.nameCluster, text("cluster")),
            (.nameRequest, text("request")),
        ]
        var lines = NamedLines()
        for case (let name, let value?) in rows { lines.append(name, value) }
        return "\(line["sequence"]?.int ?? 0).  \(head)\n" + lines.text(width: 11, indent: 4)
    }

    /// What a line's detail is.
    private static func name(of line: JSON) -> TextKey {
        switch line["kind"]?.text {
        case "queued", "reviewed": .nameReview
        case "approved", "rejected": .nameBy
        case "answered", "sent", "confirmed", "failed", "unconfirmed", "outcome-unknown": .nameSignature
        default: .nameDetail
        }
    }
}

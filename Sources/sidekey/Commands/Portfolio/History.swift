import ArgumentParser
import DisplayText
import JSONRPC
import Wording

/// `sidekey history`: shows incoming and outgoing amounts, the newest first.
struct History: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: say(.helpHistory),
        discussion: say(.helpHistoryMore))

    @OptionGroup var portfolio: PortfolioOptions

    @Option(help: ArgumentHelp(say(.helpHistoryLimit)))
    var limit = 20

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (1...100_000).contains(limit) else { throw ValidationError(say(.usageLimit)) }
    }

    func run() throws {
        var agent = try AgentClient.connect()
        var params = try portfolio.params(from: &agent)
        var entries: [JSON] = []
        var first: JSON?
        var page: JSON
        repeat {
            params["limit"] = .number(min(100, limit - entries.count))
            page = try agent.call("portfolio.history", params)
            first = first ?? page
            entries += page["entries"]?.array ?? []
            params["cursor"] = page["cursor"]
        } while entries.count < limit && page["cursor"] != nil
        guard var answer = first?.object else { throw CommandError(say(.agentAnswerUnclear)) }
        if output.json {
            answer["entries"] = .array(entries)
            answer["cursor"] = page["cursor"]
            answer["whole"] = page["whole"]
            StandardOutput.write(.object(answer))
            return
        }
        let source = AnswerSource(.object(answer))
        StandardOutput.write(
            source.heading + (entries.isEmpty ? say(.historyNone) + "\n" : entries.map { Self.text($0) }.joined()))
        source.warn()
    }

    private static func text(_ entry: JSON) -> String {
        var head = [say(.historyDateless)]
        if let time = entry["time"]?.int, let date = UTCDate(milliseconds: time)?.text { head = [date] }
        if entry["status"]?.text == "failed" {
            head.append(
                entry["failure"]?.text.map { say(.historyFailedWith, ["failure": $0.visible]) }
                    ?? say(.historyHasFailed))
        }
        if entry["paysFee"]?.bool == true, let fee = DecimalAmount(entry, "fee", decimals: 9) {
            head.append(say(.historyFee, ["amount": "\(fee)"]))
        }
        let marks = (entry["marks"]?.array ?? []).compactMap { $0.text?.visible }
        if !marks.isEmpty { head.append("[\(marks.joined(separator: ", "))]") }
        var lines = [head.joined(separator: "  ")]
        if entry["movements"] == nil { lines.append("    " + say(.historyUnseen)) }
        for movement in entry["movements"]?.array ?? [] { lines.append("    " + text(movement: movement)) }
        if let omitted = entry["omitted"]?.int { lines.append("    " + say(.historyMore, ["count": "\(omitted)"])) }
        lines.append("    \(entry["signature"]?.text?.visible ?? "?")")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func text(movement: JSON) -> String {
        let isIncoming = movement["direction"]?.text == "in"
        let amount = DecimalAmount(movement, "amount")?.description ?? "?"
        let currency = movement["currency"]?.text == "SOL" ? "SOL" : "\(TokenLabel(movement))"
        let other = movement[isIncoming ? "from" : "to"]?.text?.visible
        let others = movement["others"]?.int
        let side = other ?? others.map { say(.countedAccounts, $0) }
        return "\(isIncoming ? "+" : "-")\(amount) \(currency)"
            + (side.map { "  " + say(isIncoming ? .movementFrom : .movementTo, ["account": $0]) } ?? "")
    }
}

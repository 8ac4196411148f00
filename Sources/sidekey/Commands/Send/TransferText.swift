import DisplayText
import JSONRPC
import Wording

/// What would be sent, in lines for a terminal.
struct TransferText {
    private let plan: JSON

    /// - Parameter plan: As `transfer.preview` answers it.
    init(_ plan: JSON) { self.plan = plan }

    var text: String {
        var lines = NamedLines()
        lines.append(.nameSend, "\(pointed("amount")) \(unit)")
        if plan["received"] != plan["amount"] {
            lines.append(.nameArrives, say(.sendArrives, ["amount": pointed("received"), "unit": unit]))
        }
        lines.append(.nameFrom, word("account"))
        lines.append(.nameTo, word("to") + (plan["label"]?.text.map { "  \($0.visible)" } ?? ""))
        if plan["mint"] != nil { lines.append(.nameInto, word("destination")) }
        if let memo = plan["memo"]?.text { lines.append(.nameMemo, memo.visible) }
        lines.append(.nameCluster, word("cluster"))
        lines.append(
            .nameFee,
            plan["priorityFee"] == "0"
                ? "\(sol("fee")) SOL" : say(.sendPriority, ["fee": sol("fee"), "priority": sol("priorityFee")]))
        if plan["accountCost"] != nil {
            lines.append(.nameAccount, say(.sendAccountCost, ["amount": sol("accountCost")]))
        }
        lines.append(.nameInAll, say(.sendTotal, ["total": sol("total"), "balance": sol("balance")]))
        lines.append(.nameSays, word("node"))
        return lines.text(width: 10)
            + (plan["findings"]?.array ?? []).compactMap(Self.sentence).map { "\($0)\n" }.joined()
    }

    private var unit: String {
        guard plan["mint"] != nil else { return "SOL" }
        return plan["symbol"]?.text.map { say(.sendUnitNamed, ["mint": word("mint"), "symbol": $0.visible]) }
            ?? say(.sendUnitToken, ["mint": word("mint")])
    }

    private static func sentence(_ finding: JSON) -> String? {
        let address = finding["address"]?.text?.visible ?? "?"
        return switch finding["name"]?.text {
        case "own": say(.sendNoteOwn)
        case "off-curve": say(.sendWarningKeyless)
        case "program-account": say(.sendWarningProgram, ["address": address])
        case "unused": say(.sendWarningUnused)
        case "looks-like": say(.sendDangerLike, ["address": address])
        case "contact": nil
        default:
            finding["level"] == "info"
                ? nil : say(.sendWarningOther, ["finding": finding["name"]?.text?.visible ?? "?"])
        }
    }

    private func word(_ name: String) -> String { plan[name]?.text?.visible ?? "?" }

    private func sol(_ name: String) -> String {
        plan[name]?.text.flatMap(UInt64.init).map { "\(Lamports(count: $0))" } ?? "?"
    }

    /// A number of smallest units with the token's point in it.
    private func pointed(_ name: String) -> String {
        guard plan["decimals"]?.int.flatMap({ UInt8(exactly: $0) }) != nil else { return "?" }
        return DecimalAmount(plan, name)?.description ?? "?"
    }
}

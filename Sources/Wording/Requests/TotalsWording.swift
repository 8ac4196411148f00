import JSONRPC

/// The effects of all transactions of a request together, in words.
///
/// Unread parts can only add to them. So the known part is told as "at least", even if it is the fee alone.
struct TotalsWording {
    /// The number of accounts in a page's head, unless more accounts lose something.
    private static let headed = 2

    private let totals: JSON
    private let flows: [JSON]
    /// The number of flows in the head: all from which something leaves, so that no order that a site chose hides one.
    private let headed: Int
    /// The account that is to sign; the head doesn't name it beside its payment.
    private let account: String?
    private let isComplete: Bool
    private let names: AddressWording
    private let words: Phrasebook

    init(_ totals: JSON, of account: String?, _ names: AddressWording, in words: Phrasebook) {
        self.totals = totals
        self.account = account
        self.names = names
        self.words = words
        let (losing, others) = (totals["flows"]?.array ?? []).reduce(into: ([JSON](), [JSON]())) { split, flow in
            if flow["leaving"] != "0" || flow["bounded"]?.bool != true {
                split.0.append(flow)
            } else {
                split.1.append(flow)
            }
        }
        flows = losing + others
        headed = max(losing.count, Self.headed)
        isComplete = totals["complete"]?.bool == true
    }

    /// The totals in a few lines, for the head of a page: the user's payments and receipts, never less than the truth.
    var head: [String] {
        var lines = flows.prefix(headed).map { line(of: $0, isWhole: false) }
        let more = hidden(beyond: headed)
        if more > 0 { lines.append(words(.totalsMore, more)) }
        if !isComplete, flows.isEmpty {
            lines.append(words(.totalsUnread))
        } else if flows.isEmpty, !isHeavy {
            lines.append(words(.totalsNothing))
        }
        if isHeavy { lines.append(words(.totalsHeavy)) }
        return lines
    }

    /// The lines that the head has no room for.
    var lines: [String] {
        let isOne = totals["transactions"]?.int == 1
        var lines: [String] = []
        // Of a single one they stand with it.
        for warning in totals["warnings"]?.array ?? [] where warning["level"] != "info" && !isOne {
            let numbers = (warning["transactions"]?.array ?? []).compactMap(\.int).map { "\($0)" }
            lines.append(
                "    "
                    + words(
                        .totalsWarning,
                        [
                            "level": warning.level(in: words), "rule": warning["id"]?.text?.visible ?? "?",
                            "numbers": numbers.joined(separator: ", "),
                        ]))
        }
        if flows.count > headed || hidden(beyond: flows.count) > 0 {
            lines += flows.map { "    " + line(of: $0, isWhole: true) }
            let more = hidden(beyond: flows.count)
            if more > 0 { lines.append("    " + words(.totalsMore, more)) }
        }
        return lines.isEmpty ? [] : ["  " + words(isOne ? .totalsOfOne : .totalsOfAll)] + lines
    }

    private var isHeavy: Bool { ["danger", "forbidden"].contains(totals["level"]?.text) }

    /// The number of accounts that move something, beyond a count that is told.
    private func hidden(beyond count: Int) -> Int { max(0, flows.count - count) + (totals["moreFlows"]?.int ?? 0) }

    /// - Parameter isWhole: True if the line names its account in any case.
    private func line(of flow: JSON, isWhole: Bool) -> String {
        let leaving = flow["leaving"]?.text ?? "?"
        let arriving = flow["arriving"]?.text ?? "?"
        var parts: [String] = []
        if !isComplete {
            parts.append(words(.totalsPaysAtLeast, ["amount": amount(leaving, of: flow)]))
        } else if leaving != "0" {
            parts.append(words(.totalsPays, ["amount": amount(leaving, of: flow)]))
        }
        if arriving != "0" { parts.append(words(.totalsReceives, ["amount": amount(arriving, of: flow)])) }
        if flow["bounded"]?.bool != true { parts.append(words(.totalsOpen)) }
        if parts.isEmpty { parts.append(words(.totalsPays, ["amount": amount(leaving, of: flow)])) }
        let text = parts.joined(separator: ", ")
        guard let address = flow["account"]?.text else { return text }
        // Whose tokens go is clear: only the user's are counted.
        let isNamed = isWhole || flow["asset"] == "lamports" && address != account
        return isNamed ? "\(names.named(address)): \(text)" : text
    }

    private func amount(_ units: String, of flow: JSON) -> String {
        flow["asset"] == "lamports" ? AmountWording.sol(units) : AmountWording(words: words).tokens(units, of: flow)
    }
}

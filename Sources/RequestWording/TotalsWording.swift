import JSONRPC
import Localization

/// What all transactions of a request do together, in words.
struct TotalsWording {
    private let totals: JSON
    private let words: Phrasebook

    init(_ totals: JSON, in words: Phrasebook) {
        self.totals = totals
        self.words = words
    }

    var lines: [String] {
        let isOne = totals["transactions"]?.int == 1
        guard !isOne || totals["flows"]?.array?.isEmpty == false else { return [] }
        var lines = ["  " + words(isOne ? .totalsOfOne : .totalsOfAll)]
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
        lines += (totals["flows"]?.array ?? []).map(line)
        if let more = totals["moreFlows"]?.int, more > 0 { lines.append("    " + words(.totalsMore, more)) }
        return lines
    }

    private func line(of flow: JSON) -> String {
        let key: TextKey = flow["asset"] == "lamports" ? .totalsLamports : .totalsTokens
        let rest = flow["bounded"]?.bool == true ? "" : words(.totalsOpen)
        return "    " + words(key) { flow[$0]?.text?.visible } + rest
    }
}

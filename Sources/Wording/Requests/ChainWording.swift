import DisplayText
import JSONRPC

/// What nodes said of a transaction, in words: always with who said it, and as of when.
struct ChainWording {
    private let chain: JSON?
    private let words: Phrasebook

    /// - Parameter chain: The member of a review's item, where it has one.
    init(_ chain: JSON?, in words: Phrasebook) {
        self.chain = chain
        self.words = words
    }

    var lines: [String] {
        guard let chain else { return [] }
        var lines: [String] = []
        if let simulation = chain["simulation"], let outcome = outcome(of: simulation) { lines.append("  " + outcome) }
        for table in chain["lookupTables"]?.array ?? [] where table["node"] != nil {
            let name = table["account"]?.text?.visible ?? "?"
            if let second = table["second"] {
                let sources: KeyValuePairs = ["account": name, "source": source(table), "second": source(second)]
                lines.append("  " + words(.chainTableOfTwo, sources))
            } else {
                lines.append("  " + words(.chainTableOfOne, ["account": name, "source": source(table)]))
            }
        }
        return lines
    }

    private func outcome(of simulation: JSON) -> String? {
        let key: TextKey
        switch simulation["outcome"]?.text {
        case "succeeded": key = .chainSucceeded
        case "failed": key = .chainFailed
        case "impossible": key = .chainImpossible
        default: return nil
        }
        // Why is the node's to say, in its own words.
        let reason = simulation["reason"]?.text.map { QuotedText.inline($0) } ?? "?"
        return words(key, ["reason": reason, "source": source(simulation)])
    }

    private func source(_ said: JSON) -> String {
        words(
            .chainSource,
            ["node": said["node"]?.text?.visible ?? "?", "slot": said["slot"]?.text?.visible ?? "?"])
    }
}

import DisplayText
public import JSONRPC

/// The summary as lines of text, for a terminal and for a prompt that knows nothing else.
extension ReviewSummary {
    /// The asker, the request and its costs: the lines that appear wherever the user confirms it.
    public var head: [String] {
        [asker.name] + asker.notes.map { "  \($0)" } + [sentence] + changes.map { "  \($0.line)" }
            + (waiting.map { ["  \($0)"] } ?? [])
    }

    /// The rest of the request.
    ///
    /// - Parameter expiry: The time for which the transactions to be sent can still be executed, in words.
    public func lines(expiry: String? = nil) -> [String] {
        common(expiry) + items.flatMap(\.lines)
    }

    /// The same without what is in the transactions: a sentence for each, and its findings.
    public func outline(expiry: String? = nil) -> [String] {
        common(expiry) + items.flatMap(\.outline)
    }

    /// The warnings and dangers in it, and nothing else.
    public var warnings: [String] { lines(without: ["info"]) }

    /// The dangers in it, and nothing else.
    public var dangers: [String] { lines(without: ["info", "warning"]) }

    private func lines(without left: Set<String>) -> [String] {
        (findings + items.flatMap(\.findings)).filter { !left.contains($0.level) }.map { "  \($0.line)" }
    }

    private func common(_ expiry: String?) -> [String] {
        var lines = findings.map { "  \($0.line)" }
        lines += consequences.map { "  - \($0.text)" }
        lines += (shares + facts).map { "  \($0.line)" }
        if let expiry { lines.append("  \(expiry)") }
        return lines
    }

    /// A transaction by itself, which nobody has asked for: its findings and everything in it, line by line.
    public static func transaction(_ item: JSON, in words: Phrasebook) -> [String] {
        let names = AddressWording(nil, in: words)
        let changes = ChangeWording(nil, items: [item], account: nil, names, in: words)
        let items = ItemWording([item], kind: "transactions", changes, account: nil, names, in: words)
        return items.findings(isComplete: true).map { "  \($0.line)" } + items.all.flatMap(\.lines)
    }

    /// What a multisig's proposal would do, with the same lines as in the review of a vote on it.
    ///
    /// - Parameters:
    ///   - proposal: The proposal as docs/protocol.md lists it.
    ///   - names: The names of addresses in it; nil for none.
    public static func contents(of proposal: JSON, names: JSON? = nil, in words: Phrasebook) -> [Detail] {
        ProposalWording(proposal, number: nil, AddressWording(names, in: words), in: words).contents
    }

    /// The time for which transactions can still be executed, in words.
    public static func expiry(_ expiry: JSON, in words: Phrasebook) -> String {
        switch expiry["kind"]?.text {
        case "blocks": words(.expiryBlocks, ["seconds": "\((expiry["remaining"]?.int ?? 0) / 1000)"])
        case "nonce": words(.expiryNonce)
        default: words(.expiryExpired)
        }
    }
}

extension ReviewSummary.Change {
    var line: String {
        let sign =
            switch direction {
            case .leaving: "-"
            case .arriving: "+"
            case .open: "?"
            }
        return account.map { "\(sign) \(text) (\($0))" } ?? "\(sign) \(text)"
    }
}

extension ReviewSummary.Finding {
    /// A line such as `Danger: somebody else may take tokens out of 3ab…`.
    var line: String { "\(name): \(text)" }
}

extension ReviewSummary.Fact {
    var line: String { "\(name): \(form == .quoted ? QuotedText.inline(value) : value)" }
}

extension ReviewSummary.Item {
    var lines: [String] { outline + details.flatMap { $0.lines("  ") } }

    var outline: [String] { [title, sentence].compactMap { $0 } + findings.map { "  \($0.line)" } }
}

extension ReviewSummary.Detail {
    /// - Parameter indent: The blanks before each line.
    public func lines(_ indent: String) -> [String] {
        switch self {
        case .text(let text): ["\(indent)\(text)"]
        case .fact(let fact): ["\(indent)\(fact.line)"]
        // Led by a bar, so that no line of other people's words passes for one of ours.
        case .quote(let text), .hex(let text): QuotedText.lines(text).map { "\(indent)\(QuotedText.bar)\($0)" }
        case .group(let number, let title, let details):
            ["\(indent)\(number). \(title)"] + details.flatMap { $0.lines(indent + "   ") }
        }
    }
}

import DisplayText
public import JSONRPC

/// A request in words, for whoever reads it outside the browser: a terminal and a prompt say the same of the same review.
///
/// The review comes in the protocol's spelling. Everything that a page chose has its control characters spelled out, and what a message
/// says is led by a bar.
public struct RequestWording: Sendable {
    private let summary: JSON
    private let kind: String
    private let items: [JSON]
    private let isComplete: Bool

    /// - Parameters:
    ///   - summary: As docs/protocol.md lists it.
    ///   - kind: "connect", "messages" or "transactions".
    ///   - items: All of the review's.
    public init(summary: JSON, kind: String, items: [JSON], isComplete: Bool) {
        self.summary = summary
        self.kind = kind
        self.items = items
        self.isComplete = isComplete
    }

    /// Who asks for what.
    public var heading: String { "\(word("origin", of: summary)) asks: \(word("method", of: summary))" }

    /// What it asks for, line by line.
    public var lines: [String] {
        var lines: [String] = []
        if let account = summary["account"]?.text { lines.append("  account: \(account.visible)") }
        if let cluster = summary["cluster"]?.text { lines.append("  cluster: \(cluster.visible)") }
        if kind == "connect" {
            lines.append("  it will know your first account and may ask it to sign; nothing is signed now")
        }
        if summary["private"]?.bool == true { lines.append("  from a private window") }
        for (index, item) in items.enumerated() {
            if items.count > 1 { lines.append("\(index + 1) of \(items.count)") }
            lines += item["kind"]?.text == "transaction" ? transaction(item) : message(item)
        }
        if !isComplete, kind == "transactions" {
            lines.append("warning: not everything in it could be read; what is listed is not all it may do")
        }
        return lines
    }

    private func message(_ item: JSON) -> [String] {
        guard let content = item["content"]?.text else { return [] }
        let bytes = item["bytes"]?.int ?? 0
        let what = item["encoding"]?.text == "hex" ? "not text, in hex" : "text"
        // Led by a bar, so that no line of the message passes for one of ours.
        return ["  message of \(bytes) bytes, \(what):"]
            + VisibleText.spellingOut(content, keepingLines: true)
            .split(separator: "\n", omittingEmptySubsequences: false).map { "  | \($0)" }
    }

    private func transaction(_ item: JSON) -> [String] {
        var lines = [
            "  transaction, version \(word("version", of: item)), \(item["bytes"]?.int ?? 0) bytes, "
                + "\(item["requiredSignatures"]?.int ?? 0) signatures needed",
            "  fee payer: \(word("feePayer", of: item))",
        ]
        for field in item["configuration"]?.array ?? [] {
            lines.append("  \(word("name", of: field)): \(word("value", of: field))")
        }
        for table in item["lookupTables"]?.array ?? [] {
            let count = (table["writable"]?.int ?? 0) + (table["readonly"]?.int ?? 0)
            lines.append(
                "  warning: takes \(count) accounts out of lookup table \(word("account", of: table)), unseen here")
        }
        for (index, instruction) in (item["instructions"]?.array ?? []).enumerated() {
            lines += self.instruction(instruction, number: index + 1)
        }
        return lines
    }

    private func instruction(_ instruction: JSON, number: Int) -> [String] {
        let program = instruction["programName"]?.text?.visible ?? word("program", of: instruction)
        guard instruction["known"]?.bool == true else {
            return ["  \(number). \(program): unknown instruction"] + accounts(of: instruction)
        }
        let fields = (instruction["fields"]?.array ?? []).map {
            "     \(word("name", of: $0)): \(word("value", of: $0))"
        }
        return ["  \(number). \(program): \(word("name", of: instruction))"] + fields
    }

    private func accounts(of instruction: JSON) -> [String] {
        (instruction["accounts"]?.array ?? []).map { account in
            var name = account["address"]?.text?.visible ?? "an account of a lookup table"
            if account["signer"]?.bool == true { name += ", signer" }
            if account["writable"]?.bool == true { name += ", writable" }
            return "     \(name)"
        }
    }

    private func word(_ name: String, of value: JSON) -> String { value[name]?.text?.visible ?? "?" }
}

extension String {
    fileprivate var visible: String { VisibleText.spellingOut(self, keepingLines: false) }
}

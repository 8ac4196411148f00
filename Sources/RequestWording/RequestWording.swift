import DisplayText
public import JSONRPC
public import Localization

/// A request in words, for whoever reads it outside the browser: a terminal and a prompt say the same of the same review.
///
/// The review comes in the protocol's spelling. Everything that a page chose has its control characters spelled out, and what a message
/// says is led by a bar.
public struct RequestWording: Sendable {
    private let summary: JSON
    private let kind: String
    private let items: [JSON]
    private let totals: JSON?
    private let life: JSON?
    private let isComplete: Bool
    private let words: Phrasebook

    /// - Parameters:
    ///   - summary: As docs/protocol.md lists it.
    ///   - kind: "connect", "messages" or "transactions".
    ///   - items: All of the review's.
    ///   - totals: What all transactions do together.
    ///   - life: How long what is to be sent can still be executed.
    ///   - words: In whose language.
    public init(
        summary: JSON, kind: String, items: [JSON], totals: JSON? = nil, life: JSON? = nil, isComplete: Bool,
        in words: Phrasebook
    ) {
        self.summary = summary
        self.kind = kind
        self.items = items
        self.totals = totals
        self.life = life
        self.isComplete = isComplete
        self.words = words
    }

    /// Who asks for what.
    public var heading: String {
        if isApp { return words(.requestApp, ["method": word("method", of: summary)]) }
        guard let id = extensionID else { return words(.requestHeading) { word($0, of: summary) } }
        return words(.requestExtension, ["extension": id, "method": word("method", of: summary)])
    }

    /// The other extension that asks, where it is one: its origin is in a name space of its own.
    private var extensionID: String? {
        let (origin, prefix) = (word("origin", of: summary), "extension:")
        return origin.hasPrefix(prefix) ? String(origin.dropFirst(prefix.count)) : nil
    }

    /// Whether an app asks, by a link: its origin is its key, in a name space of its own.
    private var isApp: Bool { word("origin", of: summary).hasPrefix("app:") }

    /// The app's key, which tells it from others and is nobody's name, and what the user was told of it at `connect`.
    private var appLines: [String] {
        guard isApp, kind != "browse" else { return [] }
        let key = "  " + words(.requestAppKey, ["app": String(word("origin", of: summary).dropFirst(4))])
        return (summary["app"].map(claim) ?? []) + [key]
    }

    /// What the link of an app says of it.
    private func app(_ item: JSON) -> [String] {
        claim(item) + ["  " + words(.requestAppDays, ["days": "\(item["days"]?.int ?? 0)"])]
    }

    /// Who an app claims to be, and where the user's answer goes.
    private func claim(_ app: JSON) -> [String] {
        [
            words(.requestAppClaims, ["url": word("url", of: app)]),
            words(.requestAppPlace, ["place": word("redirect", of: app)]),
        ].map { "  " + $0 }
    }

    /// An address to be opened, and who is said to ask for it.
    private func address(_ item: JSON) -> [String] {
        [
            words(.requestBrowse, ["url": word("url", of: item)]),
            words(.requestAppClaims, ["url": word("ref", of: item)]),
        ].map { "  " + $0 }
    }

    /// What it asks for, line by line.
    public var lines: [String] {
        var lines: [String] = []
        if isPunycode { lines.append("  " + words(.requestPunycode)) }
        lines += appLines
        if let account = summary["account"]?.text {
            lines.append("  " + words(.requestAccount, ["account": account.visible]))
        }
        if let cluster = summary["cluster"]?.text {
            lines.append("  " + words(.requestCluster, ["cluster": cluster.visible]))
        }
        if let life { lines.append("  " + line(life)) }
        if kind == "connect" { lines.append("  " + words(.requestConnect)) }
        if summary["private"]?.bool == true { lines.append("  " + words(.requestPrivate)) }
        if let totals { lines += TotalsWording(totals, in: words).lines }
        for (index, item) in items.enumerated() {
            if items.count > 1 {
                lines.append(words(.requestItem, ["number": "\(index + 1)", "count": "\(items.count)"]))
            }
            switch item["kind"]?.text {
            case "transaction": lines += Self.transaction(item, in: words)
            case "app": lines += app(item)
            case "address": lines += address(item)
            default: lines += message(item)
            }
        }
        if !isComplete, kind == "transactions" { lines.append(words(.requestIncomplete)) }
        return lines
    }

    private func line(_ life: JSON) -> String {
        switch life["kind"]?.text {
        case "blocks": words(.lifeBlocks, ["seconds": "\((life["remaining"]?.int ?? 0) / 1000)"])
        case "nonce": words(.lifeNonce)
        default: words(.lifeExpired)
        }
    }

    /// Whether the origin's host is written with other letters than it is spelled with here (RFC 3492).
    private var isPunycode: Bool {
        let host = word("origin", of: summary).split(separator: "/").last ?? ""
        return host.split(separator: ".").contains { $0.hasPrefix("xn--") }
    }

    private func message(_ item: JSON) -> [String] {
        guard let content = item["content"]?.text else { return [] }
        let bytes = item["bytes"]?.int ?? 0
        let what: CountedKey = item["encoding"]?.text == "hex" ? .messageHex : .messageText
        // Led by a bar, so that no line of the message passes for one of ours.
        return Self.findings(of: item, in: words) + ["  " + words(what, bytes)]
            + VisibleText.spellingOut(content, keepingLines: true)
            .split(separator: "\n", omittingEmptySubsequences: false).map { "  | \($0)" }
    }

    private static func findings(of item: JSON, in words: Phrasebook) -> [String] {
        (item["findings"]?.array ?? [])
            .filter { !FindingWording.isToldElsewhere($0, of: item) }
            .map { "  " + FindingWording($0, in: words).line }
    }

    /// A transaction of a review, line by line.
    public static func transaction(_ item: JSON, in words: Phrasebook) -> [String] {
        let head: KeyValuePairs = [
            "version": word("version", of: item), "bytes": words(.bytes, item["bytes"]?.int ?? 0),
            "signatures": words(.signaturesNeeded, item["requiredSignatures"]?.int ?? 0),
        ]
        var lines = [
            "  " + words(.transactionHead, head),
            "  " + words(.transactionFeePayer, ["account": word("feePayer", of: item)]),
        ]
        lines += findings(of: item, in: words)
        for field in item["configuration"]?.array ?? [] {
            lines.append("  \(word("name", of: field)): \(word("value", of: field))")
        }
        for table in item["lookupTables"]?.array ?? [] {
            let count = (table["writable"]?.int ?? 0) + (table["readonly"]?.int ?? 0)
            lines.append("  " + words(.transactionTable, count, ["account": word("account", of: table)]))
        }
        lines += ChainWording(item["chain"], in: words).lines
        for (index, instruction) in (item["instructions"]?.array ?? []).enumerated() {
            lines += Self.instruction(instruction, number: index + 1, in: words)
        }
        return lines
    }

    private static func instruction(_ instruction: JSON, number: Int, in words: Phrasebook) -> [String] {
        let program = instruction["programName"]?.text?.visible ?? word("program", of: instruction)
        guard instruction["known"]?.bool == true else {
            return ["  \(number). " + words(.instructionUnknown, ["program": program])]
                + accounts(of: instruction, in: words)
        }
        let nested = (instruction["nested"]?.array ?? []).enumerated().flatMap { index, part in
            ["     \(number).\(index + 1). \(word("name", of: part))"] + fields(of: part).map { "  " + $0 }
        }
        return ["  \(number). \(program): \(word("name", of: instruction))"] + fields(of: instruction) + nested
    }

    private static func fields(of instruction: JSON) -> [String] {
        (instruction["fields"]?.array ?? []).map { "     \(word("name", of: $0)): \(word("value", of: $0))" }
    }

    private static func accounts(of instruction: JSON, in words: Phrasebook) -> [String] {
        (instruction["accounts"]?.array ?? []).map { account in
            var name = account["address"]?.text?.visible ?? words(.instructionHiddenAccount)
            if account["signer"]?.bool == true { name += words(.instructionSigner) }
            if account["writable"]?.bool == true { name += words(.instructionWritable) }
            return "     \(name)"
        }
    }

    private static func word(_ name: String, of value: JSON) -> String { value[name]?.text?.visible ?? "?" }

    private func word(_ name: String, of value: JSON) -> String { Self.word(name, of: value) }
}

extension String {
    var visible: String { VisibleText.spellingOut(self, keepingLines: false) }
}

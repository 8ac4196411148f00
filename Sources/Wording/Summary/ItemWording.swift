import DisplayText
import JSONRPC

/// The transactions or messages of a request, each with its findings and everything that can be unfolded.
struct ItemWording {
    /// The items as the review has them.
    let items: [JSON]
    private let kind: String
    private let changes: ChangeWording
    private let account: String?
    private let names: AddressWording
    private let words: Phrasebook

    init(
        _ items: [JSON], kind: String, _ changes: ChangeWording, account: String?, _ names: AddressWording,
        in words: Phrasebook
    ) {
        self.items = items
        self.kind = kind
        self.changes = changes
        self.account = account
        self.names = names
        self.words = words
    }

    private static let weights = ["forbidden", "danger", "warning"]

    /// The findings that matter to the decision, the heaviest first; those of several items with their numbers.
    ///
    /// - Parameter site: The findings about the site that asks; of the same weight they stand first.
    func findings(isComplete: Bool, site: [JSON] = []) -> [ReviewSummary.Finding] {
        var order: [ReviewSummary.Finding] = []
        var numbers: [ReviewSummary.Finding: [Int]] = [:]
        for (index, item) in items.enumerated() {
            for finding in findings(of: item) where Self.weights.contains(finding.level) {
                if numbers[finding] == nil { order.append(finding) }
                if numbers[finding]?.last != index + 1 { numbers[finding, default: []].append(index + 1) }
            }
        }
        if items.count > 1 {
            order = order.map { finding in
                let places = (numbers[finding] ?? []).map { "\($0)" }.joined(separator: ", ")
                return ReviewSummary.Finding(
                    level: finding.level, name: finding.name,
                    text: words(.findingIn, ["finding": finding.text, "numbers": places]))
            }
        }
        order.insert(contentsOf: findings(of: ["findings": .array(site)]), at: 0)
        if !isComplete {
            order.append(
                ReviewSummary.Finding(level: "warning", name: words(.level_warning), text: words(.requestIncomplete)))
        }
        return Self.weights.flatMap { level in order.filter { $0.level == level } }
    }

    private static func proposes(_ item: JSON) -> Bool {
        (item["instructions"]?.array ?? []).contains { $0["proposal"]?["source"] != nil }
    }

    var all: [ReviewSummary.Item] {
        let shown = items.filter { $0["kind"] == "transaction" || $0["kind"] == "message" }
        return shown.enumerated().map { index, item in
            let isTransaction = item["kind"] == "transaction"
            let findings = findings(of: item)
            let isHeavy = findings.contains { Self.weights.contains($0.level) }
            let isSeveral = shown.count > 1
            let number: KeyValuePairs = ["number": "\(index + 1)", "count": "\(shown.count)"]
            return ReviewSummary.Item(
                title: isSeveral ? words(isTransaction ? .transactionNumbered : .messageNumbered, number) : nil,
                sentence: isSeveral && isTransaction ? sentence(of: item) : nil,
                // Of a single one they stand at the top.
                findings: isSeveral ? findings : findings.filter { !Self.weights.contains($0.level) },
                details: isTransaction ? transaction(item) : message(item),
                // What a group would do is what the user decides on, and no sentence above says it.
                isOpen: !isTransaction || isHeavy || !item.isRead || Self.proposes(item))
        }
    }

    /// Says what one of several transactions does.
    private func sentence(of item: JSON) -> String {
        let own = ChangeWording(item, items: [item], account: account, names, in: words)
        return RequestSentence(kind: kind, items: [item], totals: item, changes: own, names, in: words).sentence
    }

    private func findings(of item: JSON) -> [ReviewSummary.Finding] {
        (item["findings"]?.array ?? []).filter { !FindingWording.isToldElsewhere($0, of: item) }.map { finding in
            ReviewSummary.Finding(
                level: finding["level"]?.text?.visible ?? "?", name: finding.level(in: words),
                text: FindingWording(finding, of: item, names, in: words).text)
        }
    }

    private func message(_ item: JSON) -> [ReviewSummary.Detail] {
        guard let content = item["content"]?.text else { return [] }
        let isHex = item["encoding"]?.text == "hex"
        // A signature under other names than the user's own can be half of an agreement that they don't see.
        let others = (item["envelope"]?["signers"]?.array ?? []).compactMap(\.text).filter { $0 != account }
        return others.map { .fact(fact(.factOtherSigner, names.named($0), .address)) }
            + [
                .text(words(isHex ? .messageHex : .messageText, item["bytes"]?.int ?? 0)),
                isHex ? .hex(content) : .quote(content),
            ]
    }

    private func transaction(_ item: JSON) -> [ReviewSummary.Detail] {
        var details = (item["instructions"]?.array ?? []).enumerated().map { index, instruction in
            InstructionWording(item, number: index + 1, names, in: words).detail(of: instruction)
        }
        details += ChainWording(item["chain"], in: words).lines.map { .text($0) }
        for field in item["configuration"]?.array ?? [] {
            let isFee = field["name"] == "priorityFee"
            let value =
                isFee
                ? AmountWording(words: words).sol(field["value"]?.text ?? "?") : field["value"]?.text?.visible ?? "?"
            details.append(.fact(ReviewSummary.Fact(name: words.part(field["name"]?.text ?? "?"), value: value)))
        }
        let payer = item["feePayer"]?.text ?? "?"
        details.append(.fact(fact(.factFeePayer, names.named(payer), .address)))
        for signer in (item["signers"]?.array ?? []).compactMap(\.text) where signer != payer && signer != account {
            details.append(.fact(fact(.factSigner, names.named(signer), .address)))
        }
        for table in item["lookupTables"]?.array ?? [] {
            let count = (table["writable"]?.int ?? 0) + (table["readonly"]?.int ?? 0)
            let name = table["account"]?.text?.visible ?? "?"
            let taken = words(.transactionTable, count, ["account": name])
            details.append(.text("\(words(.level_warning)): \(taken)"))
        }
        let version = item["version"]?.text?.visible ?? "?"
        details.append(.fact(fact(.factVersion, "\(version), \(words(.bytes, item["bytes"]?.int ?? 0))")))
        return details
    }

    private func fact(
        _ name: TextKey, _ value: String, _ form: ReviewSummary.Fact.Form = .text
    ) -> ReviewSummary.Fact { ReviewSummary.Fact(name: words(name), value: value, form: form) }
}

extension JSON {
    /// True if all of a transaction was read, be it by a program's promise, or is bounded by the chain.
    fileprivate var isRead: Bool {
        self["complete"]?.bool == true || self["state"] == "read" || self["state"] == "bounded"
    }
}

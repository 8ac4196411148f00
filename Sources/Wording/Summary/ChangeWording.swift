import DisplayText
import JSONRPC

/// The changes in the user's accounts: the effects of all transactions of a request together.
///
/// What couldn't be read can only add to them, so the known part is told as "at least". The fee isn't among them: it stands by itself.
struct ChangeWording {
    let changes: [ReviewSummary.Change]
    /// The sums that the user pays and receives, an asset each.
    let paid: [String]
    let received: [String]
    /// True if the user may pay an amount that isn't known in advance.
    let isOpen: Bool
    /// The most lamports that the transactions cost as fees, in SOL; nil if somebody else pays them.
    let fee: String?
    /// The user's accounts in which something moves.
    let accounts: Set<String>

    /// An amount of one asset in one account.
    private struct Flow {
        let account: String
        /// The flow as docs/protocol.md spells it, which names the token.
        let token: JSON
        let isSOL: Bool
        var leaving: UInt64
        let arriving: UInt64
        let isBounded: Bool

        /// Amounts of one asset are added up.
        var asset: String { isSOL ? "SOL" : token["mint"]?.text ?? account }
    }

    init(totals: JSON?, items: [JSON], account: String?, _ names: AddressWording, in words: Phrasebook) {
        var flows = (totals?["flows"]?.array ?? []).map(Self.flow)
        accounts = Set(flows.map(\.account))
        let fees = Self.fees(of: items, paidBy: accounts)
        for index in flows.indices where flows[index].isSOL {
            flows[index].leaving -= min(flows[index].leaving, fees[flows[index].account] ?? 0)
        }
        let amounts = AmountWording(words: words)
        fee = fees.isEmpty ? nil : amounts.sol("\(fees.values.reduce(UInt64(0)) { Self.sum($0, $1) })")
        let isComplete = totals == nil || totals?["complete"]?.bool == true
        isOpen = !isComplete || flows.contains { !$0.isBounded }
        func text(_ units: UInt64, _ flow: Flow) -> String {
            flow.isSOL ? amounts.sol("\(units)") : amounts.tokens("\(units)", of: flow.token)
        }
        var changes: [ReviewSummary.Change] = []
        for flow in flows {
            let owner = flow.isSOL && flow.account != account ? names.named(flow.account) : nil
            func add(_ direction: ReviewSummary.Change.Direction, _ text: String) {
                changes.append(ReviewSummary.Change(direction: direction, text: text, account: owner))
            }
            if flow.leaving > 0 {
                let amount = text(flow.leaving, flow)
                add(.leaving, isComplete ? amount : words(.changeAtLeast, ["amount": amount]))
            }
            if !flow.isBounded { add(.open, words(.changeOpen)) }
            if flow.arriving > 0 { add(.arriving, text(flow.arriving, flow)) }
        }
        if !isComplete {
            changes.append(ReviewSummary.Change(direction: .open, text: words(.changeUnread), account: nil))
        }
        if let more = totals?["moreFlows"]?.int, more > 0 {
            changes.append(ReviewSummary.Change(direction: .open, text: words(.totalsMore, more), account: nil))
        }
        self.changes = changes
        paid = Self.sums(flows, \.leaving, text)
        received = Self.sums(flows, \.arriving, text)
    }

    private static func flow(_ flow: JSON) -> Flow {
        Flow(
            account: flow["account"]?.text ?? "?", token: flow, isSOL: flow["asset"] == "lamports",
            leaving: flow["leaving"]?.text.flatMap { UInt64($0) } ?? .max,
            arriving: flow["arriving"]?.text.flatMap { UInt64($0) } ?? 0, isBounded: flow["bounded"]?.bool == true)
    }

    /// The fees that each of the user's accounts pays: the effect without an instruction.
    private static func fees(of items: [JSON], paidBy accounts: Set<String>) -> [String: UInt64] {
        var fees: [String: UInt64] = [:]
        for item in items {
            for effect in item["effects"]?.array ?? [] where effect["instruction"] == nil {
                guard let payer = effect["account"]?.text, accounts.contains(payer),
                    let fee = effect["amount"]?.text.flatMap({ UInt64($0) })
                else { continue }
                fees[payer] = sum(fees[payer] ?? 0, fee)
            }
        }
        return fees
    }

    /// A sum that stops at the greatest number.
    private static func sum(_ one: UInt64, _ other: UInt64) -> UInt64 {
        let (sum, overflows) = one.addingReportingOverflow(other)
        return overflows ? .max : sum
    }

    private static func sums(
        _ flows: [Flow], _ amount: KeyPath<Flow, UInt64>, _ text: (UInt64, Flow) -> String
    ) -> [String] {
        var order: [String] = []
        var sums: [String: (units: UInt64, flow: Flow)] = [:]
        for flow in flows where flow[keyPath: amount] > 0 {
            let units = flow[keyPath: amount]
            if let known = sums[flow.asset] {
                sums[flow.asset] = (sum(known.units, units), flow)
            } else {
                order.append(flow.asset)
                sums[flow.asset] = (units, flow)
            }
        }
        return order.compactMap { sums[$0] }.map { text($0.units, $0.flow) }
    }
}

extension ChangeWording {
    /// The totals of one of several transactions, in the protocol's spelling, made of its effects on the same accounts.
    func totals(of item: JSON) -> JSON {
        var flows:
            [(account: String, isSOL: Bool, flow: JSONObject, leaving: UInt64, arriving: UInt64, isBounded: Bool)] = []
        for effect in item["effects"]?.array ?? [] {
            guard let kind = effect["kind"]?.text, let account = effect["account"]?.text, accounts.contains(account),
                ["lamports-out", "lamports-in", "tokens-out", "tokens-in"].contains(kind)
            else { continue }
            let isSOL = kind.hasPrefix("lamports")
            var place = flows.firstIndex { $0.account == account && $0.isSOL == isSOL }
            if place == nil {
                var flow: JSONObject = [
                    "account": .string(JSONString(account)), "asset": isSOL ? "lamports" : "tokens",
                ]
                for name in ["mint", "decimals", "symbol"] { flow[name] = effect[name] }
                flows.append((account, isSOL, flow, 0, 0, true))
                place = flows.count - 1
            }
            guard let place else { continue }
            guard let amount = effect["amount"]?.text.flatMap({ UInt64($0) }) else {
                flows[place].isBounded = false
                continue
            }
            if kind.hasSuffix("out") {
                flows[place].leaving = Self.sum(flows[place].leaving, amount)
            } else {
                flows[place].arriving = Self.sum(flows[place].arriving, amount)
            }
        }
        return [
            "complete": .bool(item["complete"]?.bool == true),
            "flows": .array(
                flows.map { each in
                    var flow = each.flow
                    flow["leaving"] = .string("\(each.leaving)")
                    flow["arriving"] = .string("\(each.arriving)")
                    flow["bounded"] = .bool(each.isBounded)
                    return .object(flow)
                }),
        ]
    }
}

/// The one sentence about a request, and the same about each of several transactions.
struct RequestSentence {
    let sentence: String
    /// The addresses to which the sentence says that something is sent; whole, for the facts.
    let recipients: [String]

    private let names: AddressWording
    private let words: Phrasebook

    init(
        kind: String, items: [JSON], totals: JSON?, changes: ChangeWording, _ names: AddressWording,
        in words: Phrasebook
    ) {
        self.names = names
        self.words = words
        switch kind {
        case "connect": (sentence, recipients) = (words(.summaryConnect), [])
        case "browse":
            let url = items.first { $0["kind"] == "address" }?["url"]?.text ?? "?"
            (sentence, recipients) = (words(.summaryBrowse, ["url": QuotedText.inline(url, most: 4096)]), [])
        case "messages": (sentence, recipients) = (Self.messages(items, in: words), [])
        default:
            let sent = Self.sent(in: items, of: changes)
            recipients = sent ?? []
            sentence = Self.transactions(changes, recipients: sent, totals: totals, items: items, names, in: words)
        }
    }

    private static func messages(_ items: [JSON], in words: Phrasebook) -> String {
        let domains = items.compactMap { item in
            item["findings"]?.array?.first { $0["id"] == "M05" }?["parameters"]?.array?.first {
                $0["name"] == "domain"
            }?[
                "value"]?.text
        }
        if items.count == 1, let domain = domains.first { return words(.summarySignIn, ["domain": domain.visible]) }
        return words(.summaryMessages, items.count)
    }

    /// The recipients of everything that the user pays; nil unless each amount has one.
    private static func sent(in items: [JSON], of changes: ChangeWording) -> [String]? {
        guard !changes.isOpen, changes.received.isEmpty, !changes.paid.isEmpty else { return nil }
        var recipients: [String] = []
        for item in items {
            for effect in item["effects"]?.array ?? [] where effect["instruction"] != nil {
                guard ["lamports-out", "tokens-out"].contains(effect["kind"]?.text),
                    let account = effect["account"]?.text,
                    changes.accounts.contains(account)
                else { continue }
                guard let counterpart = effect["counterpart"]?.text else { return nil }
                let recipient = holder(of: counterpart, in: item) ?? counterpart
                if !recipients.contains(recipient) { recipients.append(recipient) }
            }
        }
        return recipients.isEmpty ? nil : recipients
    }

    /// The wallet for which the same transaction makes a token account; nil if it makes none.
    private static func holder(of account: String, in item: JSON) -> String? {
        for instruction in item["instructions"]?.array ?? []
        where ["Create", "CreateIdempotent"].contains(instruction["name"]?.text) {
            func field(_ name: String) -> String? {
                instruction["fields"]?.array?.first { $0["name"]?.text == name }?["value"]?.text
            }
            if field("account") == account, let wallet = field("wallet") { return wallet }
        }
        return nil
    }

    private static func transactions(
        _ changes: ChangeWording, recipients: [String]?, totals: JSON?, items: [JSON], _ names: AddressWording,
        in words: Phrasebook
    ) -> String {
        let paid = list(changes.paid, in: words)
        let received = list(changes.received, in: words)
        guard totals != nil, totals?["complete"]?.bool == true else {
            return changes.paid.isEmpty
                ? words(.summaryUnread) : words(.summaryPayUnread, ["paid": paid])
        }
        if changes.isOpen {
            return changes.paid.isEmpty ? words(.summaryOpen) : words(.summaryPayOpen, ["paid": paid])
        }
        if let recipients, let first = recipients.first {
            return recipients.count == 1
                ? words(.summarySend, ["amount": paid, "recipient": names.short(first)])
                : words(.summarySendMany, recipients.count, ["amount": paid])
        }
        switch (changes.paid.isEmpty, changes.received.isEmpty) {
        case (false, false): return words(.summaryPayReceive, ["paid": paid, "received": received])
        case (false, true): return words(.summaryPay, ["paid": paid])
        case (true, false): return words(.summaryReceive, ["received": received])
        case (true, true): return words(control(of: items) ?? .summaryNothing)
        }
    }

    /// The sentence for transactions that move nothing and give somebody else a power.
    private static func control(of items: [JSON]) -> TextKey? {
        let effects = items.flatMap { $0["effects"]?.array ?? [] }
        if effects.contains(where: { ["authority", "owner", "code"].contains($0["kind"]?.text) }) {
            return .summaryControl
        }
        return effects.contains { $0["kind"] == "delegate" && $0["after"] != nil } ? .summaryDelegate : nil
    }

    static func list(_ texts: [String], in words: Phrasebook) -> String {
        guard let last = texts.last, texts.count > 1 else { return texts.first ?? "" }
        return words(.listLast, ["first": texts.dropLast().joined(separator: ", "), "last": last])
    }
}

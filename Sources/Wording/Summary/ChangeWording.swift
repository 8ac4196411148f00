import DisplayText
import JSONRPC

/// The balance changes in the user's accounts: those of all transactions of a request together, or of one.
///
/// ```
/// complete   − 5 SOL                              the bytes decide
/// bounded    − 5 SOL, at most 5.1 SOL             what the simulation says, and what the chain enforces
/// read       − 5 SOL, at most 5.1 SOL             what the simulation says, and what programs promise
/// read       + at least 648.31 USDC               a promise that nobody simulated
/// open       − 5 SOL                              what the simulation says; without one, "at least"
/// ```
///
/// The fee and rent deposits aren't among them: they stand by themselves.
struct ChangeWording {
    let changes: [ReviewSummary.Change]
    /// The sums that the user pays and receives, an asset each.
    let paid: [String]
    let received: [String]
    /// True if the user may pay an amount that isn't known in advance.
    let isOpen: Bool
    /// The state of the whole review: `complete`, `bounded`, `read` or `open`.
    let state: String
    /// True if programs promise, or the chain enforces, what moves.
    var isRead: Bool { state == "read" || state == "bounded" }
    /// What guards hold; nil if there are none.
    let guarded: TextKey?
    /// The reason that there are no guards; nil if there are some, or there is nothing to guard.
    let unguarded: TextKey?
    /// True if the site got the same with guards a moment ago, and asks again.
    let isRepeated: Bool
    /// True if a node has simulated all of it.
    let isExpected: Bool
    /// The most lamports that the transactions cost as fees, in SOL; nil if somebody else pays them.
    let fee: String?
    /// The rent deposits of new accounts, and of closed ones; nil if there are none.
    let deposit: String?
    let refund: String?
    /// The user's accounts in which something moves.
    let accounts: Set<String>

    /// The changes of one asset in one account.
    fileprivate struct Flow {
        let account: String
        /// The change as docs/protocol.md spells it, which names the token.
        let token: JSON
        let isSOL: Bool
        /// Without the fee.
        var leaving: UInt64
        var arriving: UInt64
        let isBounded: Bool
        /// True if the chain refuses the transaction otherwise.
        let isEnforced: Bool
        /// The account's gain by the simulation, without fee and deposits; a loss is negative.
        let expected: Int128?

        /// Amounts of one asset are added up.
        var asset: String { isSOL ? "SOL" : token["mint"]?.text ?? account }
    }

    init(_ json: JSON?, items: [JSON], account: String?, _ names: AddressWording, in words: Phrasebook) {
        let flows = (json?["changes"]?.array ?? []).map(Self.flow)
        func sum(_ name: String) -> String? {
            let amounts = (json?["changes"]?.array ?? []).compactMap { $0[name]?.text.flatMap { UInt64($0) } }
            return amounts.isEmpty ? nil : words.sol(amounts.reduce(0, Self.sum))
        }
        (fee, deposit, refund) = (sum("fee"), sum("deposit"), sum("refund"))
        accounts = Set(flows.map(\.account))
        state = json?["state"]?.text ?? (json == nil || json?["complete"]?.bool == true ? "complete" : "open")
        let (isComplete, isRead) = (state == "complete", state == "read" || state == "bounded")
        guarded = Self.guarded(items, state)
        unguarded = guarded == nil ? items.lazy.compactMap { $0["unguarded"]?.text }.first.map(Self.unguarded) : nil
        isRepeated = guarded != nil && items.contains { $0["repeated"]?.bool == true }
        isExpected = !items.isEmpty && items.allSatisfy { $0["chain"]?["simulation"]?["outcome"] == "succeeded" }
        isOpen = state == "open" || flows.contains { !$0.isBounded }
        let amounts = AmountWording(words: words)
        func text(_ units: UInt64, _ flow: Flow) -> String {
            flow.isSOL ? words.sol(units) : amounts.tokens("\(units)", of: flow.token)
        }
        var changes: [ReviewSummary.Change] = []
        for flow in flows {
            let owner = flow.isSOL && flow.account != account ? names.named(flow.account) : nil
            func add(_ direction: ReviewSummary.Change.Direction, _ text: String) {
                changes.append(ReviewSummary.Change(direction: direction, text: text, account: owner))
            }
            if !isComplete, let expected = flow.expected {
                let units = UInt64(clamping: expected.magnitude)
                let (leaving, arriving) = (text(flow.leaving, flow), text(flow.arriving, flow))
                if expected < 0 {
                    let isMore = (isRead || flow.isEnforced) && flow.isBounded && flow.leaving > units
                    add(
                        .leaving,
                        isMore
                            ? words(.changeExpectedMost, ["amount": text(units, flow), "most": leaving])
                            : text(units, flow))
                } else if expected > 0 {
                    let isLess = (isRead || flow.isEnforced) && flow.arriving > 0 && flow.arriving < units
                    add(
                        .arriving,
                        isLess
                            ? words(.changeExpectedLeast, ["amount": text(units, flow), "least": arriving])
                            : text(units, flow))
                }
                continue
            }
            if flow.leaving > 0 {
                let amount = text(flow.leaving, flow)
                add(
                    .leaving,
                    isComplete ? amount : words(isRead ? .changeAtMost : .changeAtLeast, ["amount": amount]))
            }
            if !flow.isBounded { add(.open, words(.changeOpen)) }
            if flow.arriving > 0 {
                let amount = text(flow.arriving, flow)
                add(.arriving, isRead ? words(.changeAtLeast, ["amount": amount]) : amount)
            }
        }
        if state == "open" {
            changes.append(ReviewSummary.Change(direction: .open, text: words(.changeUnread), account: nil))
        }
        if let more = json?["moreChanges"]?.int, more > 0 {
            changes.append(ReviewSummary.Change(direction: .open, text: words(.totalsMore, more), account: nil))
        }
        self.changes = changes
        let isSimulated = isExpected && state == "open"
        paid = Self.sums(flows, { isSimulated ? $0.expectedLoss : $0.leaving }, text)
        received = Self.sums(flows, { isSimulated ? $0.expectedGain : $0.arriving }, text)
    }

    private static func guarded(_ items: [JSON], _ state: String) -> TextKey? {
        let guards = items.compactMap { $0["guards"] }
        guard !guards.isEmpty, guards.count == items.count else { return nil }
        if state == "bounded" { return .factGuardHolds }
        let isWhole = guards.allSatisfy { $0["whole"]?.bool == true }
        return isWhole ? .factGuardOneNode : .factGuardPart
    }

    private static func unguarded(_ reason: String) -> TextKey {
        switch reason {
        case "off": .factUnguardedOff
        case "several": .factUnguardedSeveral
        case "several-signers": .factUnguardedSigners
        case "device": .factUnguardedDevice
        case "signed": .factUnguardedSigned
        case "simulation": .factUnguardedSimulation
        case "room", "rights": .factUnguardedRoom
        // Not simulated, or a reason of a later version.
        default: .factUnguardedUntried
        }
    }

    private static func flow(_ change: JSON) -> Flow {
        func number(_ name: String) -> UInt64? { change[name]?.text.flatMap { UInt64($0) } }
        let isSOL = change["asset"] == "lamports"
        let fee = number("fee") ?? 0
        let leaving = number("leaving") ?? .max
        var expected: Int128?
        if let before = change["expected"]?["before"]?.text.flatMap({ Int128($0) }),
            let after = change["expected"]?["after"]?.text.flatMap({ Int128($0) })
        {
            // The signer's deposits lie in the user's own accounts.
            expected = after - before + Int128(fee) + Int128(number("deposit") ?? 0) - Int128(number("refund") ?? 0)
        }
        return Flow(
            account: change["account"]?.text ?? "?", token: change, isSOL: isSOL, leaving: leaving - min(leaving, fee),
            arriving: number("arriving") ?? 0, isBounded: change["bounded"]?.bool == true,
            isEnforced: change["sources"]?.array?.contains("guard") == true, expected: expected)
    }

    /// A sum that stops at the greatest number.
    private static func sum(_ one: UInt64, _ other: UInt64) -> UInt64 {
        let (sum, overflows) = one.addingReportingOverflow(other)
        return overflows ? .max : sum
    }

    private static func sums(
        _ flows: [Flow], _ amount: (Flow) -> UInt64, _ text: (UInt64, Flow) -> String
    ) -> [String] {
        var order: [String] = []
        var sums: [String: (units: UInt64, flow: Flow)] = [:]
        for flow in flows where amount(flow) > 0 {
            if let known = sums[flow.asset] {
                sums[flow.asset] = (sum(known.units, amount(flow)), flow)
            } else {
                order.append(flow.asset)
                sums[flow.asset] = (amount(flow), flow)
            }
        }
        return order.compactMap { sums[$0] }.map { text($0.units, $0.flow) }
    }
}

extension ChangeWording.Flow {
    fileprivate var expectedLoss: UInt64 { UInt64(clamping: -(expected ?? 0)) }
    fileprivate var expectedGain: UInt64 { UInt64(clamping: expected ?? 0) }
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
        guard changes.state == "complete", !changes.isOpen, changes.received.isEmpty, !changes.paid.isEmpty else {
            return nil
        }
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
        if changes.state == "read" || changes.state == "bounded", let program = programs(of: items, in: words) {
            return promised(changes, paid, received, program, items: items, in: words)
        }
        guard totals != nil, changes.state != "open" else {
            guard changes.isExpected else {
                return changes.paid.isEmpty ? words(.summaryUnread) : words(.summaryPayUnread, ["paid": paid])
            }
            switch (changes.paid.isEmpty, changes.received.isEmpty) {
            case (false, false): return words(.summaryExpected, ["paid": paid, "received": received])
            case (false, true): return words(.summaryExpectedPay, ["paid": paid])
            case (true, false): return words(.summaryExpectedReceive, ["received": received])
            case (true, true): return words(.summaryExpectedNothing)
            }
        }
        if changes.isOpen {
            return changes.paid.isEmpty ? words(.summaryOpen) : words(.summaryPayOpen, ["paid": paid])
        }
        if changes.state == "bounded" {
            switch (changes.paid.isEmpty, changes.received.isEmpty) {
            case (false, false): return words(.summaryBounded, ["paid": paid, "received": received])
            case (false, true): return words(.summaryBoundedPay, ["paid": paid])
            case (true, false): return words(.summaryBoundedReceive, ["received": received])
            case (true, true): return words(.summaryNothing)
            }
        }
        if let closing = ClosingWording(items, changes, in: words).sentence { return closing }
        if let staking = StakeWording(items, changes, names, in: words).sentence { return staking }
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

    /// The names of the programs whose promises bound what is moved; nil if there are none.
    private static func programs(of items: [JSON], in words: Phrasebook) -> String? {
        var names: [String] = []
        for promise in items.flatMap({ $0["promises"]?.array ?? [] }) {
            if let name = promise["name"]?.text?.visible, !names.contains(name) { names.append(name) }
        }
        return names.isEmpty ? nil : list(names, in: words)
    }

    private static func promised(
        _ changes: ChangeWording, _ paid: String, _ received: String, _ program: String, items: [JSON],
        in words: Phrasebook
    ) -> String {
        if changes.isOpen { return words(.summaryPromisedOpen, ["program": program]) }
        let kinds = items.flatMap { $0["promises"]?.array ?? [] }.map { $0["kind"]?.text }
        switch (changes.paid.isEmpty, changes.received.isEmpty) {
        case (false, false):
            let key: TextKey = kinds.allSatisfy { $0 == "swap" } ? .summarySwap : .summaryPromised
            return words(key, ["paid": paid, "received": received, "program": program])
        case (false, true): return words(.summaryPromisedPay, ["paid": paid, "program": program])
        case (true, false): return words(.summaryPromisedReceive, ["received": received, "program": program])
        case (true, true):
            return words(control(of: items) ?? purpose(of: kinds) ?? .summaryPromisedNothing, ["program": program])
        }
    }

    /// The sentence for what is done without an amount; nil if no kind of promise has one for all of it.
    private static func purpose(of kinds: [String?]) -> TextKey? {
        let kinds = Set(kinds)
        if kinds == ["vote"] { return .summaryVote }
        if kinds == ["claim"] { return .summaryClaim }
        if kinds.isSubset(of: ["propose", "vote"]) { return .summaryPropose }
        return kinds.isSubset(of: ["claim", "withdraw", "unstake", "borrow"]) ? .summaryTakeOut : nil
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

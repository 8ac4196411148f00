import JSONRPC

/// The sentence of a request that burns tokens or closes token accounts, and does nothing else.
struct ClosingWording {
    /// Nil for any other request, and if the lamports of a closed account go to anybody but its owner.
    let sentence: String?

    init(_ items: [JSON], _ changes: ChangeWording, in words: Phrasebook) {
        let effects = items.flatMap { $0["effects"]?.array ?? [] }.filter { $0["instruction"] != nil }
        let closed = effects.filter { $0["kind"] == "closed" && $0["counterpart"] == $0["before"] }
        let accounts = Set(closed.compactMap { $0["account"]?.text })
        let isAlone = effects.allSatisfy { effect in
            switch effect["kind"]?.text {
            case "tokens-out": effect["counterpart"] == nil
            case "lamports-out", "closed": effect["account"]?.text.map(accounts.contains) ?? false
            case "lamports-in": effect["counterpart"]?.text.map(accounts.contains) ?? false
            default: false
            }
        }
        let burns = effects.contains { $0["kind"] == "tokens-out" }
        guard changes.state == "complete", changes.received.isEmpty, isAlone, burns != changes.paid.isEmpty else {
            sentence = nil
            return
        }
        if burns {
            sentence = words(.summaryBurn, ["amount": RequestSentence.list(changes.paid, in: words)])
        } else {
            sentence = changes.refund.map { words(.summaryClose, closed.count, ["amount": $0]) }
        }
    }
}

import ApprovalQueue
package import JSONRPC
package import WalletState

extension ActivityEntry {
    /// The line as docs/protocol.md spells it: what its hash covers, and what its detail says once more in parts.
    package var json: JSON {
        var json: JSONObject = ["sequence": .number(sequence), "time": .number(time), "kind": .string(kind)]
        json["request"] = request.map { .string($0) }
        json["origin"] = origin.map { .string($0) }
        json["method"] = method.map { .string($0) }
        json["account"] = account.map { .string($0) }
        json["detail"] = detail.map { .string($0) }
        json["hash"] = .string(Hexadecimal.encode(hash))
        for (name, value) in parts { json[name] = value }
        return .object(json)
    }

    /// The detail in the form that a screen needs; nothing where it is a text, or signatures that were handed out.
    private var parts: [(name: String, value: JSON)] {
        guard let words = detail?.split(separator: " ").map(String.init), !words.isEmpty else { return [] }
        switch Kind(rawValue: kind) {
        case .queued, .reviewed:
            let isComplete = words.dropFirst().first != "incomplete"
            let rules = words.dropFirst(isComplete ? 1 : 2).map { JSON.string($0) }
            return [
                ("review", ["level": .string(words[0]), "complete": .bool(isComplete), "rules": .array(Array(rules))])
            ]
        case .approved, .rejected: return [("surface", detail.map { .string($0) } ?? .null)]
        case .sent, .confirmed, .failed, .unconfirmed, .outcomeUnknown:
            // Older lines don't say where it was sent.
            return zip(["signature", "cluster"], words.prefix(2)).map { ($0, .string($1)) }
        default: return []
        }
    }
}

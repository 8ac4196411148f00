import ApprovalQueue
import JSONRPC
import SolanaTransactions
import WalletNetwork
import WalletRuntime
import WalletState
import Wording

/// Entries in the protocol's spelling; docs/protocol.md, "Signed transactions", lists the members.
extension OutstandingModule {
    func json(
        _ entry: OutstandingSignature, _ told: Told, own: Set<PublicKey>, _ language: Language?
    ) async -> JSON {
        var json: JSONObject = [
            "signature": .string(entry.signature), "account": .string(entry.account),
            "cluster": .string(JSONString(entry.cluster)), "request": .string(JSONString(entry.request)),
            "origin": .string(JSONString(entry.origin)), "method": .string(JSONString(entry.method)),
            "time": .number(entry.time), "life": Self.life(entry, told),
        ]
        json["transaction"] = entry.transaction.map { .string($0) }
        if case .live(.nonce(let authority?, _)) = told {
            json["void"] = own.contains(authority) ? "nonce" : "foreign"
        } else {
            json["void"] = entry.nonce == nil ? "waits" : "unknown"
        }
        if case .unknown(let cause) = told { json["cause"] = .string((cause ?? .nodeUnreachable).rawValue) }
        let item = entry.review
        let isComplete = item["complete"]?.bool ?? false
        let review = RequestReview(kind: .transactions, items: [item], totals: item, isComplete: isComplete)
        let summary: JSON = [
            "origin": .string(JSONString(entry.origin)), "account": .string(entry.account),
            "cluster": .string(JSONString(entry.cluster)),
        ]
        let named = await names.json(of: summary, review)
        if let language {
            let words = Phrasebook(language)
            var shown = ReviewSummary(
                summary: summary, kind: review.kind.rawValue, items: [item], totals: item, names: named,
                isComplete: isComplete, in: words
            ).json
            shown["until"] = .string(JSONString(ReviewSummary.until(.object(json), in: words)))
            json["shown"] = .object(shown)
        } else {
            json["review"] = item
            json["names"] = named
        }
        return .object(json)
    }

    /// Until when it can be executed, as far as nodes told.
    private static func life(_ entry: OutstandingSignature, _ told: Told) -> JSON {
        var life: JSONObject = ["kind": entry.nonce == nil ? "blocks" : "nonce"]
        life["nonce"] = entry.nonce.map { .string($0) }
        switch told {
        case .live(.blocks(let blocks, let height)):
            life["blocks"] = .string("\(blocks)")
            life["height"] = .string("\(height)")
            life["remaining"] = .number((Self.longestBlock * Int(clamping: blocks)).milliseconds)
        case .live(.nonce(let authority, _)): life["authority"] = authority.map { .string($0.base58) }
        case .live, .unknown, .ended: break
        }
        return .object(life)
    }

    /// The time that a block takes at most on an ordinary day: a slot has 400 milliseconds, and some have no block.
    private static let longestBlock: Duration = .milliseconds(600)
}

package import JSONRPC
import SolanaTransactions

extension MessageReview {
    /// The message as an item of a review.
    package var json: JSON {
        var item: JSONObject = [
            "kind": "message", "encoding": .string(encoding.rawValue), "content": .string(content),
            "bytes": .number(count), "findings": .array(findings.map(\.json)),
        ]
        if let signIn { item["signIn"] = .array(signIn.reviewFields.map(\.json)) }
        if let envelope {
            item["envelope"] = [
                "version": .number(Int(envelope.version.number)),
                "signers": .array(envelope.signers.map { .string($0.description) }),
            ]
        }
        return .object(item)
    }
}

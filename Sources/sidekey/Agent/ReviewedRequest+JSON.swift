import JSONRPC

extension ReviewedRequest {
    /// What `approvals.get` answers, with every item of the review in one answer.
    var json: JSON {
        var review: JSONObject = ["kind": .string(kind), "complete": .bool(isComplete), "items": .array(items)]
        review["totals"] = totals
        var answer: JSONObject = [
            "summary": summary, "decision": .string(decision), "reasons": reasons, "review": .object(review),
            "reviewHash": reviewHash,
        ]
        answer["proof"] = proof.map { .string($0) }
        answer["life"] = life
        answer["names"] = names
        return .object(answer)
    }
}

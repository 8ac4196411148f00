import DisplayText
import JSONRPC
import Salt
import Wording

/// A request with the whole of its review, as the user is shown it and as the approval names it.
struct ReviewedRequest {
    let id: String
    /// The decision that policy asks for: `popup` or `native`; `none` where nobody should sign it.
    let decision: String
    /// Why policy asks for it.
    let reasons: JSON
    let summary: JSON
    /// "connect", "messages" or "transactions".
    let kind: String
    let items: [JSON]
    /// What all transactions do together.
    let totals: JSON?
    /// How long what is to be sent can still be executed.
    let expiry: JSON?
    let isComplete: Bool
    /// Why a press isn't enough where it is to be decided; nil where it is.
    let proof: String?
    /// The user's names for the addresses in it.
    let names: JSON?
    /// The limits of the policy that it breaks.
    let limits: [JSON]
    let reviewHash: JSON

    /// Whether a rule has found what nobody should sign.
    let isForbidden: Bool

    /// Fetches the review, however many answers it takes.
    init(id: String, from agent: inout AgentClient) throws(CommandError) {
        var params: JSONObject = ["id": .string(id)]
        let first = try agent.call("approvals.get", params)
        var items = first["review"]?["items"]?.array ?? []
        var next = first["next"]?.int
        while let from = next {
            params["from"] = .number(from)
            let more = try agent.call("approvals.get", params)
            guard more["reviewHash"] == first["reviewHash"], let further = more["review"]?["items"]?.array,
                !further.isEmpty
            else { throw CommandError(say(.requestChanged), hint: say(.hintTryAgain)) }
            items += further
            next = more["next"]?.int
        }
        guard let summary = first["summary"], let hash = first["reviewHash"] else {
            throw CommandError(say(.agentReviewMissing))
        }
        self.id = id
        self.summary = summary
        self.items = items
        totals = first["review"]?["totals"]
        expiry = first["life"]
        decision = first["decision"]?.text ?? "popup"
        reasons = first["reasons"] ?? []
        kind = first["review"]?["kind"]?.text ?? ""
        isComplete = first["review"]?["complete"]?.bool ?? false
        proof = first["proof"]?.text
        names = first["names"]
        limits = first["limits"]?.array ?? []
        isForbidden = first["reasons"]?.array?.contains("forbidden") ?? false
        reviewHash = hash
    }

    /// The parameters of `approvals.approve`: this request, its bytes and what was shown of them.
    var approval: JSONObject { ["id": .string(id), "digest": summary["digest"] ?? "", "review": reviewHash] }

    /// The whole request `approvals.approve` with the passphrase.
    func approval(unlockedBy passphrase: borrowing SecretBytes) throws(CommandError) -> SecretRequest {
        try passphrase.withBytes { passphrase throws(CommandError) in
            try SecretRequest(
                id: "approve", method: "approvals.approve",
                params: [
                    "id": .json(.string(id)), "digest": .json(summary["digest"] ?? ""), "review": .json(reviewHash),
                    "unlock": .object(["passphrase": .secret(passphrase)]),
                ])
        }
    }

    /// Tells the agent that a person has it before them, so that it doesn't expire after 30 seconds.
    ///
    /// - Throws: where it was decided meanwhile, on another surface or by the clock, or can't be executed any more.
    func present(to agent: inout AgentClient) throws(CommandError) {
        let answer = try agent.call("approvals.present", ["ids": [.string(id)]])
        for request in answer["requests"]?.array ?? [] where request["id"]?.text == id {
            let state = request["state"]?.text ?? ""
            guard ["queued", "presented"].contains(state) else {
                throw CommandError(say(.requestWaitsNoMore, ["state": say.state(state)]), status: .gone)
            }
            // Nobody is asked for a passphrase for what can't be executed any more.
            guard request["life"]?["kind"] != "expired" else {
                let again: TextKey = summary["origin"] == "sidekey" ? .lateOwn : .lateAsk
                throw CommandError(say(.lateBlockhash), hint: say(again), status: .gone)
            }
        }
    }
}

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
        answer["life"] = expiry
        answer["names"] = names
        return .object(answer)
    }
}

extension ReviewedRequest {
    /// How many lines a review has at most beside which its head needn't be said again before the question.
    private static let glance = 16

    /// The request in lines for a terminal. Everything that a page chose has its control characters spelled out, and keeps its quotation marks
    /// or its bar in each line that is seen.
    var text: String { Self.text(of: wording.head + wording.lines) }

    /// Who asks, which account and what moves, once more: what a long review has moved out of sight. Empty where it is short.
    var reminder: String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
        return lines > Self.glance ? "\n" + Self.text(of: wording.head) : ""
    }

    private var wording: RequestWording {
        RequestWording(
            summary: summary, kind: kind, items: items, totals: totals, expiry: expiry, names: names,
            isComplete: isComplete, in: .ofTerminal)
    }

    private static func text(of lines: [String]) -> String { TerminalWidth.folding(lines) }
}

import DisplayText
import JSONRPC
import Salt
import Wording

/// A device that proves an approval at a terminal, by its parameter in `unlock`.
enum ProvingDevice: String {
    case securityKey
    case tpm
}

/// A request with the whole of its review, as it is shown to the user and as the approval names it.
struct ReviewedRequest {
    let id: String
    /// The decision that policy asks for: `popup` or `native`; `none` if nobody should sign it.
    let decision: String
    /// The reasons for which policy asks for that decision.
    let reasons: JSON
    let summary: JSON
    /// "connect", "messages" or "transactions".
    let kind: String
    let items: [JSON]
    /// The combined effect of all transactions.
    let totals: JSON?
    /// The findings about the site that asks.
    let site: [JSON]
    /// The time for which the transactions can still be executed.
    let expiry: JSON?
    let isComplete: Bool
    /// The reason why a press isn't enough to decide it; nil if a press is enough.
    let proof: String?
    /// The user's names for the addresses in it.
    let names: JSON?
    /// The accounts that approving it shares with the site; for a connection.
    let shares: [String]
    /// The limits of the policy that it breaks.
    let limits: [JSON]
    let reviewHash: JSON

    /// True if a rule found something that nobody should sign.
    let isForbidden: Bool

    /// Fetches the review, in as many answers as it takes.
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
        site = first["review"]?["site"]?.array ?? []
        expiry = first["life"]
        decision = first["decision"]?.text ?? "popup"
        reasons = first["reasons"] ?? []
        kind = first["review"]?["kind"]?.text ?? ""
        isComplete = first["review"]?["complete"]?.bool ?? false
        proof = first["proof"]?.text
        names = first["names"]
        shares = (first["wallet"]?["shares"]?.array ?? []).compactMap(\.text)
        limits = first["limits"]?.array ?? []
        isForbidden = first["reasons"]?.array?.contains("forbidden") ?? false
        reviewHash = hash
    }

    /// The parameters of `approvals.approve`: this request, its bytes and the part of them that was shown.
    ///
    /// It names the accounts that were shown as shared: another one may become the first meanwhile.
    var approval: JSONObject {
        var params: JSONObject = ["id": .string(id), "digest": summary["digest"] ?? "", "review": reviewHash]
        if !shares.isEmpty { params["accounts"] = .array(shares.map { .string($0) }) }
        return params
    }

    /// The proof that opens the keys for an approval.
    enum Unlock {
        /// None: an open session, or a wallet that was made by script.
        case none
        case passphrase(UnsafeRawBufferPointer)
        /// A device, with its PIN; empty for a security key that knows its user without one.
        case device(ProvingDevice, UnsafeRawBufferPointer)
    }

    /// Returns the whole request `approvals.approve`.
    ///
    /// - Parameter pin: The PIN of the hardware token that signs.
    func approval(by unlock: Unlock, devicePIN pin: UnsafeRawBufferPointer?) throws(CommandError) -> SecretRequest {
        let proof: SecretRequest.Value =
            switch unlock {
            case .none: .json(nil)
            case .passphrase(let passphrase): .object(["passphrase": .secret(passphrase)])
            case .device(let device, let pin):
                .object([device.rawValue: .json(true), "pin": .secret(pin.isEmpty ? nil : pin)])
            }
        return try SecretRequest(
            id: "approve", method: "approvals.approve",
            params: [
                "id": .json(approval["id"]), "digest": .json(approval["digest"]),
                "review": .json(approval["review"]), "accounts": .json(approval["accounts"]), "unlock": proof,
                "devicePIN": .secret(pin),
            ])
    }

    /// Tells the agent that the request is in front of a person, so that it doesn't expire after 30 seconds.
    ///
    /// - Throws: if it was decided meanwhile, on another surface or by the clock, or can't be executed any more.
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
    /// The answer of `approvals.get`, with every item of the review in one answer.
    var json: JSON {
        var review: JSONObject = ["kind": .string(kind), "complete": .bool(isComplete), "items": .array(items)]
        review["totals"] = totals
        if !site.isEmpty { review["site"] = .array(site) }
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
    /// The most lines that a review may have before its head is repeated above the question.
    private static let glance = 16

    /// The request in lines for a terminal. Control characters in everything that a page chose are spelled out. Its words keep their quotation
    /// marks or their bar in each visible line.
    var text: String {
        Self.text(of: shown.head + shown.lines(expiry: expiry.map { ReviewSummary.expiry($0, in: .ofTerminal) }))
    }

    /// The requester, the account and the amounts once more, since a long review scrolls them out of sight. Empty if the review is short.
    var reminder: String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
        return lines > Self.glance ? "\n" + Self.text(of: shown.head) : ""
    }

    /// Who asks, in one name.
    var asker: String { shown.asker.name }

    /// The command by which the popup could approve the same next time; empty where no budget would help.
    var budgetNote: String {
        let names = (reasons.array ?? []).compactMap(\.text)
        let needs = Set(names).intersection(["allowance", "tokens"])
        guard decision == "native", !needs.isEmpty,
            Set(names).isSubset(of: ["allowance", "tokens", "first-signature"]),
            let origin = summary["origin"]?.text
        else { return "" }
        // The user knows which tokens: the review names them.
        let options = [("allowance", "SOL"), ("tokens", "TOKEN")].filter { needs.contains($0.0) }.map {
            " --spend \"AMOUNT \($0.1)/24h\""
        }
        let command = "sidekey policy limit --site \(origin.visible)\(options.joined())"
        return say(.approveBudget, ["command": command]) + "\n"
    }

    private var shown: ReviewSummary {
        ReviewSummary(
            summary: summary, kind: kind, items: items, totals: totals, names: names, site: site,
            shares: shares, isComplete: isComplete, in: .ofTerminal)
    }

    private static func text(of lines: [String]) -> String { TerminalWidth.folding(lines) }
}

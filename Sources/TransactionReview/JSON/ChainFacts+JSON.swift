package import JSONRPC
import SolanaTransactions

extension ChainFacts {
    /// Who says what of a transaction's chain, as the member `chain` of its item; docs/protocol.md, "The review".
    ///
    /// - Parameter review: The transaction's, whose lookup tables are told of.
    package func json(of review: TransactionReview) -> JSON {
        var json: JSONObject = [
            "lookupTables": .array(review.lookupTables.map { table(disputed.contains($0.account), $0.account) })
        ]
        json["simulation"] = simulation.map { $0.source.json($0.value.outcome.members) }
        return .object(json)
    }

    private func table(_ isDisputed: Bool, _ account: PublicKey) -> JSON {
        var table: JSONObject = ["account": .string(account.base58), "disputed": .bool(isDisputed)]
        guard let fact = accounts[account] else { return .object(table) }
        table["second"] = fact.second.map { $0.json() }
        return fact.source.json(table)
    }
}

extension ChainSource {
    /// With other members.
    fileprivate func json(_ more: JSONObject = [:]) -> JSON {
        var json = more
        json["node"] = .string(JSONString(node))
        json["slot"] = .string("\(slot)")
        return .object(json)
    }
}

extension Simulation.Outcome {
    fileprivate var members: JSONObject {
        switch self {
        case .succeeded: ["outcome": "succeeded"]
        case .failed(let instruction, let reason):
            if let instruction {
                ["outcome": "failed", "reason": .string(JSONString(reason)), "instruction": .number(instruction &+ 1)]
            } else {
                ["outcome": "failed", "reason": .string(JSONString(reason))]
            }
        case .impossible(let reason): ["outcome": "impossible", "reason": .string(JSONString(reason))]
        }
    }
}

import JSONRPC
import SolanaRPC
import SolanaTransactions
import TransactionReview
import WalletNetwork

/// Plans in the protocol's spelling; docs/protocol.md, "Transfers", lists the members.
extension TransferPlan {
    /// - Parameter label: The recipient's, where it is a contact.
    func json(_ cluster: Cluster, label: String?) -> JSONObject {
        var json: JSONObject = [
            "cluster": .string(cluster.rawValue), "account": .string(order.from.base58),
            "to": .string(order.to.base58), "destination": .string(destination.base58),
            "sources": .array(sources.map { .string($0.base58) }), "amount": .string("\(amount)"),
            "received": .string("\(received)"), "decimals": .number(Int(decimals)),
            "fee": .string("\(transaction.fee)"), "priorityFee": .string("\(transaction.priorityFee)"),
            "total": .string("\(total)"), "balance": .string("\(balance)"),
            "findings": .array(recipient.findings.map(\.json)), "node": .string(JSONString(node)),
            "slot": .string("\(transaction.slot)"),
            "lastValidBlockHeight": .string("\(transaction.lifetime.lastValidBlockHeight)"),
        ]
        if case .token(let mint) = order.asset { json["mint"] = .string(mint.base58) }
        json["name"] = token?.claimedName.map { .string(JSONString($0)) }
        json["symbol"] = token?.claimedSymbol.map { .string(JSONString($0)) }
        json["label"] = label.map { .string(JSONString($0)) }
        json["memo"] = order.memo.map { .string(JSONString($0)) }
        json["accountCost"] = accountCost.map { .string("\($0)") }
        json["computeUnits"] = transaction.computeUnits.map { .number(Int($0)) }
        return json
    }
}

extension RecipientFinding {
    var json: JSON {
        var json: JSONObject = ["name": .string(JSONString(name)), "level": .string(JSONString(level.rawValue))]
        json["address"] = address.map { .string($0.base58) }
        return .object(json)
    }
}

extension Delegation {
    var json: JSON {
        [
            "account": .string(account.base58), "mint": .string(mint.base58), "delegate": .string(delegate.base58),
            "amount": .string("\(amount)"),
        ]
    }
}

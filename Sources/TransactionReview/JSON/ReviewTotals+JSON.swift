package import JSONRPC
import SolanaTransactions

extension ReviewTotals {
    /// What all transactions do together; docs/protocol.md, "The review".
    package var json: JSON {
        [
            "transactions": .number(count), "complete": .bool(isComplete),
            "level": level.map { .string($0.rawValue) } ?? .null,
            "flows": .array(flows.prefix(Self.maximumFlows).map(\.json)),
            "moreFlows": .number(max(0, flows.count - Self.maximumFlows)), "warnings": .array(warnings.map(\.json)),
        ]
    }

    /// How many accounts are told of by themselves, so that every answer fits a frame.
    private static let maximumFlows = 100
}

extension ReviewTotals.Flow {
    fileprivate var json: JSON {
        var flow: JSONObject = [
            "account": .string(account.text), "leaving": .string("\(leaving)"), "arriving": .string("\(arriving)"),
            "bounded": .bool(isBounded),
        ]
        switch asset {
        case .lamports: flow["asset"] = "lamports"
        case .tokens(let mint):
            flow["asset"] = "tokens"
            flow["mint"] = mint.map { .string($0.text) }
            flow["decimals"] = decimals.map { .number(Int($0)) }
            flow["symbol"] = claimedSymbol.map { .string(JSONString($0)) }
        }
        return .object(flow)
    }
}

extension ReviewTotals.Warning {
    fileprivate var json: JSON {
        [
            "id": .string(id), "level": .string(level.rawValue),
            "transactions": .array(transactions.map { .number($0 + 1) }),
        ]
    }
}

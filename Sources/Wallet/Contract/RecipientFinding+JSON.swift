import JSONRPC
import SolanaTransactions
import TransactionReview
import WalletNetwork
import WalletRuntime

extension RecipientFinding {
    static let list = ValueType.list(.object([.required("name"), .required("level"), .optional("address")]))

    var json: JSON {
        var json: JSONObject = ["name": .string(JSONString(name)), "level": .string(JSONString(level.rawValue))]
        json["address"] = address.map { .string($0.base58) }
        return .object(json)
    }
}

import DisplayText
import JSONRPC
import Wording

/// The balance that was saved last, for somebody who waits for a node.
struct SavedBalance {
    private let balance: JSON

    /// - Parameter balance: As `portfolio.balance` answers it.
    init(_ balance: JSON) { self.balance = balance }

    /// The call that asks for it, and no node.
    ///
    /// - Parameter params: Those that name the account and the cluster.
    static func call(_ params: JSONObject) -> (method: String, params: JSONObject) {
        var saved: JSONObject = ["saved": true]
        for name in ["account", "cluster"] { saved[name] = params[name] }
        return ("portfolio.balance", saved)
    }

    /// Says on standard error how much it is, and how old.
    func tell() {
        guard let amount = DecimalAmount(balance, "lamports", decimals: 9), let age = AnswerSource(balance).age else {
            return
        }
        StandardError.write("sidekey: \(say(.balanceMeanwhile, ["age": age, "amount": "\(amount)"]))\n")
    }
}

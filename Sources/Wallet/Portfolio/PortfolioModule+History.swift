import JSONRPC
import SolanaTransactions
import WalletNetwork
import WalletRuntime
import WalletState

/// The accounts' incoming and outgoing transactions.
extension PortfolioModule {
    func history(
        _ call: MethodCall, _ cluster: Cluster?, _ name: String?, _ page: ListPage
    ) async throws(RPCError) -> JSON {
        let place = try page.cursor.map { text throws(RPCError) in try SavedTransaction.Place(cursor: text) }
        let (account, questions) = try await watched(cluster, name)
        let reading = try await AccountHistory(
            questions: questions, balances: balances(questions), cache: cache, history: history,
            wallClock: context.wallClock
        ).page(of: account, below: place, limit: page.limit)
        let own = Set(await keys.own.map(\.base58))
        var answer = account.json
        answer["entries"] = .array(
            reading.transactions.map { $0.json(of: account.publicKey.base58, marks: $0.marks(own: own)) })
        if reading.continues {
            answer["cursor"] = (reading.transactions.last?.place ?? place).map { .string($0.cursor) }
        }
        answer["node"] = .string(reading.node)
        answer["time"] = .number(reading.refreshed)
        answer["age"] = reading.age.map { .number($0) }
        answer["whole"] = .bool(reading.isWhole)
        answer["cause"] = reading.cause?.reason.map { .string($0.rawValue) }
        answer["unanswered"] = reading.cause?.data["nodes"]
        return .object(answer)
    }
}

extension SavedTransaction.Place {
    /// `SLOT.POSITION.SIGNATURE`.
    var cursor: String { "\(slot).\(position).\(signature)" }

    /// - Throws: -32602 (`param-value`).
    init(cursor: String) throws(RPCError) {
        let parts = cursor.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let slot = UInt64(parts[0]), let position = Int64(parts[1]),
            (try? Signature(base58: String(parts[2]))) != nil
        else { throw ListPage.invalidCursor }
        self.init(slot: slot, position: position, signature: String(parts[2]))
    }
}

extension SavedTransaction {
    /// The most movements of one transaction, so that an answer fits a frame whatever a sender puts into it.
    private static let mostMovements = 8

    /// The time in milliseconds; nil if the validators can't have meant it.
    private static func milliseconds(_ seconds: Int64) -> Int64? {
        (0..<(1 << 43)).contains(seconds) ? seconds * 1_000 : nil
    }

    func json(of account: String, marks: [HistoryMark]) -> JSON {
        var json: JSONObject = [
            "signature": .string(place.signature), "slot": .string(String(place.slot)),
            "status": failure == nil ? "succeeded" : "failed",
        ]
        json["failure"] = failure.map { .string($0) }
        json["time"] = time.flatMap(Self.milliseconds).map { .number($0) }
        guard let activity else { return .object(json) }
        json["fee"] = .string(String(activity.fee))
        json["paysFee"] = .bool(activity.paysFee)
        json["signed"] = .bool(activity.isSigner)
        json["movements"] = .array(activity.movements.prefix(Self.mostMovements).map { $0.json(of: account) })
        let omitted = activity.movements.count - Self.mostMovements
        if omitted > 0 { json["omitted"] = .number(omitted) }
        json["marks"] = .array(marks.map { .string($0.rawValue) })
        return .object(json)
    }
}

extension SavedMovement {
    /// - Parameter account: The account that it belongs to, which stands at one end.
    fileprivate func json(of account: String) -> JSON {
        var json: JSONObject = [
            "direction": isIncoming ? "in" : "out", "amount": .string(String(amount)),
            "decimals": .number(Int(decimals)),
        ]
        json[isIncoming ? "to" : "from"] = .string(account)
        json[isIncoming ? "from" : "to"] = counterparty.map { .string($0) }
        if counterparties > 1 { json["others"] = .number(counterparties) }
        guard let mint else {
            json["currency"] = "SOL"
            return .object(json)
        }
        json["currency"] = .string(mint)
        token?.add(to: &json)
        json["decimals"] = .number(Int(decimals))
        return .object(json)
    }
}

import JSONRPC
import WalletRuntime

/// The part of a list that is requested: the cursor that it follows, and the most rows.
struct ListPage {
    static let maximum = 100
    static let usual = 50

    let cursor: String?
    let limit: Int

    /// The cursor of a list that is ordered by a number.
    func number<Number: FixedWidthInteger>() throws(RPCError) -> Number? {
        guard let cursor else { return nil }
        guard let number = Number(cursor) else { throw Self.invalidCursor }
        return number
    }

    /// The rows with the cursor of the next page; no cursor if the list ended within this one.
    func answer(_ name: String, _ rows: [JSON], next: String?) -> JSON {
        var answer: JSONObject = [:]
        answer[name] = .array(rows)
        if rows.count == limit, let next { answer["cursor"] = .string(next) }
        return .object(answer)
    }

    static let invalidCursor = RPCError.parameter("cursor", "the cursor is none of this list's")
}

extension Parameter where Value == ListPage {
    /// The parameters of every list.
    static var page: Self {
        .combining(
            .optional("cursor"), .optional("limit", .integer(in: 1...ListPage.maximum), default: ListPage.usual)
        ) { cursor, limit in ListPage(cursor: cursor, limit: limit) }
    }
}

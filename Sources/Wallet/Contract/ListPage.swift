import JSONRPC
import WalletKeys
import WalletRuntime

/// The part of a list that is requested: the cursor that it follows, and the most rows.
struct ListPage {
    static let maximum = 100
    static let usual = 50

    /// The parameters of every list.
    static let params: [ParameterManifest] = [.optional("cursor"), .optional("limit", .integer)]

    let cursor: String?
    let limit: Int

    init(reading parameters: inout RPCParameters) throws(RPCError) {
        cursor = try parameters.optionalString("cursor")
        limit = try parameters.optionalInt("limit", in: 1...Self.maximum) ?? Self.usual
    }

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

    static let invalidCursor = RPCError(
        .invalidParams, .paramValue, "the cursor is none of this list's", data: ["name": "cursor"])
}

extension DerivationPath {
    /// - Throws: -32602 if the text is no path.
    init(parameter text: String, _ name: String) throws(RPCError) {
        guard let path = DerivationPath(text) else {
            throw RPCError(.invalidParams, .paramValue, "no such path", data: ["name": .string(name)])
        }
        self = path
    }

    /// The named paths, at least one; the first account's if none was named.
    ///
    /// - Throws: -32602.
    static func list(_ texts: [String]?) throws(RPCError) -> [DerivationPath] {
        var paths: [DerivationPath] = []
        for text in texts ?? [DerivationPath.firstSolanaAccount.description] {
            paths.append(try DerivationPath(parameter: text, "paths"))
        }
        guard !paths.isEmpty else {
            throw RPCError(.invalidParams, .paramValue, "at least one path", data: ["name": "paths"])
        }
        return paths
    }
}

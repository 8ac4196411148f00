import JSONRPC
import WalletRuntime
import WalletState

/// What the wallet did, and the records of single requests.
struct ActivityModule: WalletModule {
    let log: ActivityLog
    let journal: RequestJournal

    /// The bytes of a page's details, and what each line has besides.
    private static let maximumSize = 600_000
    private static let usualSize = 1_000

    func answer(_ call: MethodCall) async throws(RPCError) -> JSON {
        let method = call.request.method
        switch method {
        case "activity.list": return try await list(call.parameters)
        case "activity.verify": return try await verify(call.parameters)
        case "records.get": return try await record(call.parameters)
        default: throw RPCError(.methodNotFound, .methodUnknown, "no such method")
        }
    }

    private func list(_ parameters: consuming RPCParameters) async throws(RPCError) -> JSON {
        var parameters = parameters
        let page = try ListPage(reading: &parameters)
        let origin = try parameters.optionalString("origin")
        try parameters.finish()
        let entries = try await log.entries(before: try page.number(), origin: origin, limit: page.limit)
        // A page ends before its frame does: one request may have been given thousands of signatures.
        var (size, count) = (0, 0)
        for entry in entries {
            size += (entry.detail?.utf8.count ?? 0) + Self.usualSize
            guard count == 0 || size <= Self.maximumSize else { break }
            count += 1
        }
        var answer: JSONObject = ["entries": .array(entries.prefix(count).map(\.json))]
        if count == page.limit || count < entries.count {
            answer["cursor"] = .string(String(entries[count - 1].sequence))
        }
        return .object(answer)
    }

    private func verify(_ parameters: consuming RPCParameters) async throws(RPCError) -> JSON {
        try parameters.finish()
        let found = try await log.verify()
        var answer: JSONObject = ["entries": .number(found.entries)]
        answer["sealed"] = found.sealed.map { .number($0) }
        answer["since"] = found.since.map { .number($0) }
        answer["break"] = found.firstBreak.map { .number($0) }
        return .object(answer)
    }

    private func record(_ parameters: consuming RPCParameters) async throws(RPCError) -> JSON {
        var parameters = parameters
        let id = try parameters.string("id")
        try parameters.finish()
        guard let record = try await journal.record(of: id) else {
            throw RPCError(.invalidInput, .recordUnknown, "there is no record of this request")
        }
        do {
            return [
                "pending": try JSON(parsing: JSONSource(record.pending)),
                "response": try record.response.map { try JSON(parsing: JSONSource($0)) } ?? .null,
                "state": .string(record.state),
            ]
        } catch {
            throw RPCError(.internalError, .storage, "the record is damaged")
        }
    }
}

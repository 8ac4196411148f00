import JSONRPC
import WalletCore
import WalletRuntime

/// What the wallet did, and the records of single requests.
struct ActivityModule: WalletModule {
    let log: ActivityLog
    let journal: RequestJournal

    let manifest = ModuleManifest(
        id: "activity",
        methods: [
            MethodManifest("activity.list", callers: [.walletExtension, .commandLine]),
            MethodManifest("records.get", callers: [.commandLine]),
        ])

    func answer(_ call: MethodCall) async throws(RPCError) -> JSON {
        let method = call.request.method
        switch method {
        case "activity.list": return try await list(call.parameters)
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
        return page.answer("entries", entries.map(Self.json), next: entries.last.map { String($0.sequence) })
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

    private static func json(_ entry: ActivityEntry) -> JSON {
        var json: JSONObject = [
            "sequence": .number(entry.sequence), "time": .number(entry.time), "kind": .string(entry.kind),
        ]
        json["request"] = entry.request.map { .string($0) }
        json["origin"] = entry.origin.map { .string($0) }
        json["method"] = entry.method.map { .string($0) }
        json["account"] = entry.account.map { .string($0) }
        json["detail"] = entry.detail.map { .string($0) }
        return .object(json)
    }
}

import ApprovalQueue
package import JSONRPC
import WalletRuntime
package import WalletState

/// The log of the wallet's actions, and the records of single requests.
struct ActivityModule: WalletModule {
    let log: ActivityLog
    let archive: ActivityArchive
    let journal: RequestJournal

    /// The bytes of a page's details, and the bytes of each line besides.
    private static let maximumSize = 600_000
    private static let usualSize = 1_000

    private func list(
        _ call: MethodCall, _ page: ListPage, _ origin: String?, _ isRestored: Bool
    ) async throws(RPCError) -> JSON {
        if isRestored {
            guard origin == nil else { throw .parameter("origin", "not with restored") }
            return Self.page(try await archive.lines(before: try page.number(), limit: page.limit), page)
        }
        let entries = try await log.entries(before: try page.number(), origin: origin, limit: page.limit)
        return Self.page(entries.map { ($0.sequence, $0) }, page)
    }

    /// - Parameter lines: Each with its place in the list, which is the cursor of the page behind it.
    private static func page(_ lines: [(place: Int64, line: ActivityEntry)], _ page: ListPage) -> JSON {
        // A page ends before its frame does: one request may have been given thousands of signatures.
        var (size, count) = (0, 0)
        for (_, line) in lines {
            size += (line.detail?.utf8.count ?? 0) + usualSize
            guard count == 0 || size <= maximumSize else { break }
            count += 1
        }
        var answer: JSONObject = ["entries": .array(lines.prefix(count).map(\.line.json))]
        if count == page.limit || count < lines.count { answer["cursor"] = .string(String(lines[count - 1].place)) }
        return .object(answer)
    }

    private func verify(_ call: MethodCall) async throws(RPCError) -> JSON {
        let found = try await log.verify()
        var answer: JSONObject = ["entries": .number(found.entries)]
        answer["sealed"] = found.sealed.map { .number($0) }
        answer["since"] = found.since.map { .number($0) }
        answer["break"] = found.firstBreak.map { .number($0) }
        return .object(answer)
    }

    private func record(_ call: MethodCall, _ id: String) async throws(RPCError) -> JSON {
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

extension ActivityModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(log: parts.log, archive: ActivityArchive(database: parts.database), journal: parts.journal)
    }

    static let declaration = ModuleDeclaration<ActivityModule>(
        id: "activity",
        methods: [
            Method(
                "activity.list", callers: .owner, params: .page, .optional("origin"),
                .optional("restored", .boolean, default: false),
                result: .object([.required("entries", .list(entry)), .optional("cursor")]), by: ActivityModule.list),
            Method(
                "activity.verify", callers: .owner,
                result: .object([
                    .required("entries", .integer), .optional("sealed", .integer), .optional("since", .integer),
                    .optional("break", .integer),
                ]), by: ActivityModule.verify),
            Method(
                "records.get", callers: [.commandLine], params: .required("id"),
                result: .object([
                    .required("pending", .anyObject), .required("response", .either([.anyObject, .null])),
                    .required("state"),
                ]), by: ActivityModule.record),
        ])

    private static let entry = ValueType.object([
        .required("sequence", .integer), .required("time", .integer), .required("kind"), .optional("request"),
        .optional("origin"), .optional("method"), .optional("account"), .optional("detail"), .required("hash"),
        .optional("review", .anyObject), .optional("surface"), .optional("by"), .optional("signature"),
        .optional("cluster"),
    ])
}

extension ActivityEntry {
    /// The line as docs/protocol.md spells it: the fields that its hash covers, and its detail once more in parts.
    package var json: JSON {
        var json: JSONObject = ["sequence": .number(sequence), "time": .number(time), "kind": .string(kind)]
        json["request"] = request.map { .string($0) }
        json["origin"] = origin.map { .string($0) }
        json["method"] = method.map { .string($0) }
        json["account"] = account.map { .string($0) }
        json["detail"] = detail.map { .string($0) }
        json["hash"] = .string(Hexadecimal.encode(hash))
        for (name, value) in parts { json[name] = value }
        return .object(json)
    }

    /// The detail in the form that a screen needs; empty if it is a text, or signatures that were handed out.
    private var parts: [(name: String, value: JSON)] {
        guard let words = detail?.split(separator: " ").map(String.init), !words.isEmpty else { return [] }
        switch Kind(rawValue: kind) {
        case .queued, .reviewed:
            let isComplete = words.dropFirst().first != "incomplete"
            let rules = words.dropFirst(isComplete ? 1 : 2).map { JSON.string($0) }
            return [
                ("review", ["level": .string(words[0]), "complete": .bool(isComplete), "rules": .array(Array(rules))])
            ]
        case .unlocked, .proven: return [("by", .string(words[0]))]
        case .approved, .rejected: return [("surface", detail.map { .string($0) } ?? .null)]
        case .sent, .confirmed, .failed, .unconfirmed, .outcomeUnknown:
            // Older lines don't say where it was sent.
            return zip(["signature", "cluster"], words.prefix(2)).map { ($0, .string($1)) }
        default: return []
        }
    }
}

public import ApprovalQueue
import Base58
import FoundationEssentials
import GRDB
public import JSONRPC
public import WalletRuntime

/// The records of requests: `pending_request_{id}` and `response_{id}`, each with its line in the activity log.
///
/// Records are evidence, never authority: nothing is signed from one.
public struct RequestJournal: RequestRecording {
    /// The time that a record is kept.
    public static let retention: Duration = .seconds(30 * 24 * 60 * 60)

    /// The record of one request.
    public struct Record: Sendable, Equatable {
        /// The request as it came, JSON.
        public let pending: [UInt8]
        /// The response as sent, JSON; nil while there is none.
        public let response: [UInt8]?
        public let state: String
    }

    private let database: WalletDatabase
    private let wallClock: any WallClock

    public init(database: WalletDatabase, wallClock: any WallClock) {
        self.database = database
        self.wallClock = wallClock
    }

    /// Writes the request that was just queued.
    public func queued(_ request: ApprovalRequest) async throws(RPCError) {
        let time = wallClock.milliseconds
        let entry = Self.entry(.queued, request, detail: request.review.outcome)
        let pending = Data(request.rpc.serialized())
        try await database.write { [id = request.id, seal = database.seal] database in
            try database.execute(
                sql: "INSERT INTO request (id, state, created) VALUES (?, ?, ?)",
                arguments: [id, RequestState.queued.rawValue, time])
            try database.execute(
                sql: "INSERT INTO record (key, value) VALUES (?, ?)", arguments: [Self.pendingKey(id), pending])
            try ActivityLog.append(entry, time: time, in: database, sealing: seal)
        }
    }

    /// Writes the approval, which is on the disk before the key opens.
    public func approved(_ request: ApprovalRequest, on surface: ApprovalSurface) async throws(RPCError) {
        let time = wallClock.milliseconds
        let entry = Self.entry(.approved, request, detail: surface.rawValue)
        try await database.write { [id = request.id, seal = database.seal] database in
            try Self.set(.approved, of: id, in: database)
            try ActivityLog.append(entry, time: time, in: database, sealing: seal)
        }
    }

    /// Writes the progress of one of its transactions, by signature.
    public func progressed(_ request: ApprovalRequest, _ progress: RequestProgress) async throws(RPCError) {
        let kind: ActivityEntry.Kind
        switch progress.stage {
        case .sent: kind = .sent
        case .confirmed: kind = .confirmed
        case .failed: kind = .failed
        case .expired: kind = .unconfirmed
        case .unknown: kind = .outcomeUnknown
        case .signed, .refused: return
        }
        let time = wallClock.milliseconds
        let detail = [progress.signature, request.content.cluster].compactMap(\.self).joined(separator: " ")
        let entry = Self.entry(kind, request, detail: detail)
        let isOver = [.confirmed, .failed, .expired].contains(progress.stage)
        try await database.write { [seal = database.seal] database in
            if isOver { try OutstandingTable.end(transaction: progress.signature, in: database) }
            try ActivityLog.append(entry, time: time, in: database, sealing: seal)
        }
    }

    /// Writes the result of a new review of a request, if it is worse than what was shown.
    public func reviewed(_ request: ApprovalRequest) async throws(RPCError) {
        try await append(Self.entry(.reviewed, request, detail: request.review.outcome), wallClock.milliseconds)
    }

    private func append(_ entry: ActivityEntry, _ time: Int64) async throws(RPCError) {
        try await database.write { [seal = database.seal] in
            try ActivityLog.append(entry, time: time, in: $0, sealing: seal)
        }
    }

    /// Writes the request's end and the response as it is sent.
    ///
    /// - Parameter surface: The surface that rejected it.
    public func ended(
        _ request: ApprovalRequest, as state: RequestState, response: RPCResponse, on surface: ApprovalSurface? = nil
    ) async throws(RPCError) {
        let time = wallClock.milliseconds
        let entry = Self.entry(
            Self.kind(of: state), request, detail: surface?.rawValue ?? SignatureList(response)?.text)
        let bytes = Data(response.serialized())
        try await database.write { [id = request.id, seal = database.seal] database in
            try Self.set(state, of: id, in: database)
            try database.execute(
                sql: "INSERT INTO record (key, value) VALUES (?, ?)", arguments: [Self.responseKey(id), bytes])
            try ActivityLog.append(entry, time: time, in: database, sealing: seal)
        }
    }

    /// Marks requests that an earlier run left unfinished, and deletes records older than the retention; called at start.
    ///
    /// Returns the number of interrupted requests.
    @discardableResult
    public func recover() async throws(RPCError) -> Int {
        let time = wallClock.milliseconds
        return try await database.write { [seal = database.seal] database in
            let unfinished = try String.fetchAll(
                database,
                sql:
                    "SELECT id FROM request WHERE state IN ('queued', 'presented', 'approved', 'signed') ORDER BY created"
            )
            for id in unfinished {
                try Self.set(.interrupted, of: id, in: database)
                try ActivityLog.append(
                    ActivityEntry(.interrupted, request: id), time: time, in: database, sealing: seal)
            }
            let limit = time - Int64(Self.retention.milliseconds)
            for id in try String.fetchAll(database, sql: "SELECT id FROM request WHERE created < ?", arguments: [limit])
            {
                try database.execute(
                    sql: "DELETE FROM record WHERE key IN (?, ?)",
                    arguments: [Self.pendingKey(id), Self.responseKey(id)])
            }
            try database.execute(sql: "DELETE FROM request WHERE created < ?", arguments: [limit])
            return unfinished.count
        }
    }

    /// Returns the record of a request.
    public func record(of id: String) async throws(RPCError) -> Record? {
        try await database.read { database in
            guard
                let state = try String.fetchOne(
                    database, sql: "SELECT state FROM request WHERE id = ?", arguments: [id]),
                let pending = try Self.value(of: Self.pendingKey(id), in: database)
            else { return nil }
            return Record(
                pending: Array(pending),
                response: try Self.value(of: Self.responseKey(id), in: database).map(Array.init),
                state: state)
        }
    }

    private static func pendingKey(_ id: String) -> String { "pending_request_\(id)" }
    private static func responseKey(_ id: String) -> String { "response_\(id)" }

    private static func value(of key: String, in database: Database) throws -> Data? {
        try Data.fetchOne(database, sql: "SELECT value FROM record WHERE key = ?", arguments: [key])
    }

    private static func set(_ state: RequestState, of id: String, in database: Database) throws {
        try database.execute(sql: "UPDATE request SET state = ? WHERE id = ?", arguments: [state.rawValue, id])
    }

    private static func entry(_ kind: ActivityEntry.Kind, _ request: ApprovalRequest, detail: String? = nil)
        -> ActivityEntry
    {
        ActivityEntry(
            kind, request: request.id, origin: request.content.page.origin.serialized, method: request.content.method,
            account: request.content.account, detail: detail)
    }

    private static func kind(of state: RequestState) -> ActivityEntry.Kind {
        switch state {
        case .answered: .answered
        case .rejected: .rejected
        case .expired: .expired
        case .cancelled: .cancelled
        case .queued, .presented, .approved, .signed, .interrupted: .interrupted
        }
    }
}

/// The signatures that a response hands out, as the activity log keeps them: base58, in their order, separated by spaces.
///
/// Signatures of transactions that the wallet sent itself are in earlier lines of the log, each with its outcome.
struct SignatureList {
    let text: String

    /// Returns nil if there is none.
    init?(_ response: RPCResponse) {
        guard case .success(let result) = response.outcome else { return nil }
        let signed = result["signature"].map { [$0] } ?? result["signatures"]?.array ?? []
        let signatures = signed.compactMap { value -> String? in
            // A sent transaction's is base58, which is no base64 of 64 bytes.
            guard let text = value.text, let bytes = try? Base64.decode(text), bytes.count == 64 else { return nil }
            return Base58.encode(bytes)
        }
        guard !signatures.isEmpty else { return nil }
        text = signatures.joined(separator: " ")
    }
}

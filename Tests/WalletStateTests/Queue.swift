import ApprovalQueue
import Foundation
import JSONRPC
import Logging
import TestSupport
import Testing
import WalletRuntime
import WalletState

/// An approval queue on a fresh database and a clock of its own, with shorthand for what pages do.
struct Queue {
    let clock = ManualClock()
    let folder: URL
    let database: WalletDatabase
    let coordinator: ApprovalCoordinator
    let journal: RequestJournal
    let events = WalletEvents()
    let records: AuthenticatedStore

    /// - Parameter policy: By default the browser decides everything.
    init(
        policy: ApprovalPolicy = ApprovalPolicy(setting: .popup), wallClock: any WallClock = FixedWallClock()
    ) throws {
        folder = ScratchRoot.url.appendingPathComponent("sidekey-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        database = try WalletDatabase(path: folder.appendingPathComponent("wallet.sqlite").path)
        journal = RequestJournal(database: database, wallClock: FixedWallClock())
        let context = RuntimeContext(
            clock: clock, wallClock: FixedWallClock(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        records = try AuthenticatedStore(
            database: database, anchor: folder.appendingPathComponent("anchor").path, wallClock: wallClock,
            authenticator: TestAuthenticator(), policy: policy, clock: clock)
        coordinator = ApprovalCoordinator(context: context, journal: journal, events: events, admission: records)
    }

    /// The connected origins, with a wall clock.
    func origins(milliseconds: Int64? = nil) -> ConnectedOrigins {
        ConnectedOrigins(
            records: records, database: database,
            wallClock: milliseconds.map { FixedWallClock(milliseconds: $0) } ?? FixedWallClock())
    }

    func remove() {
        database.close()
        try? FileManager.default.removeItem(at: folder)
    }

    static func client(_ number: UInt64 = 1, key: String = "key-1", profile: String = "profile") -> Client {
        Client(connection: ConnectionID(number), profile: profile, connectionKey: key)
    }

    static func content(
        _ items: [[UInt8]] = [[1, 2, 3]], request: String = "1", origin: String = "https://dapp.example", tab: Int = 7,
        document: String = "document", client: Client = client(), options: String? = nil
    ) throws -> RequestContent {
        RequestContent(
            client: client,
            page: PageContext(origin: try Origin(origin), tab: tab, document: document, request: request),
            method: "signMessage", account: "account", options: options, items: items)
    }

    /// Sends a request and returns the task that waits for its answer, once the queue holds it.
    func ask(
        _ content: RequestContent, rpcID: String = "rpc",
        fulfil: @escaping ApprovalRequest.Fulfilment = { _, _ in ["signed": true] }
    ) async throws -> Task<Result<JSON, RPCError>, Never> {
        await coordinator.connectionOpened(content.client.connection)
        let before = await coordinator.list(limit: 1000).count
        let task = Task { [coordinator] () -> Result<JSON, RPCError> in
            do throws(RPCError) {
                return .success(
                    try await coordinator.submit(
                        content, rpc: RPCRequest(id: rpcID, method: content.method, params: ["message": "AQID"]),
                        review: RequestReview(kind: .messages, items: ["item"], isComplete: true), fulfil: fulfil))
            } catch {
                return .failure(error)
            }
        }
        for _ in 0..<500 where await coordinator.list(limit: 1000).count == before {
            try await Task.sleep(for: .milliseconds(1))
        }
        return task
    }

    /// The approval that a surface would send for a request.
    func approval(of id: String, surface: ApprovalSurface = .browser) async throws -> Approval {
        let (summary, request) = try await coordinator.request(id)
        return Approval(id: id, digest: summary.digest, review: request.review.hash, surface: surface)
    }

    func onlyID() async throws -> String {
        try #require(await coordinator.list(limit: 10).first).id
    }

    /// Waits until the alarm has dealt with what is due.
    func settle() async throws {
        for _ in 0..<50 {
            await Task.yield()
            try await Task.sleep(for: .milliseconds(1))
        }
    }
}

extension Result where Success == JSON, Failure == RPCError {
    var reason: RPCReason? {
        guard case .failure(let error) = self else { return nil }
        return error.reason
    }
}

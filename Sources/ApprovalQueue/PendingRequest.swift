import JSONRPC
import WalletRuntime

/// One request in the queue with its deadlines; it belongs to the coordinator and never leaves it.
final class PendingRequest {
    /// The time after which a request expires if no surface presents it.
    static let unpresentedLifetime: Duration = .seconds(30)
    /// The time after its arrival at which a presented request expires, however often it is presented.
    static let presentedLifetime: Duration = .seconds(5 * 60)
    /// The time that a request waits for the client of its lost connection to return.
    static let rejoinLifetime: Duration = .seconds(10)

    var request: ApprovalRequest
    let repeatable: RequestDigest
    let source: RequestBounds.Source
    let arrival: UInt64
    let arrived: Duration
    let created: Int64
    /// The client that asks now: a rejoined request has another connection than `request.content`.
    var client: Client
    /// The JSON-RPC id on the present connection, compared by its bytes.
    var rpcID: JSONString
    var state = RequestState.queued
    /// True once `pending_request_{id}` is on the disk; the request isn't shown before.
    var isJournaled = false
    var lastPresented: Duration?
    var lost: Duration?
    /// The progress of each of its transactions, by index.
    var progress: [Int: RequestProgress] = [:]
    /// The task that signs and sends; cancelled when the agent stops, once everything is signed.
    var work: Task<Result<JSON, RPCError>, Never>?
    /// True if the embedding program's handler has the request; `consultation` waits for its answer.
    var isConsulted = false
    var consultation: Task<Void, Never>?
    /// The tasks that wait for the facts of its review.
    var late: [Task<Void, Never>] = []
    /// True while the names of its addresses are asked for.
    var isNaming = false
    /// True while an approval of it is checked and signed.
    var isDeciding = false
    /// Those who wait until its review is another one.
    private var watchers: [UInt64: LateValue<Void>] = [:]
    private var lastWatcher: UInt64 = 0
    var outcome: Result<JSON, RPCError>?
    var waiters: [CheckedContinuation<Result<JSON, RPCError>, Never>] = []

    init(
        _ request: ApprovalRequest, repeatable: RequestDigest, source: RequestBounds.Source, arrival: UInt64,
        arrived: Duration, created: Int64
    ) {
        self.request = request
        self.repeatable = repeatable
        self.source = source
        self.arrival = arrival
        self.arrived = arrived
        self.created = created
        client = request.content.client
        rpcID = JSONString(request.rpc.id)
    }

    /// The time at which the request expires.
    var expiry: Duration {
        guard let lastPresented else { return arrived + Self.unpresentedLifetime }
        return min(arrived + Self.presentedLifetime, lastPresented + Self.unpresentedLifetime)
    }

    /// Waits until the review is another one, the request ends, or the task is cancelled.
    func changed(isolation: isolated (any Actor)? = #isolation) async {
        lastWatcher += 1
        let number = lastWatcher
        let change = LateValue<Void>()
        watchers[number] = change
        _ = await change.value()
        watchers[number] = nil
    }

    func tellWatchers() {
        for watcher in watchers.values { watcher.give(()) }
        watchers = [:]
    }

    /// The time at which the request ends without a decision: it expires, or its client didn't return.
    var deadline: Duration {
        guard let lost else { return expiry }
        return min(expiry, lost + Self.rejoinLifetime)
    }
}

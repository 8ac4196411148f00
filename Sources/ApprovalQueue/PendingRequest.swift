import JSONRPC
import WalletRuntime

/// One request in the queue with its deadlines; it belongs to the coordinator and never leaves it.
final class PendingRequest {
    /// Without a surface that presents it, a request expires after this.
    static let unpresentedLife: Duration = .seconds(30)
    /// A presented request expires this long after its arrival, however often it is presented.
    static let presentedLife: Duration = .seconds(5 * 60)
    /// How long a request waits for its lost connection's client to come back.
    static let rejoinLife: Duration = .seconds(10)

    var request: ApprovalRequest
    let repeatable: RequestDigest
    let source: RequestBounds.Source
    let arrival: UInt64
    let arrived: Duration
    let created: Int64
    /// Who is asking now: a rejoined request has another connection than `request.content`.
    var client: Client
    /// The JSON-RPC id on the present connection; compared by its bytes.
    var rpcID: JSONString
    var state = RequestState.queued
    /// Set once `pending_request_{id}` is on the disk; nobody sees the request before.
    var isJournaled = false
    var lastPresented: Duration?
    var lost: Duration?
    /// How far each of its transactions has come, by its place.
    var progress: [Int: RequestProgress] = [:]
    /// Signs and sends; cancelled when the agent leaves, once everything is signed.
    var work: Task<Result<JSON, RPCError>, Never>?
    /// Whether the embedding program's handler has it, and what waits for that.
    var isConsulted = false
    var consultation: Task<Void, Never>?
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

    /// When it expires.
    var expiry: Duration {
        guard let lastPresented else { return arrived + Self.unpresentedLife }
        return min(arrived + Self.presentedLife, lastPresented + Self.unpresentedLife)
    }

    /// When something happens to it by itself: it expires, or nobody came back for it.
    var deadline: Duration {
        guard let lost else { return expiry }
        return min(expiry, lost + Self.rejoinLife)
    }
}

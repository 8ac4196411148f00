import SolanaRPC

/// The result of giving the bytes to nodes, the surest first.
enum Submission: Sendable {
    /// A node has them.
    case taken
    /// A node may have them: it was given them, and its reaction is unknown.
    case unclear
    /// Every node that was reached refused them.
    case refused(RPCNodeError)
    /// They were never sent.
    case unsent(SolanaRPCError)

    /// Derives the result from a node's error.
    init(_ error: SolanaRPCError) {
        self =
            switch error {
            // The node has refused before it looked at the request.
            case .transport(.unreachable), .transport(.tooManyRequests), .transport(.certificate): .unsent(error)
            case .transport, .answer: .unclear
            case .node(let fault) where fault.preflight?.failure?.name == "AlreadyProcessed": .taken
            case .node(let fault) where [.nodeUnhealthy, .minContextSlotNotReached].contains(fault.code): .unsent(error)
            case .node(let fault): .refused(fault)
            }
    }

    /// Returns the surer of this result and another node's.
    func joined(_ other: Submission) -> Submission { rank <= other.rank ? self : other }

    private var rank: Int {
        switch self {
        case .taken: 0
        case .unclear: 1
        case .refused: 2
        case .unsent: 3
        }
    }
}

/// The progress of one broadcast.
struct BroadcastState {
    let began: Duration
    /// The time of the last valid answer from a node.
    var lastAnswer: Duration
    /// True if the bytes were sent, or may have been.
    var isSent = false
    var isTold = false
    /// The reason no node took them.
    var refusal: RPCNodeError?
    var failure: SolanaRPCError = .transport(.unreachable)
    /// The slot in which a node has seen it executed.
    var seen: UInt64?

    init(began: Duration) {
        self.began = began
        lastAnswer = began
    }

    /// Notes the result of a send. A refusal no longer counts once the bytes are out.
    mutating func note(_ submission: Submission) {
        switch submission {
        case .taken, .unclear: isSent = true
        case .refused(let refusal): self.refusal = refusal
        case .unsent(let error): failure = error
        }
        if isSent { refusal = nil }
    }

    /// Returns the outcome of a broadcast that no node answers, or that takes too long; nil if it goes on.
    func end(at now: Duration) -> BroadcastOutcome? {
        if now - lastAnswer >= Broadcast.patience {
            return isSent || refusal != nil ? .unknown(.unreachable) : .unsent(failure)
        }
        return now - began >= Broadcast.limit ? .unknown(.timeout) : nil
    }
}

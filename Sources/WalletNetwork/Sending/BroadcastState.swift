import SolanaRPC

/// What came of giving the bytes to nodes, the surest first.
enum Submission: Sendable {
    /// A node has them.
    case taken
    /// A node may have them: it was given them, and nobody knows what it did.
    case unclear
    /// Every node that was reached refused them.
    case refused(RPCNodeError)
    /// They never left.
    case unsent(SolanaRPCError)

    /// What an error says of where the bytes are.
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

    /// What is known after another node was tried too.
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

/// How far one sending has come.
struct BroadcastState {
    let began: Duration
    /// When a node last said anything that counts.
    var lastAnswer: Duration
    /// Whether the bytes are out, or may be.
    var isSent = false
    var isTold = false
    /// Why nobody took them.
    var refusal: RPCNodeError?
    var failure: SolanaRPCError = .transport(.unreachable)
    /// The slot in which a node has seen it executed.
    var seen: UInt64?

    init(began: Duration) {
        self.began = began
        lastAnswer = began
    }

    /// Notes what came of a sending. A refusal says nothing any more once the bytes are out.
    mutating func note(_ submission: Submission) {
        switch submission {
        case .taken, .unclear: isSent = true
        case .refused(let refusal): self.refusal = refusal
        case .unsent(let error): failure = error
        }
        if isSent { refusal = nil }
    }

    /// The end of a sending that nobody answers, or that nothing comes of.
    func end(at now: Duration) -> BroadcastOutcome? {
        if now - lastAnswer >= Broadcast.patience {
            return isSent || refusal != nil ? .unknown(.unreachable) : .unsent(failure)
        }
        return now - began >= Broadcast.limit ? .unknown(.timeout) : nil
    }
}

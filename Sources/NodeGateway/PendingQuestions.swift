import SolanaRPC

/// The questions that `sidekey-rpc` hasn't answered to their end, by their numbers.
struct PendingQuestions {
    typealias Continuation = CheckedContinuation<Result<[UInt8], RPCTransportError>, Never>

    /// What a frame did to a question.
    enum Step {
        /// It belongs to none, or is more than may come.
        case unfit
        case more
        /// The question's end; without anybody to tell it to, where nobody waits any more.
        case done(Continuation?, Result<[UInt8], RPCTransportError>)
    }

    private struct Pending {
        let limit: Int
        /// When the program has had the question's time, and enough to say that it is over.
        let deadline: ContinuousClock.Instant
        var continuation: Continuation?
        var answer: [UInt8] = []
    }

    /// How much later than a question's own limit the program is taken to hang.
    private static let patience: Duration = .seconds(10)

    private var pending: [UInt64: Pending] = [:]

    /// Whether none of them has waited for too long.
    var areInTime: Bool {
        let now = ContinuousClock.now
        return pending.values.allSatisfy { $0.deadline > now }
    }

    mutating func add(_ question: NodeQuestion, _ number: UInt64, _ continuation: Continuation) {
        pending[number] = Pending(
            limit: question.bytes, deadline: .now + .milliseconds(question.milliseconds) + Self.patience,
            continuation: continuation)
    }

    /// Gives up waiting; the answer may come all the same, and belongs to a question then.
    mutating func abandon(_ number: UInt64) -> Continuation? {
        defer { pending[number]?.continuation = nil }
        return pending[number]?.continuation
    }

    mutating func take(_ bytes: [UInt8], isLast: Bool, of number: UInt64) -> Step {
        guard var question = pending[number], question.answer.count + bytes.count <= question.limit else {
            return .unfit
        }
        // The only reference, or every part would copy those before it.
        pending[number] = nil
        question.answer += bytes
        guard !isLast else { return .done(question.continuation, .success(question.answer)) }
        pending[number] = question
        return .more
    }

    mutating func fail(_ number: UInt64, _ error: RPCTransportError) -> Step {
        guard let question = pending[number], question.answer.isEmpty else { return .unfit }
        if case .tooLarge(let limit) = error, limit != question.limit { return .unfit }
        // Who cancels knows it already.
        if error == .cancelled, question.continuation != nil { return .unfit }
        pending[number] = nil
        return .done(question.continuation, .failure(error))
    }

    mutating func removeAll() -> [Continuation] {
        defer { pending = [:] }
        return pending.values.compactMap(\.continuation)
    }
}

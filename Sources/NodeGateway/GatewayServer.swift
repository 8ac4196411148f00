import JSONRPC
public import SolanaRPC
import Synchronization

/// The end of the pipe that reaches the network: reads questions, asks the nodes, and writes the answers.
public final class GatewayServer: Sendable {
    /// Asks a node, or fetches a file.
    public typealias Asking = @Sendable (NodeQuestion) async throws(RPCTransportError) -> [UInt8]

    /// Subscribes at a node.
    public typealias Listening = @Sendable (RPCEndpoint, RPCSubscription) -> AsyncStream<SubscriptionEvent>

    /// The most questions and subscriptions that may be under way.
    private static let questionLimit = 256

    private let ask: Asking
    private let listen: Listening
    private let pipe: FramePipe
    private let tasks = Mutex<[UInt64: Task<Void, Never>]>([:])

    /// - Throws: `notStarted`.
    public init(ask: @escaping Asking, listen: @escaping Listening) throws(GatewayFault) {
        self.ask = ask
        self.listen = listen
        // The agent reads; what waits is bounded by what it may ask for.
        pipe = try FramePipe(limit: 1 << 30)
    }

    /// Says hello and serves until the agent closes the pipe or sends an unfit frame.
    public func run(reading input: Int32, writing output: Int32, _ confinement: Confinement) {
        _ = pipe.send(GatewayReply.hello(confinement).json.serialized())
        _ = pipe.run(reading: input, writing: output) { [self] frame in
            guard let request = try? GatewayRequest(frame) else { return false }
            return take(request)
        }
        for task in tasks.withLock({ $0.values }) { task.cancel() }
    }

    private func take(_ request: GatewayRequest) -> Bool {
        switch request {
        case .ask(let number, let question):
            return begin(number) { server in await server.answer(question, number) }
        case .subscribe(let number, let endpoint, let subscription):
            return begin(number) { server in await server.tell(subscription, endpoint, number) }
        case .cancel(let number), .unsubscribe(let number):
            // One that has been answered meanwhile needs no cancelling.
            tasks.withLock { $0[number] }?.cancel()
            return true
        }
    }

    private func begin(_ number: UInt64, _ work: @escaping @Sendable (GatewayServer) async -> Void) -> Bool {
        return tasks.withLock { tasks in
            guard tasks[number] == nil, tasks.count < Self.questionLimit else { return false }
            tasks[number] = Task { [self] in
                await work(self)
                _ = self.tasks.withLock { $0.removeValue(forKey: number) }
            }
            return true
        }
    }

    private func answer(_ question: NodeQuestion, _ number: UInt64) async {
        for reply in await replies(to: question, number) { _ = pipe.send(reply.json.serialized()) }
    }

    private func tell(_ subscription: RPCSubscription, _ endpoint: RPCEndpoint, _ number: UInt64) async {
        for await event in listen(endpoint, subscription) {
            // An event that fits no frame can't be sent, and must not be lost in silence.
            guard pipe.send(GatewayReply.event(number, event).json.serialized()) else { break }
        }
        _ = pipe.send(GatewayReply.ended(number).json.serialized())
    }

    private func replies(to question: NodeQuestion, _ number: UInt64) async -> [GatewayReply] {
        do throws(RPCTransportError) {
            let answer = try await ask(question)
            guard answer.count <= question.bytes else { throw .tooLarge(limit: question.bytes) }
            return GatewayReply.parts(of: answer, to: number)
        } catch {
            return [.failure(number, error)]
        }
    }
}

/// The listeners of each node, and the numbers by which `sidekey-rpc` knows them.
struct Listening {
    typealias Sink = AsyncStream<SubscriptionEvent>.Continuation

    private struct Entry {
        let endpoint: RPCEndpoint
        let subscription: RPCSubscription
        let sink: Sink
        /// The number that the running program knows it by; nil if it doesn't know it.
        var number: UInt64?
        var knowsOfGap = false
    }

    private var entries: [UInt64: Entry] = [:]
    /// The keys by the running program's numbers; nil if no one listens any more and the program hasn't ended it yet.
    private var keys: [UInt64: UInt64?] = [:]

    var isEmpty: Bool { entries.isEmpty }

    /// The keys that the running program doesn't know of.
    var unknown: [UInt64] { entries.filter { $0.value.number == nil }.map(\.key).sorted() }

    mutating func add(_ key: UInt64, _ endpoint: RPCEndpoint, _ subscription: RPCSubscription, _ sink: Sink) {
        entries[key] = Entry(endpoint: endpoint, subscription: subscription, sink: sink)
    }

    /// Returns the request that makes a subscription known under a number.
    mutating func request(_ key: UInt64, as number: UInt64) -> GatewayRequest? {
        guard let entry = entries[key] else { return nil }
        entries[key]?.number = number
        keys[number] = .some(key)
        return .subscribe(number, entry.endpoint, entry.subscription)
    }

    /// Removes a subscription, and returns the number under which the program knows it.
    mutating func remove(_ key: UInt64) -> UInt64? {
        guard let number = entries.removeValue(forKey: key)?.number else { return nil }
        keys[number] = .some(nil)
        return number
    }

    /// Passes on an event from the program; returns false if the number is unknown.
    mutating func take(_ event: SubscriptionEvent, of number: UInt64) -> Bool {
        guard let known = keys[number] else { return false }
        guard let key = known, let sink = entries[key]?.sink else { return true }
        switch event {
        case .began: entries[key]?.knowsOfGap = false
        case .interrupted:
            guard entries[key]?.knowsOfGap == false else { return true }
            entries[key]?.knowsOfGap = true
        case .notification, .refused: break
        }
        if case .dropped = sink.yield(event) { sink.finish() }
        return true
    }

    /// Ends a subscription that the program has ended; returns false if the number is unknown.
    mutating func end(_ number: UInt64) -> Bool {
        guard let known = keys.removeValue(forKey: number) else { return false }
        if let key = known { entries.removeValue(forKey: key)?.sink.finish() }
        return true
    }

    /// Tells all listeners of a gap, since the program is gone.
    mutating func interrupt() {
        keys = [:]
        for (key, entry) in entries {
            entries[key]?.number = nil
            guard !entry.knowsOfGap else { continue }
            entries[key]?.knowsOfGap = true
            if case .dropped = entry.sink.yield(.interrupted(.cut)) { entry.sink.finish() }
        }
    }
}

/// The questions that `sidekey-rpc` hasn't answered to their end, by number.
struct PendingQuestions {
    typealias Continuation = CheckedContinuation<Result<[UInt8], RPCTransportError>, Never>

    /// The effect of a frame on a question.
    enum Step {
        /// The frame belongs to no question, or is more than is allowed.
        case unfit
        case more
        /// The question's end; the continuation is nil if no one waits any more.
        case done(Continuation?, Result<[UInt8], RPCTransportError>)
    }

    private struct Pending {
        let limit: Int
        /// The end of the question's time, plus enough for the program to report the timeout.
        let deadline: ContinuousClock.Instant
        var continuation: Continuation?
        var answer: [UInt8] = []
    }

    /// The time beyond a question's own limit after which the program counts as hanging.
    private static let patience: Duration = .seconds(10)

    private var pending: [UInt64: Pending] = [:]

    /// True if none of them has waited too long.
    var areInTime: Bool {
        let now = ContinuousClock.now
        return pending.values.allSatisfy { $0.deadline > now }
    }

    mutating func add(_ question: NodeQuestion, _ number: UInt64, _ continuation: Continuation) {
        pending[number] = Pending(
            limit: question.bytes, deadline: .now + .milliseconds(question.milliseconds) + Self.patience,
            continuation: continuation)
    }

    /// Gives up waiting; the answer may still come, and then belongs to a known question.
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
        // The caller that cancels knows it already.
        if error == .cancelled, question.continuation != nil { return .unfit }
        pending[number] = nil
        return .done(question.continuation, .failure(error))
    }

    mutating func removeAll() -> [Continuation] {
        defer { pending = [:] }
        return pending.values.compactMap(\.continuation)
    }
}

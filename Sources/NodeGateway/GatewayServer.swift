import JSONRPC
public import SolanaRPC
import Synchronization

/// The end of the pipe that reaches the network: reads questions, has them asked, and writes the answers.
public final class GatewayServer: Sendable {
    /// Asks a node.
    public typealias Asking = @Sendable (NodeQuestion) async throws(RPCTransportError) -> [UInt8]

    /// Subscribes at a node.
    public typealias Listening = @Sendable (RPCEndpoint, RPCSubscription) -> AsyncStream<SubscriptionEvent>

    /// How many questions and subscriptions may be under way.
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

    /// Says hello and serves until the agent closes the pipe, or says what doesn't fit.
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
            // What fits no frame can't be told, and must not be missed in silence.
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

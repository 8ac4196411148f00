import JSONRPC
public import SolanaRPC
import Synchronization

/// The agent's end of `sidekey-rpc`: the process that reaches the network, so that the one with the keys doesn't have to.
///
/// ```swift
/// let gateway = Gateway(try GatewayProgram.besideThisProgram(environment: environment))
/// let node = SolanaRPC(RetryingTransport(GatewayTransport(gateway, endpoint)))
/// ```
///
/// The gateway starts the program when it is first needed. If the program has died or sent an unfit frame, the gateway starts it again, after waits
/// that double from 100 ms to 10 s. Questions under way then fail, with ``RPCTransportError/cut`` if the program ended. This type doesn't send them again: they may have
/// been carried out.
public final class Gateway: Sendable {
    private let program: GatewayProgram
    private let report: @Sendable (GatewayFault) -> Void
    private let state = Mutex(State())

    struct State {
        var process: GatewayProcess?
        var questions = PendingQuestions()
        var listening = Listening()
        var lastNumber: UInt64 = 0
        /// The number of times it has ended since it last answered.
        var failures = 0
        var notBefore = ContinuousClock.now
        var confinement: Confinement?
        var greeting: [CheckedContinuation<Result<Confinement, GatewayFault>, Never>] = []
        var isEnded = false
    }

    /// - Parameter report: Receives the reason each time the program has ended.
    public init(_ program: GatewayProgram, report: @escaping @Sendable (GatewayFault) -> Void = { _ in }) {
        self.program = program
        self.report = report
    }

    deinit { state.withLock { $0.process }?.end() }

    /// The program's process ID; nil if it isn't running.
    public var pid: Int32? {
        let pid = state.withLock { $0.process }?.pid ?? 0
        return pid > 0 ? pid : nil
    }

    /// Starts the program if it isn't running, and returns its confinement.
    ///
    /// - Throws: The reason it doesn't run.
    public func start() async throws(GatewayFault) -> Confinement {
        let outcome = await withCheckedContinuation { continuation in
            let known: Result<Confinement, GatewayFault>? = state.withLock { state in
                if let confinement = state.confinement { return .success(confinement) }
                do throws(GatewayFault) { _ = try startedProcess(&state) } catch { return .failure(error) }
                state.greeting.append(continuation)
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
        return try outcome.get()
    }

    /// Asks a node through the program, or fetches a file.
    public func ask(_ question: NodeQuestion) async throws(RPCTransportError) -> [UInt8] {
        if let body = question.body, body.count > NodeQuestion.bodyLimit {
            throw .tooLarge(limit: NodeQuestion.bodyLimit)
        }
        try await waitForTurn(milliseconds: question.milliseconds)
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { begin(question, number, $0) }
        } onCancel: {
            cancel(number)
        }
        return try outcome.get()
    }

    /// Ends the program for good.
    public func end() {
        let process = state.withLock { state in
            state.isEnded = true
            return state.process
        }
        process?.end()
    }
}

extension Gateway {
    /// Waits until a program that has just died may be started again.
    private func waitForTurn(milliseconds: Int) async throws(RPCTransportError) {
        let wait = state.withLock { state in state.process == nil ? state.notBefore - .now : .zero }
        guard wait > .zero else { return }
        guard wait <= .milliseconds(milliseconds) else { throw .unreachable }
        do { try await Task.sleep(for: wait) } catch { throw .cancelled }
    }

    private func begin(_ question: NodeQuestion, _ number: UInt64, _ continuation: PendingQuestions.Continuation) {
        let error: RPCTransportError? = state.withLock { state in
            // Cancelled before it began: the handler has looked for it already.
            guard !Task.isCancelled else { return .cancelled }
            guard let process = try? startedProcess(&state) else { return .unreachable }
            guard process.send(.ask(number, question)) else { return .unreachable }
            state.questions.add(question, number, continuation)
            return nil
        }
        if let error { continuation.resume(returning: .failure(error)) }
    }

    private func cancel(_ number: UInt64) {
        let continuation = state.withLock { state in
            let continuation = state.questions.abandon(number)
            if continuation != nil { _ = state.process?.send(.cancel(number)) }
            return continuation
        }
        continuation?.resume(returning: .failure(.cancelled))
    }

    private func startedProcess(_ state: inout State) throws(GatewayFault) -> GatewayProcess {
        guard !state.isEnded else { throw .closed }
        if let process = state.process { return process }
        let process = try GatewayProcess(
            program,
            GatewayProcess.Events(
                take: { [weak self] process, frame in self?.take(frame, from: process) ?? false },
                tick: { [weak self] process in self?.isInTime(process) ?? false },
                ended: { [weak self] process, fault in self?.ended(process, fault) }))
        try process.start()
        state.process = process
        return process
    }
}

extension Gateway {
    /// Takes a frame from the program; returns false if the program may not send it now.
    private func take(_ frame: JSONSource, from process: GatewayProcess) -> Bool {
        guard let reply = try? GatewayReply(frame) else { return false }
        switch reply {
        case .hello(let confinement):
            let greeting: [CheckedContinuation<Result<Confinement, GatewayFault>, Never>]? = state.withLock { state in
                guard state.process === process, state.confinement == nil else { return nil }
                state.confinement = confinement
                defer { state.greeting = [] }
                return state.greeting
            }
            greeting?.forEach { $0.resume(returning: .success(confinement)) }
            return greeting != nil
        case .part(let number, let bytes, let isLast):
            return settle { $0.take(bytes, isLast: isLast, of: number) }
        case .failure(let number, let error): return settle { $0.fail(number, error) }
        case .event(let number, let event):
            return state.withLock { $0.confinement != nil && $0.listening.take(event, of: number) }
        case .ended(let number):
            return state.withLock { state in
                // It has reached a node, or was told to stop: it works.
                state.failures = 0
                return state.confinement != nil && state.listening.end(number)
            }
        }
    }

    private func settle(_ body: (inout PendingQuestions) -> PendingQuestions.Step) -> Bool {
        let step = state.withLock { state in
            guard state.confinement != nil else { return PendingQuestions.Step.unfit }
            let step = body(&state.questions)
            if case .done = step { state.failures = 0 }
            return step
        }
        switch step {
        case .unfit: return false
        case .more: return true
        case .done(let continuation, let outcome):
            continuation?.resume(returning: outcome)
            return true
        }
    }

    private func isInTime(_ process: GatewayProcess) -> Bool {
        state.withLock { $0.process !== process || $0.questions.areInTime }
    }

    private func ended(_ process: GatewayProcess, _ fault: GatewayFault) {
        let (questions, greeting) = state.withLock { state in
            state.process = nil
            state.confinement = nil
            state.failures += 1
            state.notBefore = .now + min(.milliseconds(100) * (1 << min(state.failures - 1, 10)), .seconds(10))
            state.listening.interrupt()
            if !state.listening.isEmpty, !state.isEnded { resubscribe(at: state.notBefore) }
            defer { state.greeting = [] }
            return (state.questions.removeAll(), state.greeting)
        }
        report(fault)
        // A process that never started has asked no node.
        let error: RPCTransportError =
            switch fault {
            case .notStarted: .unreachable
            case .hangs: .timedOut
            case .ended, .unfit, .closed: .cut
            }
        for continuation in questions { continuation.resume(returning: .failure(error)) }
        for continuation in greeting { continuation.resume(returning: .failure(fault)) }
    }
}

extension Gateway {
    /// The most events that may wait for a listener.
    private static let backlog = 512

    /// Returns the notifications of a node, which continue over another process if one has died.
    func events(of subscription: RPCSubscription, at endpoint: RPCEndpoint) -> AsyncStream<SubscriptionEvent> {
        let (events, sink) = AsyncStream.makeStream(
            of: SubscriptionEvent.self, bufferingPolicy: .bufferingOldest(Self.backlog))
        let key = state.withLock { state in
            state.lastNumber += 1
            state.listening.add(state.lastNumber, endpoint, subscription, sink)
            return state.lastNumber
        }
        // It may end while the state is locked.
        sink.onTermination = { [weak self] _ in Task { self?.stopListening(key) } }
        let wait = state.withLock { state in state.process == nil ? state.notBefore : .now }
        if wait > .now { resubscribe(at: wait) } else { subscribe() }
        return events
    }

    private func stopListening(_ key: UInt64) {
        state.withLock { state in
            guard let number = state.listening.remove(key) else { return }
            _ = state.process?.send(.unsubscribe(number))
        }
    }

    /// Sends the running program the subscriptions that it doesn't know.
    private func subscribe() {
        state.withLock { state in
            guard !state.listening.isEmpty, let process = try? startedProcess(&state) else { return }
            for key in state.listening.unknown {
                state.lastNumber += 1
                guard let request = state.listening.request(key, as: state.lastNumber) else { continue }
                _ = process.send(request)
            }
        }
    }

    private func resubscribe(at moment: ContinuousClock.Instant) {
        Task { [weak self] in
            try? await Task.sleep(until: moment, clock: .continuous)
            self?.subscribe()
        }
    }
}

import JSONRPC
import Synchronization

/// Waits for a module no longer than it may take.
enum CallLimit {
    /// What a module still gets after a suspension that took it past its limit.
    private static let waking = Duration.seconds(5)

    /// The work's outcome; nil where it didn't come in time. The work is cancelled then, and nobody waits for it: one that
    /// doesn't hear of that keeps its own call's memory, and no other call waits for it.
    static func run(
        _ limit: Duration, by clock: any MonotonicClock,
        _ work: @escaping @Sendable () async -> Result<JSON, RPCError>
    ) async -> Result<JSON, RPCError>? {
        let race = Race()
        let deadline = clock.now + limit
        let runner = Task { race.end(await work()) }
        let watch = Task {
            do {
                try await clock.sleep(until: deadline)
                // The machine was suspended past it: what ends by its own clock says so itself.
                if clock.now - deadline > waking { try await clock.sleep(until: clock.now + waking) }
            } catch { return }
            race.end(nil)
            runner.cancel()
        }
        let outcome = await withTaskCancellationHandler {
            await race.outcome()
        } onCancel: {
            runner.cancel()
        }
        watch.cancel()
        return outcome
    }

    /// Whichever ends first.
    private final class Race: Sendable {
        private enum State {
            case running
            case awaited(CheckedContinuation<Result<JSON, RPCError>?, Never>)
            case ended(Result<JSON, RPCError>?)
        }

        private let state = Mutex(State.running)

        func outcome() async -> Result<JSON, RPCError>? {
            await withCheckedContinuation { continuation in
                let ended: Result<JSON, RPCError>?? = state.withLock { state in
                    if case .ended(let outcome) = state { return .some(outcome) }
                    state = .awaited(continuation)
                    return .none
                }
                if let ended { continuation.resume(returning: ended) }
            }
        }

        func end(_ outcome: Result<JSON, RPCError>?) {
            let waiting: CheckedContinuation<Result<JSON, RPCError>?, Never>? = state.withLock { state in
                switch state {
                case .running:
                    state = .ended(outcome)
                    return nil
                case .awaited(let continuation):
                    state = .ended(outcome)
                    return continuation
                case .ended: return nil
                }
            }
            waiting?.resume(returning: outcome)
        }
    }
}

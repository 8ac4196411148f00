internal import Synchronization

/// The one outcome that a task waits for: the first counts, and the sender of a later one is told so.
final class Pending<Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, WalletAdapterError>

    private struct State {
        var outcome: Outcome?
        var waiter: CheckedContinuation<Outcome, Never>?
    }

    private let state = Mutex(State())

    /// True while there is no outcome yet.
    var isOpen: Bool { state.withLock { $0.outcome == nil } }

    /// Ends the wait; false if it had ended before.
    @discardableResult
    func end(_ outcome: Outcome) -> Bool {
        let (isFirst, waiter) = state.withLock { state -> (Bool, CheckedContinuation<Outcome, Never>?) in
            guard state.outcome == nil else { return (false, nil) }
            state.outcome = outcome
            defer { state.waiter = nil }
            return (true, state.waiter)
        }
        waiter?.resume(returning: outcome)
        return isFirst
    }

    /// Waits for the outcome and returns it. One caller may wait.
    func outcome() async -> Outcome {
        await withCheckedContinuation { continuation in
            let ended = state.withLock { state -> Outcome? in
                if state.outcome == nil { state.waiter = continuation }
                return state.outcome
            }
            if let ended { continuation.resume(returning: ended) }
        }
    }
}

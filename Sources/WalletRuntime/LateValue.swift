import Synchronization

/// A value that comes later, for which several tasks may wait, each for as long as it likes.
package final class LateValue<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiting: [UInt64: CheckedContinuation<Value?, Never>] = [:]
        /// The waits that ended before they began.
        var over: Set<UInt64> = []
        var last: UInt64 = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// The value, if it has come.
    package var current: Value? { state.withLock(\.value) }

    /// Hands over the value; only the first one counts.
    package func give(_ value: Value) {
        let waiting = state.withLock { state -> [CheckedContinuation<Value?, Never>] in
            guard state.value == nil else { return [] }
            state.value = value
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for each in waiting { each.resume(returning: value) }
    }

    /// Waits for the value.
    ///
    /// - Parameter end: The clock's time at which the waiting ends.
    /// - Returns: nil if it didn't come in time, or the task was cancelled.
    package func value(until end: Duration, of clock: any MonotonicClock) async -> Value? {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        let timer = Task {
            try? await clock.sleep(until: end)
            giveUp(number)
        }
        defer { timer.cancel() }
        return await value(number)
    }

    /// Waits for the value, however long it takes.
    ///
    /// - Returns: nil if the task was cancelled.
    package func value() async -> Value? {
        await value(
            state.withLock { state in
                state.last += 1
                return state.last
            })
    }

    private func value(_ number: UInt64) async -> Value? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isOver, value) = state.withLock { state -> (Bool, Value?) in
                    if let value = state.value { return (true, value) }
                    if state.over.remove(number) != nil { return (true, nil) }
                    state.waiting[number] = continuation
                    return (false, nil)
                }
                if isOver { continuation.resume(returning: value) }
            }
        } onCancel: {
            giveUp(number)
        }
    }

    private func giveUp(_ number: UInt64) {
        let waiting = state.withLock { state -> CheckedContinuation<Value?, Never>? in
            guard state.value == nil else { return nil }
            if let waiting = state.waiting.removeValue(forKey: number) { return waiting }
            state.over.insert(number)
            return nil
        }
        waiting?.resume(returning: nil)
    }
}

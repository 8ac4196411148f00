import Synchronization
import WalletRuntime

/// A pause that can be ended before its time.
final class Alarm: Sendable {
    private struct State {
        /// Whether it has rung since the last pause began to end.
        var hasRung = false
        var pause: Task<Void, Never>?
    }

    private let state = Mutex(State())

    /// Ends the pause, or the next one where there is none.
    func ring() {
        state.withLock { state in
            state.hasRung = true
            state.pause?.cancel()
        }
    }

    /// Waits until a moment, or until it rings.
    ///
    /// - Throws: `CancellationError` where the task is cancelled.
    func wait(until moment: Duration, of clock: any MonotonicClock) async throws {
        let pause = Task { _ = try? await clock.sleep(until: moment) }
        state.withLock { state in
            state.pause = pause
            if state.hasRung { pause.cancel() }
        }
        await withTaskCancellationHandler {
            await pause.value
        } onCancel: {
            pause.cancel()
        }
        state.withLock { $0 = State() }
        try Task.checkCancellation()
    }
}

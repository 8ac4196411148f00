import Synchronization

/// Rung whenever the wallet has sent something, so that nobody has to look again and again.
final class Bell: Sendable {
    private struct State {
        var strokes = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func ring() {
        let waiting = state.withLock { state in
            state.strokes += 1
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until something is so, looking at every stroke, but no longer than told.
    func wait(atMost time: Duration, until isSo: () -> Bool) async {
        let end = ContinuousClock.now + time
        let alarm = Task {
            try? await Task.sleep(until: end)
            ring()
        }
        defer { alarm.cancel() }
        while true {
            let strokes = state.withLock(\.strokes)
            if isSo() || ContinuousClock.now >= end { return }
            await next(after: strokes)
        }
    }

    private func next(after strokes: Int) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard state.strokes == strokes else { return true }
                state.waiting.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
    }
}

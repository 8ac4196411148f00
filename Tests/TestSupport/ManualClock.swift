import Synchronization
public import WalletRuntime

/// A clock that stands still until a test moves it.
public final class ManualClock: MonotonicClock {
    private struct State {
        public var now: Duration = .seconds(1000)
        var sleepers: [Int: (deadline: Duration, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    public var now: Duration { state.withLock(\.now) }

    public init() {}

    public func sleep(until deadline: Duration) async throws {
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let isOver = state.withLock { state in
                    if Task.isCancelled || deadline <= state.now { return true }
                    state.sleepers[id] = (deadline, continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
            try Task.checkCancellation()
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    public func advance(by duration: Duration) {
        let awake = state.withLock { state in
            state.now += duration
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in awake { continuation.resume() }
    }
}

/// A date that stands still.
public struct FixedWallClock: WallClock {
    public var milliseconds: Int64

    public init(milliseconds: Int64 = 1_800_000_000_000) { self.milliseconds = milliseconds }
}

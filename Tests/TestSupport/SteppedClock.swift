import Synchronization

/// A clock that stands still until a test moves it.
public final class SteppedClock: Clock {
    public struct Instant: InstantProtocol {
        public var offset: Duration
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Int: (deadline: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    public init() {}

    public let minimumResolution: Duration = .zero

    public var now: Instant { state.withLock(\.now) }

    /// How many tasks sleep on this clock.
    public var sleepers: Int { state.withLock(\.sleepers.count) }

    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let sleeps = state.withLock { state in
                    guard !Task.isCancelled, deadline > state.now else { return false }
                    state.sleepers[id] = (deadline, continuation)
                    return true
                }
                if !sleeps { continuation.resume() }
            }
            try Task.checkCancellation()
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
        }
    }

    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    /// Waits until as many tasks sleep; the test's own time limit ends a wait in vain.
    public func waitForSleepers(_ count: Int) async throws {
        while sleepers < count { try await Task.sleep(for: .milliseconds(1)) }
    }
}

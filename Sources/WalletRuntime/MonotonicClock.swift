/// Time that only goes forward, counts the machine's suspension, and can be replaced in a test.
public protocol MonotonicClock: Sendable {
    /// The time since a fixed moment in the past; only differences mean anything.
    var now: Duration { get }

    /// Waits until a time of this clock.
    ///
    /// - Throws: `CancellationError` where the task is cancelled first.
    func sleep(until deadline: Duration) async throws
}

/// The system's monotonic clock (`CLOCK_BOOTTIME` on Linux): setting the wall clock doesn't move it.
public struct SystemMonotonicClock: MonotonicClock {
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant

    public init() {
        start = clock.now
    }

    public var now: Duration { start.duration(to: clock.now) }

    public func sleep(until deadline: Duration) async throws {
        try await SleepTimer.shared.sleep(until: start.advanced(by: deadline))
    }
}

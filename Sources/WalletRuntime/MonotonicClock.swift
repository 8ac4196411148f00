#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A clock that only goes forward, counts the machine's suspension, and can be replaced in a test.
public protocol MonotonicClock: Sendable {
    /// The time since a fixed moment in the past; only differences mean anything.
    var now: Duration { get }

    /// Waits until a time of this clock.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first.
    func sleep(until deadline: Duration) async throws
}

/// The system's monotonic clock (`CLOCK_BOOTTIME` on Linux). Setting the wall clock doesn't move it.
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

/// The date, for people to read and records to keep. It decides nothing but the validity of a sign-in's times.
public protocol WallClock: Sendable {
    /// Milliseconds since 1 January 1970, UTC.
    var milliseconds: Int64 { get }
}

/// The system's date.
public struct SystemWallClock: WallClock {
    public init() {}

    public var milliseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}

extension Duration {
    /// Whole milliseconds, rounded down and never negative.
    package var milliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let whole = seconds.multipliedReportingOverflow(by: 1000)
        return whole.overflow ? .max : Int(whole.partialValue) + Int(attoseconds / 1_000_000_000_000_000)
    }

    /// Whole microseconds, rounded down and never negative.
    package var microseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let whole = seconds.multipliedReportingOverflow(by: 1_000_000)
        return whole.overflow ? .max : Int(whole.partialValue) + Int(attoseconds / 1_000_000_000_000)
    }
}

import Foundation

/// The time that the processor spends on one thread, which other tests and programs beside it don't lengthen.
enum ThreadTime {
    /// Measures what doesn't suspend.
    static func measure(_ work: () throws -> Void) rethrows -> Duration {
        let start = now
        try work()
        return now - start
    }

    private static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

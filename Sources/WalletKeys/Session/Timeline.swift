/// A clock that was handed in, as durations since the timeline began.
///
/// The instants of an `any Clock` can't be named; durations can be kept and compared.
struct Timeline: Sendable {
    let now: @Sendable () -> Duration
    let sleep: @Sendable (Duration) async throws -> Void

    init(_ clock: any Clock<Duration>) {
        self = Self.opened(clock)
    }

    private init(now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    private static func opened<Source: Clock>(_ clock: Source) -> Timeline where Source.Duration == Duration {
        let start = clock.now
        return Timeline(
            now: { start.duration(to: clock.now) },
            sleep: { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) })
    }
}

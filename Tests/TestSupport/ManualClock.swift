public import WalletRuntime

/// A wallet's clock that stands still until a test moves it.
public final class ManualClock: MonotonicClock {
    private static let start = Duration.seconds(1000)

    private let clock = SteppedClock()

    public var now: Duration { Self.start + clock.now.offset }

    public init() {}

    public func sleep(until deadline: Duration) async throws {
        try await clock.sleep(until: SteppedClock.Instant(offset: deadline - Self.start), tolerance: nil)
    }

    public func advance(by duration: Duration) { clock.advance(by: duration) }
}

/// A date that stands still.
public struct FixedWallClock: WallClock {
    public var milliseconds: Int64

    public init(milliseconds: Int64 = 1_800_000_000_000) { self.milliseconds = milliseconds }
}

import Synchronization
import WalletRuntime

/// A clock that stands still until a test moves it, however slow the machine is.
final class SkippingClock: MonotonicClock {
    private let time = Mutex(Duration.seconds(1000))

    var now: Duration { time.withLock { $0 } }

    func sleep(until deadline: Duration) async throws {
        while now < deadline { try await Task.sleep(for: .milliseconds(20)) }
    }

    func skip(_ duration: Duration) { time.withLock { $0 += duration } }
}

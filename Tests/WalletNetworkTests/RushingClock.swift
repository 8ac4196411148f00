import Synchronization
import WalletNetwork
import WalletRuntime

/// A clock that passes where somebody waits between two looks, and stands still where somebody waits for an answer.
final class RushingClock: MonotonicClock {
    private let time = Mutex(Duration.seconds(1000))

    var now: Duration { time.withLock { $0 } }

    func sleep(until deadline: Duration) async throws {
        if deadline - now <= Broadcast.interval {
            try Task.checkCancellation()
            await Task.yield()
            time.withLock { $0 = max($0, deadline) }
        }
        while now < deadline { try await Task.sleep(for: .milliseconds(10)) }
    }
}

import ApprovalQueue
import Synchronization
import WalletNetwork
import WalletRuntime

/// A clock that stands still until a test moves it, on which nobody waits long between two looks: a busy machine is no node that doesn't answer.
final class PausingClock: MonotonicClock {
    private let time = Mutex(Duration.seconds(1000))

    var now: Duration { time.withLock { $0 } }

    func sleep(until deadline: Duration) async throws {
        let time = deadline - now
        if time <= Broadcast.interval, time != LateReview.unnoticed {
            return try await Task.sleep(for: .milliseconds(200))
        }
        while now < deadline { try await Task.sleep(for: .milliseconds(20)) }
    }

    func advance(by duration: Duration) { time.withLock { $0 += duration } }
}

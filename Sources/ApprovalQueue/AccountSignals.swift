import Synchronization

/// Accounts in which something is said to have happened: a payment was confirmed, or a subscription told of a change.
///
/// What happened is asked of a node; that something did is all that is believed here. An account waits once, however often something is said of it; of many
/// accounts the last sixteen count.
public final class AccountSignals: Sendable {
    /// Each has to be ``taken(_:)`` before it is looked into: what happens from then on is another signal.
    public let stream: AsyncStream<ClusterAccount>
    private let continuation: AsyncStream<ClusterAccount>.Continuation
    private let waiting = Mutex<Set<ClusterAccount>>([])

    public init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(16))
    }

    /// Says that something has happened in an account.
    public func publish(_ account: ClusterAccount) {
        waiting.withLock { waiting in
            guard waiting.insert(account).inserted else { return }
            if case .dropped(let lost) = continuation.yield(account) { waiting.remove(lost) }
        }
    }

    /// Says that an account is looked into now.
    public func taken(_ account: ClusterAccount) { waiting.withLock { _ = $0.remove(account) } }
}

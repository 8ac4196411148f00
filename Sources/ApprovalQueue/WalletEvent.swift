import Synchronization
import WalletRuntime

/// Something that clients are told of without having asked.
public enum WalletEvent: Sendable {
    case requestQueued(id: String, content: RequestContent)
    case requestEnded(id: String, state: RequestState)
    /// One of a request's transactions has come further.
    case requestProgressed(id: String, RequestProgress)
    /// What an origin may see has changed.
    case accountsChanged(ConnectedOrigin.Key, accounts: [String])
    case vaultChanged
    /// What an account holds, or its history, isn't what it was.
    case portfolioChanged(ClusterAccount)
    /// How things look was changed, by whichever surface.
    case settingsChanged
}

/// The wallet's events in the order they happened.
public struct WalletEvents: Sendable {
    public let stream: AsyncStream<WalletEvent>
    private let continuation: AsyncStream<WalletEvent>.Continuation

    public init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    /// Tells of an event; never blocks.
    public func publish(_ event: WalletEvent) {
        continuation.yield(event)
    }

    /// Ends the stream: nothing happens any more.
    public func finish() {
        continuation.finish()
    }
}

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

/// Whose holdings and history are meant: an account on a cluster.
public struct ClusterAccount: Sendable, Hashable {
    /// As the Wallet Standard names it: `solana:devnet`.
    public let cluster: String
    /// The account's public key in base58.
    public let account: String

    public init(cluster: String, account: String) {
        self.cluster = cluster
        self.account = account
    }
}
